export function randomName(): string;
/**
 * Makes UUIDs of version 7 that always rise, also when the device's clock is set back: the outbox is sorted by them.
 */
export class RisingIDs {
    /**
     * The next id is above this one, which came from another run.
     * @param {string} id
     */
    startAfter(id: string): void;
    /** @param {number} now */
    next(now: number): string;
    #private;
}

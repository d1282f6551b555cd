/**
 * @typedef {import("../types/protocol.js").Events["room.valuesChanged"]} Step
 * @typedef {Step["set"][number]} RoomValue
 */
/** The values of a room, or the elements of its queue, as far as this device has heard of their steps. */
export class RoomValues {
    /** @type {Map<string, RoomValue>} */
    byKey: Map<string, RoomValue>;
    /**
     * Nothing is known of them yet.
     * @type {number | undefined}
     */
    state: number | undefined;
    /** They are being read. */
    isReading: boolean;
    /** Steps came while they were read. */
    get isBehind(): boolean;
    /**
     * False: steps before it are missing.
     * @param {Step} step
     */
    take({ former, state, set, removed }: Step): boolean;
    /**
     * As they were read. Steps that were heard meanwhile may have gone further.
     * @param {number} state
     * @param {RoomValue[]} values
     */
    begin(state: number, values: RoomValue[]): void;
    #private;
}
export type Step = import("../types/protocol.js").Events["room.valuesChanged"];
export type RoomValue = Step["set"][number];

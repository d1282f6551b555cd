export namespace most {
    const messages: number;
    const bytes: number;
    const unopened: number;
}
/** The messages on the device: each change of what is there is noted as a step, which the next write carries out. */
export class Shelves {
    /**
     * @param {object} options
     * @param {() => number} options.now
     * @param {(conversationID: string) => boolean} options.isOpen whether a page shows the conversation
     */
    constructor({ now, isOpen }: {
        now: () => number;
        isOpen: (conversationID: string) => boolean;
    });
    now: () => number;
    isOpen: (conversationID: string) => boolean;
    /**
     * Goes on with what is on the device.
     * @param {Array<[string, Shelf]>} rows
     */
    restore(rows: Array<[string, Shelf]>): void;
    /** @returns {string[]} */
    get ids(): string[];
    /** @param {Step} step */
    step(step: Step): void;
    /**
     * Steps that were carried out, and not written.
     * @param {import("./types.js").Change[]} changes
     */
    putBack(changes: import("./types.js").Change[]): void;
    /**
     * A message that was told, behind all others, or an own one that is late: what is between may not be here.
     * @param {Message} message @param {boolean} isLate
     */
    add(message: Message, isLate: boolean): void;
    /**
     * A message as it is now.
     * @param {Message} message
     */
    change(message: Message): void;
    /**
     * Messages are gone.
     * @param {string} conversationID @param {string[]} ids
     */
    drop(conversationID: string, ids: string[]): void;
    /**
     * Messages up to `to` were not fetched.
     * @param {string} conversationID @param {number} to
     */
    gap(conversationID: string, to: number): void;
    /**
     * The stream goes on behind `to`; what is before it may be gone, and what is behind it is.
     * @param {string} conversationID @param {number} to
     * @param {boolean} [isKept] what is older than the gateway keeps stays
     */
    reset(conversationID: string, to: number, isKept?: boolean | undefined): void;
    /**
     * The conversation is no more.
     * @param {string} conversationID
     */
    forget(conversationID: string): void;
    /**
     * A page was read from the gateway, of messages older than `before`, or of the newest if that is 0. The last one says nothing
     * of messages that are older than the gateway keeps.
     * @param {string} conversationID @param {number} before
     * @param {{messages: Message[], cursor: number, isFinished: boolean}} page
     * @param {number} keptSince since when the gateway keeps messages
     */
    page(conversationID: string, before: number, { messages, cursor, isFinished }: {
        messages: Message[];
        cursor: number;
        isFinished: boolean;
    }, keptSince: number): void;
    /**
     * The user looks at a conversation.
     * @param {string} conversationID
     */
    look(conversationID: string): void;
    /**
     * Whether there may be messages of before a time.
     * @param {string} conversationID @param {number} time
     */
    hasBefore(conversationID: string, time: number): boolean;
    /**
     * Carries out what was noted up to now.
     * @param {Batch} batch
     * @param {number} [since] what is older goes
     */
    carryOut(batch: Batch, since?: number | undefined): Promise<void>;
    /**
     * Removes messages that have ended.
     * @param {Batch} batch @param {number} now
     */
    expire(batch: Batch, now: number): Promise<void>;
    #private;
}
export type Batch = import("./batch.js").Batch;
export type Range = import("./ranges.js").Range;
/**
 * What the device has of a conversation's messages: where, how many, when the user looked at them last, and a time before which
 * none of them was sent.
 */
export type Message = import("../types/protocol.js").Message;
/**
 * What finds out by the rows that are there which ones to write.
 */
export type Shelf = {
    ranges: Range[];
    count: number;
    bytes: number;
    seen: number;
    oldest?: number;
};
export type Step = (batch: Batch) => Promise<void>;

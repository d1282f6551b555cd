/**
 * The messages of all conversations: each is told once and in its conversation's order, and live ones wait while a hole
 * before them is filled.
 */
export class MessageStreams {
    /**
     * @param {object} options
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {import("./changes.js").Changes} options.changes
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     * @param {string} options.user
     * @param {number} options.gapLimit
     */
    constructor({ positions, changes, request, deliver, isOver, user, gapLimit }: {
        positions: import("./positions.js").PositionBook;
        changes: import("./changes.js").Changes;
        request: (op: string, data: object) => Promise<any>;
        deliver: (incoming: Incoming) => void;
        isOver: (stream: string, error: unknown) => boolean;
        user: string;
        gapLimit: number;
    });
    positions: import("./positions.js").PositionBook;
    changes: import("./changes.js").Changes;
    request: (op: string, data: object) => Promise<any>;
    deliver: (incoming: Incoming) => void;
    isOver: (stream: string, error: unknown) => boolean;
    user: string;
    gapLimit: number;
    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin(): void;
    /** @param {Live} live */
    live(live: Live): void;
    /**
     * Whether newer messages were told. Such a message is in no hole, so it must not wait for one: what waits is forgotten with
     * the session, and would not be fetched again.
     * @param {Message} message
     */
    isLate({ conversationID, seq }: Message): boolean;
    /** @param {Record<string, any>} verdicts */
    resume(verdicts: Record<string, any>): void;
    /**
     * Fills what the list shows to be missing.
     * @param {string} conversationID
     * @param {number} seq
     */
    compare(conversationID: string, seq: number): void;
    /**
     * A conversation of which nothing was known is there, with all before `seq` + 1.
     * @param {string} conversationID @param {number} seq
     */
    list(conversationID: string, seq: number): void;
    #private;
}
export type Incoming = import("./types.js").Incoming;
/**
 * A message that has just come: one of another device, or an own one that was stored.
 */
export type Message = import("../types/protocol.js").Message;
export type Live = {
    event: "message.new" | "message.sent";
    message: Message;
};

/**
 * The newer one of two versions of a message; the other one if they are of the same change. Only what the gateway tells a
 * user of own reactions says which are the user's (`mine`): what others' reactions change does not change that.
 * @param {Message} one
 * @param {Message} other
 * @returns {Message}
 */
export function mergedMessage(one: Message, other: Message): Message;
/**
 * What becomes of messages after they were sent: docs/message-life.md#changes. Each change is told once and in order, as
 * `message.changed` with the whole message, or as `message.gone` if it is kept no longer.
 */
export class Changes {
    /**
     * @param {object} options
     * @param {Map<string, number>} options.places of the last change that was told, by conversations
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: import("./types.js").Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     */
    constructor({ places, request, deliver, isOver }: {
        places: Map<string, number>;
        request: (op: string, data: object) => Promise<any>;
        deliver: (incoming: import("./types.js").Incoming) => void;
        isOver: (stream: string, error: unknown) => boolean;
    });
    places: Map<string, number>;
    request: (op: string, data: object) => Promise<any>;
    deliver: (incoming: import("./types.js").Incoming) => void;
    isOver: (stream: string, error: unknown) => boolean;
    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin(): void;
    /** @param {Record<string, any>} verdicts */
    resume(verdicts: Record<string, any>): void;
    /**
     * A live event.
     * @param {{conversationID: string, change: number, message: Message}} data
     */
    live(data: {
        conversationID: string;
        change: number;
        message: Message;
    }): void;
    /**
     * The list shows where a conversation's changes stand.
     * @param {string} conversationID
     * @param {number} [change]
     */
    compare(conversationID: string, change?: number | undefined): void;
    /**
     * A page of messages was read: takes in what it lacks of the changes that were there before the first one is told.
     * @param {string} conversationID
     * @param {number} [change] the last one that is in the page
     */
    complete(conversationID: string, change?: number | undefined): Promise<void>;
    /**
     * A message that was read, as the changes that were told have left it.
     * @param {Message} message
     */
    current(message: Message): import("../types/protocol.js").Message;
    /**
     * The messages of a page that are still there, as the changes that were told have left them.
     * @param {Message[]} messages
     */
    present(messages: Message[]): import("../types/protocol.js").Message[];
    /**
     * Messages are gone for this user.
     * @param {string[]} ids
     */
    forget(ids: string[]): void;
    #private;
}
export type Message = import("../types/protocol.js").Message;
export type Change = import("../types/protocol.js").Change;

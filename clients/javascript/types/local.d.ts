/**
 * The store's rows on the device. Each change is noted, and all changes of a moment are written with the positions that they
 * stand for. Of several tabs with one connection, the one that has it writes; the others read what stands where they are
 * themselves.
 * @implements {Rows} @typedef {import("./kept.js").Rows} Rows
 */
export class LocalStore implements Rows {
    /**
     * @param {object} options
     * @param {import("./client.js").Client} options.client
     * @param {import("./clock.js").Clock} options.clock
     * @param {(conversationID: string) => boolean} options.isOpen whether a page shows the conversation
     * @param {number} [options.keepDays] older messages go; as the gateway keeps them unless given
     */
    constructor({ client, clock, isOpen, keepDays }: {
        client: import("./client.js").Client;
        clock: import("./clock.js").Clock;
        isOpen: (conversationID: string) => boolean;
        keepDays?: number | undefined;
    });
    /** @type {Map<string, Conversation>} */
    conversations: Map<string, Conversation>;
    totalUnread: number;
    isListed: boolean;
    client: import("./client.js").Client;
    storage: import("./types.js").Storage;
    clock: import("./clock.js").Clock;
    /** Reads what is there. */
    open(): Promise<void>;
    /** Writes what waits, and listens no more. */
    close(): void;
    /** The gateway's clock as it is known: it never goes back, whatever this device's clock does. */
    now(): number;
    /** @param {number} told @param {number} [offset] */
    tellTime(told: number, offset?: number | undefined): void;
    /** @returns {Promise<import("./kept.js").Read | undefined>} */
    load(): Promise<import("./kept.js").Read | undefined>;
    restored(): import("../types/protocol.js").Conversation[];
    forget(): void;
    end(): void;
    take(): Promise<import("./types.js").Change[]>;
    /** @param {import("./types.js").Change[]} changes */
    putBack(changes: import("./types.js").Change[]): void;
    /**
     * Another tab has written until now, perhaps less than this one was told. What it lacks is a gap, or may be gone.
     */
    lead(): Promise<void>;
    /** @param {Conversation} conversation */
    putConversation(conversation: Conversation): void;
    /** @param {string} conversationID */
    deleteConversation(conversationID: string): void;
    /** @param {number} total */
    putTotal(total: number): void;
    /** @param {Message} message @param {boolean} isOwn it was acknowledged, and may have been stored long before */
    add(message: Message, isOwn: boolean): void;
    /** @param {Message} message */
    change(message: Message): void;
    /** @param {string} conversationID @param {string[]} ids */
    drop(conversationID: string, ids: string[]): void;
    /** @param {string} conversationID @param {number} to */
    gap(conversationID: string, to: number): void;
    /**
     * What was missed of a stream is not known: of the user's, which of the messages were deleted. If the gateway has kept some
     * of it no longer, what is here holds.
     * @param {string} stream @param {string} [why]
     */
    reset(stream: string, why?: string | undefined): void;
    /** @param {string} conversationID */
    forgetMessages(conversationID: string): void;
    /** @param {string} conversationID @param {number} before @param {{messages: Message[], cursor: number, isFinished: boolean}} page */
    page(conversationID: string, before: number, page: {
        messages: Message[];
        cursor: number;
        isFinished: boolean;
    }): void;
    /**
     * Whether the device may have messages that are older than the gateway keeps.
     * @param {string} conversationID
     */
    hasOlder(conversationID: string): boolean;
    /**
     * Messages of the newest range that are older than `before`, or the newest if that is 0. Undefined if the gateway must be
     * asked: there are none, or the device has not what was told here.
     * @param {string} conversationID @param {number} before @param {number} limit
     * @returns {Promise<LocalPage | undefined>}
     */
    read(conversationID: string, before: number, limit: number): Promise<LocalPage | undefined>;
    #private;
}
export type Message = import("../types/protocol.js").Message;
/**
 * Messages of this device, newest first. Stale: they are of before a gap, or may be gone.
 */
export type Conversation = import("../types/protocol.js").Conversation;
export type LocalPage = {
    messages: Message[];
    cursor: number;
    isFinished: boolean;
    isStale?: boolean;
};
/**
 * The store's rows on the device. Each change is noted, and all changes of a moment are written with the positions that they
 * stand for. Of several tabs with one connection, the one that has it writes; the others read what stands where they are
 * themselves.
 */
export type Rows = import("./kept.js").Rows;

/**
 * The conversations as they were told last. A lean session is not told what follows from a message between two
 * (docs/protocol.md#lean-sessions); it follows from what is here.
 */
export class KnownConversations {
    get all(): import("../types/protocol.js").Conversation[];
    /** @param {Conversation[]} conversations */
    put(conversations: Conversation[]): void;
    /** @param {string[]} ids */
    delete(ids: string[]): void;
    /** @param {{conversationID: string, timestamp: number}} receipt */
    read({ conversationID, timestamp }: {
        conversationID: string;
        timestamp: number;
    }): void;
    /** The list is being read. */
    begin(): void;
    /** The list could not be read. */
    end(): void;
    /**
     * The list was read. Returns it as the messages have left it that came meanwhile.
     * @param {Conversation[]} conversations
     */
    replace(conversations: Conversation[]): import("../types/protocol.js").Conversation[];
    /**
     * The conversation as the message has left it. Undefined: it is not known, or newer, or the list will have it.
     * @param {Message} message
     * @param {number} [unreadCount] none: the message has not changed it
     * @param {number} [change]
     */
    after(message: Message, unreadCount?: number | undefined, change?: number | undefined): import("../types/protocol.js").Conversation | undefined;
    #private;
}
export type Message = import("../types/protocol.js").Message;
export type Conversation = import("../types/protocol.js").Conversation;

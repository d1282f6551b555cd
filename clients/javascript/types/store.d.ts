/**
 * The user's conversations and messages as a page shows them, always as the gateway has them. If the client has a storage,
 * they are on the device too: the next page shows them without a connection, and only what was missed is read. Unsent messages
 * are the outbox's, which no answer of the gateway touches. A message that expires is hidden at its time, also without a
 * connection.
 *
 * `change` comes once for all changes of one moment: `list` if the list or the total has changed, and the conversations
 * whose messages have.
 * @extends {Emitter<{change: {list: boolean, conversations: Set<string>}}>}
 */
export class Store extends Emitter<{
    change: {
        list: boolean;
        conversations: Set<string>;
    };
}> {
    /**
     * @param {Client} client
     * @param {{keepDays?: number}} [options] for so many days messages stay on the device; as the gateway keeps them unless given
     */
    constructor(client: Client, options?: {
        keepDays?: number | undefined;
    } | undefined);
    /** The sum of unread messages over the conversations that count. */
    totalUnread: number;
    /** Whether the list was read. */
    isListed: boolean;
    client: import("./client.js").Client;
    /** What is on the device is here, if it can be read. */
    ready: Promise<void | undefined>;
    /** Listens no more. */
    close(): void;
    /**
     * Pinned ones first, then by the newest message.
     * @returns {readonly Conversation[]}
     */
    get conversations(): readonly import("../types/protocol.js").Conversation[];
    /** @param {string} conversationID */
    conversation(conversationID: string): import("../types/protocol.js").Conversation | undefined;
    /**
     * What is known of a conversation's messages; `open` reads the first ones.
     * @param {string} conversationID
     * @returns {View}
     */
    view(conversationID: string): View;
    /**
     * What the user has begun to write, as it was kept last; undefined for nothing.
     * @param {string} conversationID
     */
    draft(conversationID: string): any;
    /**
     * Keeps what the user has begun to write, any value that is JSON, such as `{text, replyTo}`. One that says nothing, or
     * undefined, removes it.
     * @param {string} conversationID
     * @param {any} [draft]
     */
    keepDraft(conversationID: string, draft?: any): void;
    /**
     * Reads the newest messages, if that was not done: of the device, or of the gateway; without a connection, as soon as there
     * is one. If the gateway refuses that, as for a user who has never signed in, it is tried again when there is something to
     * read.
     * @param {string} conversationID
     * @param {number} [limit]
     */
    open(conversationID: string, limit?: number | undefined): Promise<void>;
    /**
     * Reads older messages.
     * @param {string} conversationID
     * @param {number} [limit]
     */
    older(conversationID: string, limit?: number | undefined): Promise<void>;
    /**
     * Forgets a conversation's messages here, but for the newest.
     * @param {string} conversationID
     * @param {number} [keep]
     */
    trim(conversationID: string, keep?: number | undefined): void;
    #private;
}
export type Client = import("./client.js").Client;
export type OutboxEntry = import("./types.js").OutboxEntry;
export type Message = import("../types/protocol.js").Message;
/**
 * What a page shows of a conversation's messages: those that are stored, then those on their way; and what the user has
 * begun to write.
 */
export type Conversation = import("../types/protocol.js").Conversation;
export type View = {
    messages: Message[];
    unsent: OutboxEntry[];
    isLoaded: boolean;
    isComplete: boolean;
    draft: any;
};
import { Emitter } from "./emitter.js";

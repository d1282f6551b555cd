/**
 * What was read: where the unread messages of a conversation began when it was opened, and who has read the user's own
 * messages.
 *
 * `change` names the conversations in which this has changed, once for all of a moment; `failed` tells that the gateway
 * has refused a read, which is tried again when the messages are looked at.
 * @extends {Emitter<{change: {conversations: Set<string>}, failed: MartletError}>}
 */
export class Reads extends Emitter<{
    change: {
        conversations: Set<string>;
    };
    failed: MartletError;
}> {
    /**
     * @param {Client} client
     * @param {Store} [store] if there is one: what it knows of conversations need not be read
     */
    constructor(client: Client, store?: import("./store.js").Store | undefined);
    client: import("./client.js").Client;
    store: import("./store.js").Store | undefined;
    /**
     * The user opens a conversation: call this before the conversation is marked as read. From then on the divider
     * stays where it is, until the conversation is left or opened anew. A conversation that is not known is read
     * first.
     * @param {string} conversationID
     */
    open(conversationID: string): Promise<void>;
    /**
     * The `seq` behind which the new messages begin: the divider stands above the first message of another user with a
     * higher one. Undefined if nothing was new when the conversation was opened.
     * @param {string} conversationID
     */
    divider(conversationID: string): number | undefined;
    /**
     * The user has left a conversation.
     * @param {string} conversationID
     */
    leave(conversationID: string): void;
    /**
     * These messages are on the screen: who has read the user's own in groups is asked for, if they were sent with
     * `teamReceipt`.
     * @param {Iterable<Message>} messages
     */
    look(messages: Iterable<Message>): void;
    /**
     * How many members have read an own message of a group. Undefined as long as that is not known, or if the message
     * does not ask for receipts.
     * @param {Message} message
     */
    receipts({ conversationID, msgId }: Message): Receipts | undefined;
    /**
     * What has become of an own message: the gateway has it, or the other user, or all members, have read it. Undefined
     * for messages of others.
     * @param {Message} message
     * @returns {"sent" | "read" | undefined}
     */
    state(message: Message): "sent" | "read" | undefined;
    /** Hears and reads nothing more. */
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
export type Store = import("./store.js").Store;
export type MartletError = import("./errors.js").MartletError;
export type Message = import("../types/protocol.js").Message;
/**
 * How many members have read a message, and how many of those who were there have not.
 */
export type Conversation = import("../types/protocol.js").Conversation;
/**
 * How far a conversation is read, here and by the other user.
 */
export type Receipts = {
    readCount: number;
    unreadCount: number;
};
export type Progress = {
    unreadCount: number;
    readSeq: number;
    peerReadTime?: number;
};
import { Emitter } from "./emitter.js";

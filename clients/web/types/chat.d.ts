/**
 * A whole chat: the list, and beside it a thread with its composer; in a narrow place one of the two. With children of
 * its own it gives them a client, a store and texts, and leaves to them how they stand.
 *
 * `conversation-selected` tells which conversation was opened, `conversation-closed` that the user has gone back to the
 * list.
 */
export class MartletChat extends ChatElement {
    static observedAttributes: string[];
    set conversation(arg: string);
    get conversation(): string;
    /** The thread of the chat. */
    get thread(): import("./thread.js").MartletThread;
    /** The composer of the chat. */
    get composer(): import("./composer.js").MartletComposer;
    attributeChangedCallback(name: any, before: any, now: any): void;
    /**
     * Opens a conversation, or leads to a message of it.
     * @param {string} conversationID
     * @param {string} [msgId]
     */
    open(conversationID: string, msgId?: string): Promise<void>;
    /** With elements of the application's own, the usual form is left out. @param {ChatElement} element */
    adopt(element: any): void;
    /** Goes back to the list. */
    close(): void;
    #private;
}
import { ChatElement } from "./session.js";

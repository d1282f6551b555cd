/**
 * One conversation: its messages and those on their way, with what can be done with them. `thread-back` tells that the
 * user wants to go back to the list, `group-left` that the user has left the group.
 */
export class MartletThread extends ChatElement {
    static observedAttributes: string[];
    /** The reactions that the menu offers; others may give any. */
    reactions: string[];
    /** For so long a sender can take a message back: `messages.recallSeconds` of the gateway. */
    recallSeconds: number;
    /** For so long a sender can edit a message: `messages.editSeconds` of the gateway. */
    editSeconds: number;
    set conversation(arg: string);
    get conversation(): string;
    attributeChangedCallback(name: any, before: any, now: any): void;
    /** Leads to a message, wherever it is in the history. @param {string} msgId */
    jump(msgId: any): Promise<void>;
    /** Leads to the newest message. */
    toNewest(): void;
    /** The focus comes to the messages. */
    focus(): void;
    /** What fails is told in the conversation it was meant for. @param {() => Promise<any> | any} act */
    attempt(act: any): Promise<void>;
    #private;
}
import { ChatElement } from "./session.js";

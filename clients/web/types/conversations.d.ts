/**
 * The list of conversations, with a search in all of their messages. `conversation-selected` tells which one the user
 * has chosen, with the id of a message if it was found by the search.
 */
export class MartletConversations extends ChatElement {
    static observedAttributes: string[];
    set conversation(arg: string);
    /** The conversation that is open. */
    get conversation(): string;
    attributeChangedCallback(name: any): void;
    #private;
}
import { ChatElement } from "./session.js";

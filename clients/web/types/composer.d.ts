/**
 * The field to write in: for new messages, for replies, and for an own message that is edited. What the user leaves
 * unsent in a conversation is there when the user comes back. `message-written` tells of each message before it is
 * sent; the application can prevent that.
 */
export class MartletComposer extends ChatElement {
    static observedAttributes: string[];
    /** The longest text: `messages.textCharacters` of the gateway. */
    maxLength: number;
    /** Whether pictures and files can be attached. */
    takesFiles: boolean;
    set conversation(arg: string);
    get conversation(): string;
    attributeChangedCallback(name: any, before: any, now: any): void;
    focus(): void;
    /** The text has changed: it is kept, and the field is as high as it needs. */
    changed(): void;
    #private;
}
import { ChatElement } from "./session.js";

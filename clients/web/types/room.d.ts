/**
 * What is said in a live room, and the field to say something. It enters when it is in the page, and leaves with it.
 * `message-written` tells of each message before it is sent; the application can prevent that.
 */
export class MartletRoom extends MartletElement {
    static observedAttributes: string[];
    /** The longest text. */
    maxLength: number;
    /**
     * The name of a message's sender. All in the room would ask for the same profile at once, so none is looked up.
     * @type {(message: import("@martlet/client/rooms").RoomMessage) => string}
     */
    nameOf: (message: import("@martlet/client/rooms").RoomMessage) => string;
    /**
     * What a line shows in place of a message's text, such as a gift; null: the message has no line.
     * @type {(message: import("@martlet/client/rooms").RoomMessage) => Node | string | null}
     */
    drawn: (message: import("@martlet/client/rooms").RoomMessage) => Node | string | null;
    set room(arg: string);
    get room(): string;
    /** The `Room` that the element is in. */
    get live(): Room;
    attributeChangedCallback(_name: any, before: any, now: any): void;
    focus(): void;
    #private;
}
import { MartletElement } from "./element.js";
import { Room } from "@martlet/client/rooms";

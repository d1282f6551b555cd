/**
 * All that the elements of one client share, so that a thread and a composer go together wherever they stand in the
 * page.
 *
 * - `reply`, `edit`: the user wants to reply to a message, or to edit an own one.
 * - `written`: a message was written in a conversation.
 * - `problem`: what did not work in a conversation has changed.
 * - `focus`: the user goes from the messages back to the field below.
 * - `media`: what shows pictures and files is loaded.
 * @typedef {{conversationID: string}} Where
 * @extends {Emitter<{reply: any, edit: any, written: Where, problem: Where, focus: Where, media: void}>}
 */
export class Session extends Emitter<{
    reply: any;
    edit: any;
    written: Where;
    problem: Where;
    focus: Where;
    media: void;
}> {
    constructor(client: any, store?: Store);
    /**
     * Pictures and files; none before they are loaded.
     * @type {import("./media.js").MediaParts | undefined}
     */
    media: import("./media.js").MediaParts | undefined;
    client: any;
    store: Store;
    presence: Presence;
    people: People;
    groups: Groups;
    typing: Typing;
    reads: Reads;
    get user(): any;
    /** What did not work in a conversation; it is shown there, also if the user was elsewhere when it failed. */
    problem(conversationID: any): string;
    /** @param {string} conversationID @param {string} [text] */
    report(conversationID: string, text?: string): void;
    /** Most pages show neither pictures nor files, so that is loaded by the first that does. */
    loadMedia(): Promise<any>;
    /** @param {string} conversationID */
    nameOf(conversationID: string): any;
    /** @param {string} conversationID */
    avatarOf(conversationID: string): string;
    /** The name of a message's sender, in a group the one that it has there. */
    senderOf({ conversationID, from }: {
        conversationID: any;
        from: any;
    }): string;
    #private;
}
export function isGroup(conversationID: string): boolean;
export function placeOf(conversationID: any): {
    groupID: any;
};
export function idOf(conversationID: any): any;
/** An element of conversations. Those of one client go together. */
export class ChatElement extends MartletElement {
    share(store: any): Session;
}
/**
 * All that the elements of one client share, so that a thread and a composer go together wherever they stand in the
 * page.
 *
 * - `reply`, `edit`: the user wants to reply to a message, or to edit an own one.
 * - `written`: a message was written in a conversation.
 * - `problem`: what did not work in a conversation has changed.
 * - `focus`: the user goes from the messages back to the field below.
 * - `media`: what shows pictures and files is loaded.
 */
export type Where = {
    conversationID: string;
};
import { Emitter } from "@martlet/client";
import { Store } from "@martlet/client/store";
import { Presence } from "@martlet/client/presence";
import { People } from "@martlet/client/people";
import { Groups } from "@martlet/client/groups";
import { Typing } from "@martlet/client/typing";
import { Reads } from "@martlet/client/reads";
import { MartletElement } from "./element.js";

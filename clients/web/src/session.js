import { Emitter } from "@martlet/client";
import { Groups } from "@martlet/client/groups";
import { People } from "@martlet/client/people";
import { Presence } from "@martlet/client/presence";
import { Reads } from "@martlet/client/reads";
import { Store } from "@martlet/client/store";
import { Typing } from "@martlet/client/typing";

import { MartletElement } from "./element.js";

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
export class Session extends Emitter {
    /** @type {Map<string, string>} */
    #problems = new Map();
    /**
     * Pictures and files; none before they are loaded.
     * @type {import("./media.js").MediaParts | undefined}
     */
    media;

    constructor(client, store = new Store(client)) {
        super();
        this.client = client;
        this.store = store;
        this.presence = new Presence(client);
        this.people = new People(client);
        this.groups = new Groups(client);
        this.typing = new Typing(client);
        this.reads = new Reads(client, store);
    }

    get user() {
        return this.client.user;
    }

    /** What did not work in a conversation; it is shown there, also if the user was elsewhere when it failed. */
    problem(conversationID) {
        return this.#problems.get(conversationID) ?? "";
    }

    /** @param {string} conversationID @param {string} [text] */
    report(conversationID, text = "") {
        if (this.problem(conversationID) === text) return;
        if (text) this.#problems.set(conversationID, text);
        else this.#problems.delete(conversationID);
        this.emit("problem", { conversationID });
    }

    /** Most pages show neither pictures nor files, so that is loaded by the first that does. */
    async loadMedia() {
        return (await import("./media.js")).partsOf(this);
    }

    /** @param {string} conversationID */
    nameOf(conversationID) {
        const id = idOf(conversationID);
        if (!isGroup(conversationID)) return this.people.name(id);
        return this.store.conversation(conversationID)?.showName || this.groups.group(id)?.name || id;
    }

    /** @param {string} conversationID */
    avatarOf(conversationID) {
        const id = idOf(conversationID);
        if (!isGroup(conversationID)) return this.people.avatar(id);
        return this.store.conversation(conversationID)?.faceUrl || this.groups.group(id)?.avatar;
    }

    /** The name of a message's sender, in a group the one that it has there. */
    senderOf({ conversationID, from }) {
        return this.people.name(from, placeOf(conversationID));
    }
}

/** @param {string} conversationID */
export const isGroup = (conversationID) => conversationID.startsWith("group_");

/** Where a name is asked for: in the group, or anywhere. @param {string} conversationID */
export const placeOf = (conversationID) => (isGroup(conversationID) ? { groupID: idOf(conversationID) } : undefined);

/** The group's id, or the other user's. @param {string} conversationID */
export const idOf = (conversationID) => conversationID.slice(conversationID.indexOf("_") + 1);

/** @type {WeakMap<object, Session>} */
const sessions = new WeakMap();

/** The session of a client; the first element that names a store decides on it. */
function sessionOf(client, store) {
    const known = sessions.get(client);
    if (known && (!store || known.store === store)) return known;
    const session = new Session(client, store);
    sessions.set(client, session);
    return session;
}

/** An element of conversations. Those of one client go together. */
export class ChatElement extends MartletElement {
    share(store) {
        return sessionOf(this.client, store);
    }
}

import { asMartletError } from "./errors.js";
import { Writes } from "./writes.js";

const space = "draft";

/** What the user has begun to write in each conversation, kept in the storage, and told to the other tabs. */
export class Drafts {
    /**
     * By conversations; undefined for one that is no more.
     * @type {Map<string, any>}
     */
    #drafts = new Map();
    #writes;
    #hasEnded = false;

    /**
     * @param {import("./client.js").Client} client
     * @param {object} options
     * @param {Promise<void>} options.opened when the storage can be read
     * @param {(conversationID: string) => void} options.changed
     */
    constructor(client, { opened, changed }) {
        this.client = client;
        this.changed = changed;
        this.#writes = new Writes(client.storage, (error) => client.emit("unsaved", error));
        client.writers.add(this);
        this.unlisten = client.link.on("broadcast", ({ name, data }) => name === "draft.kept" && this.#take(data));
        /** What an earlier page has left is here, if it can be read. */
        this.loaded = opened.then(() => this.#load());
    }

    async #load() {
        try {
            for (const [conversationID, draft] of await this.client.storage.range(space)) {
                if (!this.#drafts.has(conversationID)) this.#take({ conversationID, draft });
            }
        } catch (error) {
            this.client.emit("unsaved", asMartletError(error));
        }
    }

    /** @param {string} conversationID */
    get(conversationID) {
        return this.#drafts.get(conversationID);
    }

    /** @param {string} conversationID @param {any} draft */
    keep(conversationID, draft) {
        if (this.#hasEnded) return;
        // A copy, since the application may go on with its own.
        const copy = isEmpty(draft) ? undefined : JSON.parse(JSON.stringify(draft));
        const isKnown = this.#drafts.has(conversationID);
        if (isKnown && JSON.stringify(copy) === JSON.stringify(this.get(conversationID))) return;
        if (copy !== undefined) this.client.storage.note?.(space, conversationID, copy);
        this.#writes.write([space, conversationID, copy]);
        this.#take({ conversationID, draft: copy });
        this.client.link.broadcast("draft.kept", { conversationID, draft: copy });
    }

    /** @param {{conversationID: string, draft?: any}} told */
    #take({ conversationID, draft }) {
        this.#drafts.set(conversationID, draft);
        this.changed(conversationID);
    }

    /** Listens no more. */
    close() {
        this.unlisten();
        this.client.writers.delete(this);
    }

    flush() {
        return this.#writes.flush();
    }

    /** Forgets all of them; when it is done, nothing more is written. */
    async clear() {
        this.#hasEnded = true;
        for (const conversationID of this.#drafts.keys()) this.#take({ conversationID });
        await this.#writes.clear();
    }
}

/**
 * A draft of which no member says anything is none.
 * @param {any} draft
 * @returns {boolean}
 */
const isEmpty = (draft) =>
    draft === undefined || draft === null || draft === "" || (typeof draft === "object" && Object.values(draft).every(isEmpty));

import { RisingIDs } from "./ids.js";

/**
 * @typedef {import("./types.js").OutboxEntry} OutboxEntry
 *
 * A broadcast about an entry.
 * @typedef {{name: string, data: any}} EntryBroadcast
 */

const mostGone = 1000;

/**
 * The entries of an outbox that a tab knows, and how the last ones have gone: the storage may still have had them when it
 * was read, and a tab that was frozen asks what became of them.
 */
export class Entries {
    /** @type {Map<string, OutboxEntry>} */
    #entries = new Map();
    /** @type {Map<string, EntryBroadcast>} */
    #gone = new Map();
    #ids = new RisingIDs();

    /**
     * Of all conversations or of one, in the order of writing, which is that of their ids.
     * @param {string} [conversationID]
     * @returns {OutboxEntry[]}
     */
    list(conversationID) {
        const entries = [...this.#entries.values()].sort((one, other) => (one.clientMsgId < other.clientMsgId ? -1 : 1));
        return conversationID === undefined ? entries : entries.filter((entry) => entry.conversationID === conversationID);
    }

    /**
     * The first of a conversation that waits.
     * @param {string} conversationID
     */
    first(conversationID) {
        /** @type {OutboxEntry | undefined} */
        let first;
        for (const entry of this.#entries.values()) {
            if (entry.conversationID !== conversationID || entry.state !== "waiting") continue;
            if (!first || entry.clientMsgId < first.clientMsgId) first = entry;
        }
        return first;
    }

    /** @param {string} clientMsgId */
    get(clientMsgId) {
        return this.#entries.get(clientMsgId);
    }

    /** @param {string} clientMsgId */
    hasSeen(clientMsgId) {
        return this.#entries.has(clientMsgId) || this.#gone.has(clientMsgId);
    }

    /**
     * Names an entry that is written now.
     * @param {number} now
     */
    nextID(now) {
        return this.#ids.next(now);
    }

    /** @param {OutboxEntry} entry */
    set(entry) {
        this.#entries.set(entry.clientMsgId, entry);
    }

    /**
     * Takes in an entry of an earlier page or another tab: what is written here comes after it.
     * @param {OutboxEntry} entry
     */
    takeIn(entry) {
        this.#ids.startAfter(entry.clientMsgId);
        this.set(entry);
    }

    /**
     * An entry has gone. Returns whether it was here.
     * @param {EntryBroadcast} broadcast
     */
    remove(broadcast) {
        const { clientMsgId } = broadcast.data;
        this.#gone.set(clientMsgId, broadcast);
        for (const oldest of this.#gone.keys()) {
            if (this.#gone.size <= mostGone) break;
            this.#gone.delete(oldest);
        }
        return this.#entries.delete(clientMsgId);
    }

    clear() {
        this.#entries.clear();
    }

    /**
     * Says whether a message is stored, failed or discarded; nothing while it waits, since all tabs hear of it in time. One
     * that is unknown, since this tab is newer, is sent again: the gateway stores it once.
     * @param {string} clientMsgId
     * @returns {EntryBroadcast | undefined}
     */
    outcome(clientMsgId) {
        const entry = this.#entries.get(clientMsgId);
        if (!entry) return this.#gone.get(clientMsgId) ?? { name: "outbox.unknown", data: { clientMsgId } };
        return entry.state === "failed" ? { name: "outbox.failed", data: entry } : undefined;
    }
}

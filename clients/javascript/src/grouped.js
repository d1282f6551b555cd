import { Looked } from "./looked.js";

/** @typedef {import("./client.js").Client} Client */

const mostKeys = 500;
const mostGroups = 20;

/**
 * Values that a page looks at in groups, by their keys there. A group is forgotten when the user leaves it, or when
 * many others were looked at since.
 * @template Value
 */
export class Grouped {
    /**
     * The one that was looked at last at the end.
     * @type {Map<string, Looked<Value>>}
     */
    #groups = new Map();
    /** @type {Array<() => void>} */
    #listeners;

    /**
     * @param {Client} client
     * @param {object} options
     * @param {(groupID: string, keys: string[]) => Promise<import("./looked.js").Found<Value>>} options.read
     * @param {number} options.perRead
     * @param {(groupID: string, keys: string[]) => void} options.changed
     * @param {(error: import("./errors.js").MartletError) => void} options.failed the gateway has refused a read
     */
    constructor(client, { read, perRead, changed, failed }) {
        this.client = client;
        this.read = read;
        this.perRead = perRead;
        this.changed = changed;
        this.failed = failed;
        this.#listeners = [
            client.on("group.didLeave", ({ groupID }) => this.#forget(groupID)),
            client.on("sync.reset", ({ stream, isGone }) => {
                if (!stream.startsWith("group_")) return;
                if (isGone) this.#forget(stream.slice(6));
                else this.stale(stream.slice(6));
            }),
        ];
    }

    /** @param {string} groupID @param {string} key */
    get(groupID, key) {
        return this.#groups.get(groupID)?.get(key);
    }

    /** @param {string} groupID @param {string[]} keys */
    look(groupID, keys) {
        const group = this.#groups.get(groupID) ?? this.#begin(groupID);
        this.#groups.delete(groupID);
        this.#groups.set(groupID, group);
        group.look(keys);
        const [oldest] = this.#groups.keys();
        if (this.#groups.size > mostGroups) this.#forget(oldest);
    }

    /** @param {string} groupID @param {string} key @param {Value | null} value */
    tell(groupID, key, value) {
        this.#groups.get(groupID)?.tell(key, () => value);
    }

    /**
     * What is known of a group may be otherwise by now. The group that was looked at last is on the screen.
     * @param {string} groupID
     * @param {string[]} [keys] only these
     */
    stale(groupID, keys) {
        const isShown = [...this.#groups.keys()].at(-1) === groupID;
        this.#groups.get(groupID)?.stale(keys, isShown);
    }

    /** The same of all groups. */
    staleAll() {
        for (const groupID of this.#groups.keys()) this.stale(groupID);
    }

    close() {
        for (const end of this.#listeners.splice(0)) end();
        for (const groupID of [...this.#groups.keys()]) this.#forget(groupID);
    }

    /** @param {string} groupID */
    #begin(groupID) {
        return new Looked(this.client, {
            read: (keys) => this.read(groupID, keys),
            perRead: this.perRead,
            most: mostKeys,
            changed: (keys) => this.changed(groupID, keys),
            failed: this.failed,
        });
    }

    /** @param {string} groupID */
    #forget(groupID) {
        this.#groups.get(groupID)?.close();
        this.#groups.delete(groupID);
    }
}

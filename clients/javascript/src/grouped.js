import { Keeping } from "./keeping.js";
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
    /**
     * A row for each group.
     * @type {Keeping<Record<string, Value>> | undefined}
     */
    #kept;
    /** @type {Array<() => void>} */
    #listeners;

    /**
     * @param {Client} client
     * @param {object} options
     * @param {(groupID: string, keys: string[]) => Promise<import("./looked.js").Found<Value>>} options.read
     * @param {number} options.perRead
     * @param {(groupID: string, keys: string[]) => void} options.changed
     * @param {string} [options.space] where the values are kept in the storage; nowhere unless given
     * @param {(error: import("./errors.js").MartletError) => void} options.failed the gateway has refused a read
     */
    constructor(client, { read, perRead, changed, space, failed }) {
        this.client = client;
        this.read = read;
        this.perRead = perRead;
        this.changed = changed;
        this.failed = failed;
        this.#kept = space === undefined ? undefined : new Keeping(client, space, mostGroups);
        this.#kept?.load().then((rows) => this.#restore(rows));
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
        this.#kept?.close();
        for (const groupID of [...this.#groups.keys()]) this.#forget(groupID);
    }

    /** @param {Array<[string, Record<string, Value>]>} rows */
    #restore(rows) {
        if (this.#listeners.length === 0) return;
        const known = [...this.#groups];
        this.#groups = new Map(rows.map(([groupID]) => [groupID, this.#groups.get(groupID) ?? this.#begin(groupID)]));
        for (const [groupID, group] of known) {
            this.#groups.delete(groupID);
            this.#groups.set(groupID, group);
        }
        for (const [groupID, values] of rows) this.#groups.get(groupID)?.restore(Object.entries(values));
    }

    /** @param {string} groupID */
    #keep(groupID) {
        const group = this.#groups.get(groupID);
        const values = group?.keys.flatMap((key) => (group.get(key) ? [[key, group.get(key)]] : [])) ?? [];
        this.#kept?.put(groupID, values.length > 0 ? Object.fromEntries(values) : undefined);
    }

    /** @param {string} groupID */
    #begin(groupID) {
        return new Looked(this.client, {
            read: (keys) => this.read(groupID, keys),
            perRead: this.perRead,
            most: mostKeys,
            changed: (keys) => this.changed(groupID, keys),
            keep: () => this.#keep(groupID),
            failed: this.failed,
        });
    }

    /** @param {string} groupID */
    #forget(groupID) {
        this.#groups.get(groupID)?.close();
        if (this.#groups.delete(groupID)) this.#kept?.put(groupID);
    }
}

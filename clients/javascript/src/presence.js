import { Emitter } from "./emitter.js";

/** @typedef {import("./client.js").Client} Client */

/** A subscription lasts a day, and is renewed after half of it. */
const expirySeconds = 86_400;
const presenceType = 1;
const friendsPresenceType = 3;
const mostUsers = 200;

/**
 * Who is online. A page watches users as long as it shows them: the subscription ends with the last handle.
 *
 * `change` names the users whose state has changed.
 * @extends {Emitter<{change: string[]}>}
 */
export class Presence extends Emitter {
    /**
     * How many handles watch each user.
     * @type {Map<string, number>}
     */
    #watched = new Map();
    /** @type {Map<string, boolean>} */
    #online = new Map();
    /** @type {any} */
    #timer;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        client.on("subscription.eventChanged", ({ events }) => this.#take(events));
        client.on("sync.reset", ({ stream }) => stream === "user" && this.#subscribe([...this.#watched.keys()]));
    }

    /**
     * Undefined for a user of whom nothing is known.
     * @param {string} userID
     */
    isOnline(userID) {
        return this.#online.get(userID);
    }

    /**
     * Watches users until the function that this returns is called.
     * @param {string[]} userIDs
     * @returns {() => void}
     */
    watch(userIDs) {
        const users = [...new Set(userIDs)].filter((user) => user !== this.client.user);
        const added = users.filter((user) => !this.#watched.has(user));
        for (const user of users) this.#watched.set(user, (this.#watched.get(user) ?? 0) + 1);
        this.#subscribe(added);
        let isWatching = true;
        return () => {
            if (isWatching) this.#release(users);
            isWatching = false;
        };
    }

    /** @param {string[]} users */
    #release(users) {
        const left = users.filter((user) => {
            const count = (this.#watched.get(user) ?? 1) - 1;
            if (count > 0) this.#watched.set(user, count);
            else this.#watched.delete(user);
            return count === 0;
        });
        this.#ask("subscription.unsubscribe", left, {});
    }

    /** @param {string[]} users */
    #subscribe(users) {
        this.#ask("subscription.subscribe", users, { expiry: expirySeconds });
        if (this.#timer !== undefined || this.#watched.size === 0) return;
        this.#timer = setTimeout(() => {
            this.#timer = undefined;
            this.#subscribe([...this.#watched.keys()]);
        }, expirySeconds * 500);
        this.#timer.unref?.();
    }

    /** @param {"subscription.subscribe" | "subscription.unsubscribe"} op @param {string[]} users @param {object} more */
    #ask(op, users, more) {
        for (let first = 0; first < users.length; first += mostUsers) {
            const userIds = users.slice(first, first + mostUsers);
            const data = /** @type {any} */ ({ userIds, subscribeType: presenceType, ...more });
            // Without presence, everybody is shown as unknown.
            this.client.request(op, data, { key: null, timeout: 0 }).catch(() => {});
        }
    }

    /** @param {any[]} events */
    #take(events) {
        const changed = [];
        for (const { userId, subscribeType, details } of events) {
            if (subscribeType !== presenceType && subscribeType !== friendsPresenceType) continue;
            this.#online.set(userId, details.some((/** @type {any} */ detail) => detail.eventValue === 1));
            changed.push(userId);
        }
        if (changed.length > 0) this.emit("change", changed);
    }
}

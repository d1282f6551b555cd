import { systemClock } from "./clock.js";
import { Emitter } from "./emitter.js";
import { asMartletError } from "./errors.js";

/** @typedef {import("./client.js").Client} Client */

/**
 * All devices of a user share a subscription, so it is renewed while it is watched here, and ends by itself. Each renewal is
 * an event of the user's other devices: so not too often.
 */
const expirySeconds = 3600;
const renewMilliseconds = 1000 * (expirySeconds / 2);
const lookMilliseconds = 1000 * (expirySeconds / 4);

const presenceType = 1;
const friendsPresenceType = 3;
const mostUsers = 200;

/**
 * Who is online. A page watches users as long as it shows them.
 *
 * `change` names the users whose state has changed; `failed` tells that the gateway has refused to tell of some.
 * @extends {Emitter<{change: string[], failed: import("./errors.js").MartletError}>}
 */
export class Presence extends Emitter {
    /**
     * How many handles watch each user.
     * @type {Map<string, number>}
     */
    #watched = new Map();
    /** @type {Map<string, boolean>} */
    #online = new Map();
    /**
     * Mutual friends, of whom the gateway tells by itself.
     * @type {Map<string, boolean>}
     */
    #friends = new Map();
    /**
     * When to renew the subscriptions, also of users who are no longer watched.
     * @type {Map<string, number>}
     */
    #renewAt = new Map();
    /** @type {any} */
    #timer;
    #clock;
    /** @type {Array<() => void>} */
    #listeners;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        this.#clock = client.options.clock ?? systemClock;
        this.#listeners = [
            client.on("subscription.eventChanged", ({ events }) => this.#take(events)),
            client.on("state", ({ name }) => name === "open" && this.#ask([...this.#watched.keys()])),
            client.on("sync.reset", ({ stream }) => stream === "user" && this.#askAnew()),
        ];
    }

    /**
     * Undefined for a user of whom nothing is known.
     * @param {string} userID
     */
    isOnline(userID) {
        return this.#online.get(userID) ?? this.#friends.get(userID);
    }

    /**
     * Watches users until the function that this returns is called. Without a connection they are asked for when there is one.
     * @param {string[]} userIDs
     * @returns {() => void}
     */
    watch(userIDs) {
        const users = [...new Set(userIDs)].filter((user) => user !== this.client.user);
        const added = users.filter((user) => !this.#watched.has(user));
        for (const user of users) this.#watched.set(user, (this.#watched.get(user) ?? 0) + 1);
        this.#ask(added);
        this.#waitToRenew();
        let isWatching = true;
        return () => {
            if (isWatching) this.#release(users);
            isWatching = false;
        };
    }

    /** Watches and hears nothing more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#clock.cancel(this.#timer);
        this.#watched.clear();
        this.#online.clear();
        this.#friends.clear();
    }

    /** @param {string[]} users */
    #release(users) {
        for (const user of users) {
            const count = (this.#watched.get(user) ?? 1) - 1;
            if (count > 0) {
                this.#watched.set(user, count);
            } else {
                this.#watched.delete(user);
                this.#online.delete(user);
            }
        }
    }

    #waitToRenew() {
        if (this.#timer !== undefined || this.#watched.size === 0) return;
        this.#timer = this.#clock.after(() => {
            this.#timer = undefined;
            this.#ask([...this.#watched.keys()].filter((user) => this.#isDue(user)));
            this.#waitToRenew();
        }, lookMilliseconds);
        this.#timer.unref?.();
    }

    /** @param {string} user */
    #isDue(user) {
        return (this.#renewAt.get(user) ?? 0) <= this.#clock.now();
    }

    /** What the gateway has of the user's subscriptions is not known. */
    #askAnew() {
        this.#renewAt.clear();
        this.#ask([...this.#watched.keys()]);
    }

    /**
     * Asks for users, now or when the session opens.
     * @param {string[]} users
     */
    #ask(users) {
        if (this.client.state.name !== "open") return;
        for (let first = 0; first < users.length; first += mostUsers) {
            this.#read(users.slice(first, first + mostUsers)).catch((error) => {
                const reason = asMartletError(error);
                // The next session asks again.
                if (reason.name !== "connectionLost" && reason.name !== "stopped") this.emit("failed", reason);
            });
        }
    }

    /**
     * The gateway tells of a user when that changes, and before only where a subscription is new: so it is asked, too.
     * @param {string[]} users
     */
    async #read(users) {
        const due = users.filter((user) => this.#isDue(user));
        if (due.length > 0) await this.#subscribe(due);
        const { events } = await this.#request("subscription.query", users);
        this.#take(events ?? []);
    }

    /** @param {string[]} users */
    async #subscribe(users) {
        const subscribe = () => this.#request("subscription.subscribe", users, { expiry: expirySeconds });
        const renewAt = this.#clock.now() + renewMilliseconds;
        const left = [...this.#renewAt.keys()].filter((user) => !this.#watched.has(user));
        try {
            await subscribe();
        } catch (error) {
            // subscriberFull: those that are no longer watched here make room.
            if (left.length === 0 || !asMartletError(error).is("rc", 26022)) throw error;
            for (let first = 0; first < left.length; first += mostUsers) {
                await this.#request("subscription.unsubscribe", left.slice(first, first + mostUsers));
            }
            for (const user of left) this.#renewAt.delete(user);
            await subscribe();
        }
        for (const user of users) this.#renewAt.set(user, renewAt);
    }

    /** @param {"subscription.subscribe" | "subscription.unsubscribe" | "subscription.query"} op @param {string[]} userIds @param {object} [more] */
    #request(op, userIds, more) {
        const data = /** @type {any} */ ({ userIds, subscribeType: presenceType, ...more });
        return /** @type {Promise<any>} */ (this.client.request(op, data, { key: null, isBound: true }));
    }

    /** @param {any[]} events */
    #take(events) {
        const changed = [];
        for (const { userId, subscribeType, details } of events) {
            const states = subscribeType === presenceType ? this.#online : subscribeType === friendsPresenceType ? this.#friends : undefined;
            if (!states || (states === this.#online && !this.#watched.has(userId))) continue;
            const before = this.isOnline(userId);
            const isOnline = details.some((/** @type {any} */ detail) => detail.eventValue === 1);
            for (const known of [this.#online, this.#friends]) if (known === states || known.has(userId)) known.set(userId, isOnline);
            if (before !== isOnline) changed.push(userId);
        }
        if (changed.length > 0) this.emit("change", changed);
    }
}

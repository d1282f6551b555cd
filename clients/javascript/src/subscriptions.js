import { systemClock } from "./clock.js";
import { asMartletError, isOfConnection, MartletError } from "./errors.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("../types/protocol.js").SubscriptionEvent} SubscriptionEvent
 */

/**
 * All devices of a user share a subscription, so it is renewed while it is watched here, and ends by itself. Each
 * renewal is an event of the user's other devices: so not too often.
 */
const expirySeconds = 3600;
const renewMilliseconds = 1000 * (expirySeconds / 2);
const lookMilliseconds = 1000 * (expirySeconds / 4);

const mostUsers = 200;

/** The user follows too many; too many follow one of the users. */
const subscriberFull = 26022;
const publisherFull = 26021;

/**
 * The users whom a page watches, as subscriptions of one type: several parts of the page share them, they are renewed
 * while they are watched, and their state is read when that begins and whenever a session opens.
 */
export class Subscriptions {
    /**
     * How many handles watch each user.
     * @type {Map<string, number>}
     */
    #watched = new Map();
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

    /**
     * @param {Client} client
     * @param {object} options
     * @param {1 | 2} options.type `subscribeType`
     * @param {(events: SubscriptionEvent[]) => void} options.take
     * @param {(userID: string) => void} options.left nobody watches the user any more
     * @param {(error: MartletError) => void} options.failed the gateway has refused something
     */
    constructor(client, { type, take, left, failed }) {
        this.client = client;
        this.type = type;
        this.take = take;
        this.left = left;
        this.failed = failed;
        this.#clock = client.options.clock ?? systemClock;
        this.#listeners = [
            client.on("subscription.eventChanged", ({ events }) => this.take(events)),
            client.on("state", ({ name }) => name === "open" && this.#ask([...this.#watched.keys()])),
            client.on("sync.reset", ({ stream }) => stream === "user" && this.#askAnew()),
        ];
    }

    /** @param {string} userID */
    isWatched(userID) {
        return this.#watched.has(userID);
    }

    /**
     * Watches users until the function that this returns is called. Without a connection they are asked for when
     * there is one.
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
    }

    /** @param {string[]} users */
    #release(users) {
        for (const user of users) {
            const count = (this.#watched.get(user) ?? 1) - 1;
            if (count > 0) {
                this.#watched.set(user, count);
            } else {
                this.#watched.delete(user);
                this.left(user);
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
                if (!isOfConnection(reason)) this.failed(reason);
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
        this.take(events ?? []);
    }

    /** @param {string[]} users */
    async #subscribe(users) {
        const subscribe = () => this.#request("subscription.subscribe", users, { expiry: expirySeconds });
        const renewAt = this.#clock.now() + renewMilliseconds;
        const left = [...this.#renewAt.keys()].filter((user) => !this.#watched.has(user));
        let reply;
        try {
            reply = await subscribe();
        } catch (error) {
            if (left.length === 0 || !asMartletError(error).is("rc", subscriberFull)) throw error;
            // Those that are no longer watched here make room.
            for (let first = 0; first < left.length; first += mostUsers) {
                await this.#request("subscription.unsubscribe", left.slice(first, first + mostUsers));
            }
            for (const user of left) this.#renewAt.delete(user);
            reply = await subscribe();
        }
        for (const user of users) this.#renewAt.set(user, renewAt);
        const { status: code, failedUserIds: keys } = reply;
        if (code === publisherFull) this.failed(new MartletError({ system: "rc", code, name: "publisherFull", keys }));
    }

    /**
     * @param {"subscription.subscribe" | "subscription.unsubscribe" | "subscription.query"} op
     * @param {string[]} userIds
     * @param {object} [more]
     */
    #request(op, userIds, more) {
        const data = /** @type {any} */ ({ userIds, subscribeType: this.type, ...more });
        return /** @type {Promise<any>} */ (this.client.request(op, data, { key: null, isBound: true }));
    }
}

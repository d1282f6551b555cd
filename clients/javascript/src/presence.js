import { Emitter } from "./emitter.js";
import { Subscriptions } from "./subscriptions.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("../types/protocol.js").SubscriptionEvent} SubscriptionEvent
 */

const presenceType = 1;
const friendsPresenceType = 3;

/**
 * Who is online. A page watches users as long as it shows them.
 *
 * `change` names the users whose state has changed; `failed` tells that the gateway has refused to tell of some.
 * @extends {Emitter<{change: string[], failed: import("./errors.js").MartletError}>}
 */
export class Presence extends Emitter {
    /** @type {Map<string, boolean>} */
    #online = new Map();
    /**
     * Mutual friends, of whom the gateway tells by itself.
     * @type {Map<string, boolean>}
     */
    #friends = new Map();
    #subscriptions;
    #unlisten;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        this.#subscriptions = new Subscriptions(client, {
            type: presenceType,
            take: (events) => this.#take(events),
            left: (user) => this.#online.delete(user),
            failed: (error) => this.emit("failed", error),
        });
        let wasOpen = this.#isOpen;
        this.#unlisten = client.on("state", () => {
            if (wasOpen === this.#isOpen) return;
            wasOpen = this.#isOpen;
            this.emit("change", [...new Set([...this.#online.keys(), ...this.#friends.keys()])]);
        });
    }

    get #isOpen() {
        return this.client.state.name === "open";
    }

    /**
     * Undefined for a user of whom nothing is known, as of nobody without a connection.
     * @param {string} userID
     */
    isOnline(userID) {
        if (!this.#isOpen) return undefined;
        return this.#online.get(userID) ?? this.#friends.get(userID);
    }

    /**
     * Watches users until the function that this returns is called. Without a connection they are asked for when
     * there is one.
     * @param {string[]} userIDs
     * @returns {() => void}
     */
    watch(userIDs) {
        return this.#subscriptions.watch(userIDs);
    }

    /** Watches and hears nothing more. */
    close() {
        this.#subscriptions.close();
        this.#unlisten();
        this.#online.clear();
        this.#friends.clear();
    }

    /** @param {number} subscribeType */
    #statesOf(subscribeType) {
        if (subscribeType === presenceType) return this.#online;
        return subscribeType === friendsPresenceType ? this.#friends : undefined;
    }

    /** @param {SubscriptionEvent[]} events */
    #take(events) {
        const changed = [];
        for (const { userId, subscribeType, details = [] } of events) {
            const states = this.#statesOf(subscribeType);
            if (!states || (states === this.#online && !this.#subscriptions.isWatched(userId))) continue;
            const before = this.isOnline(userId);
            const isOnline = details.some(({ eventValue }) => eventValue === 1);
            states.set(userId, isOnline);
            for (const known of [this.#online, this.#friends]) if (known.has(userId)) known.set(userId, isOnline);
            if (before !== isOnline) changed.push(userId);
        }
        if (changed.length > 0) this.emit("change", changed);
    }
}

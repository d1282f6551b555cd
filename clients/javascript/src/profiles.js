import { Emitter } from "./emitter.js";
import { Subscriptions } from "./subscriptions.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("../types/protocol.js").HostedProfile} HostedProfile
 * @typedef {import("../types/protocol.js").SubscriptionEvent} SubscriptionEvent
 */

const profileType = 2;
/** Of mutual friends the gateway tells by itself. */
const friendsProfileType = 4;

/**
 * Hosted profiles that the page watches as long as it shows them: always as they are now, as far as this user may see
 * them.
 *
 * `change` names the users whose profiles have changed; `failed` tells that the gateway has refused to tell of some.
 * @extends {Emitter<{change: string[], failed: import("./errors.js").MartletError}>}
 */
export class Profiles extends Emitter {
    /** @type {Map<string, HostedProfile>} */
    #profiles = new Map();
    #subscriptions;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        this.#subscriptions = new Subscriptions(client, {
            type: profileType,
            take: (events) => this.#take(events),
            left: (user) => this.#profiles.delete(user),
            failed: (error) => this.emit("failed", error),
        });
    }

    /**
     * Undefined for a user who is not watched, or of whom nothing is known yet.
     * @param {string} userID
     */
    profile(userID) {
        return this.#profiles.get(userID);
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
        this.#profiles.clear();
    }

    /** @param {SubscriptionEvent[]} events */
    #take(events) {
        const changed = [];
        for (const { userId, subscribeType, userProfile } of events) {
            if (subscribeType !== profileType && subscribeType !== friendsProfileType) continue;
            if (!userProfile || !this.#subscriptions.isWatched(userId)) continue;
            if (JSON.stringify(this.#profiles.get(userId)) === JSON.stringify(userProfile)) continue;
            this.#profiles.set(userId, userProfile);
            changed.push(userId);
        }
        if (changed.length > 0) this.emit("change", changed);
    }
}

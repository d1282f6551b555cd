/**
 * Hosted profiles that the page watches as long as it shows them: always as they are now, as far as this user may see
 * them.
 *
 * `change` names the users whose profiles have changed; `failed` tells that the gateway has refused to tell of some.
 * @extends {Emitter<{change: string[], failed: import("./errors.js").MartletError}>}
 */
export class Profiles extends Emitter<{
    change: string[];
    failed: import("./errors.js").MartletError;
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * Undefined for a user who is not watched, or of whom nothing is known yet.
     * @param {string} userID
     */
    profile(userID: string): import("../types/protocol.js").HostedProfile | undefined;
    /**
     * Watches users until the function that this returns is called. Without a connection they are asked for when
     * there is one.
     * @param {string[]} userIDs
     * @returns {() => void}
     */
    watch(userIDs: string[]): () => void;
    /** Watches and hears nothing more. */
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
export type HostedProfile = import("../types/protocol.js").HostedProfile;
export type SubscriptionEvent = import("../types/protocol.js").SubscriptionEvent;
import { Emitter } from "./emitter.js";

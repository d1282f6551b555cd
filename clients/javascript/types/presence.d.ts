/**
 * Who is online. A page watches users as long as it shows them.
 *
 * `change` names the users whose state has changed; `failed` tells that the gateway has refused to tell of some.
 * @extends {Emitter<{change: string[], failed: import("./errors.js").MartletError}>}
 */
export class Presence extends Emitter<{
    change: string[];
    failed: import("./errors.js").MartletError;
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * Undefined for a user of whom nothing is known, as of nobody without a connection.
     * @param {string} userID
     */
    isOnline(userID: string): boolean | undefined;
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
export type SubscriptionEvent = import("../types/protocol.js").SubscriptionEvent;
import { Emitter } from "./emitter.js";

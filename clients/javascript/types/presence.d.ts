/**
 * Who is online. A page watches users as long as it shows them: the subscription ends with the last handle.
 *
 * `change` names the users whose state has changed.
 * @extends {Emitter<{change: string[]}>}
 */
export class Presence extends Emitter<{
    change: string[];
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * Undefined for a user of whom nothing is known.
     * @param {string} userID
     */
    isOnline(userID: string): boolean | undefined;
    /**
     * Watches users until the function that this returns is called.
     * @param {string[]} userIDs
     * @returns {() => void}
     */
    watch(userIDs: string[]): () => void;
    #private;
}
export type Client = import("./client.js").Client;
import { Emitter } from "./emitter.js";

/**
 * The users whom a page watches, as subscriptions of one type: several parts of the page share them, they are renewed
 * while they are watched, and their state is read when that begins and whenever a session opens.
 */
export class Subscriptions {
    /**
     * @param {Client} client
     * @param {object} options
     * @param {1 | 2} options.type `subscribeType`
     * @param {(events: SubscriptionEvent[]) => void} options.take
     * @param {(userID: string) => void} options.left nobody watches the user any more
     * @param {(error: MartletError) => void} options.failed the gateway has refused something
     */
    constructor(client: Client, { type, take, left, failed }: {
        type: 1 | 2;
        take: (events: SubscriptionEvent[]) => void;
        left: (userID: string) => void;
        failed: (error: MartletError) => void;
    });
    client: import("./client.js").Client;
    type: 2 | 1;
    take: (events: SubscriptionEvent[]) => void;
    left: (userID: string) => void;
    failed: (error: MartletError) => void;
    /** @param {string} userID */
    isWatched(userID: string): boolean;
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
import { MartletError } from "./errors.js";

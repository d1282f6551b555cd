/**
 * Keeps one session open: connects, opens the session, finds out when the connection is dead, and comes back as the close
 * code wants it.
 * @extends {Emitter<LinkEvents>}
 */
export class Link extends Emitter<import("./types.js").LinkEvents> {
    /** @param {LinkOptions} options */
    constructor(options: LinkOptions);
    /** This link may send: with one connection for all tabs, only one of them does. */
    leads: boolean;
    /** @type {State} */
    state: State;
    options: import("./types.js").LinkOptions;
    /** Connects, and stays connected. A second call does nothing. */
    start(): void;
    /** Ends the session. Calls that wait for a reply fail. */
    stop(): void;
    /** The page is seen again, or the network is back. */
    wake(): void;
    /**
     * @param {string} op
     * @param {object} [data]
     * @param {import("./requests.js").RequestOptions} [options]
     */
    request(op: string, data?: object | undefined, options?: import("./requests.js").RequestOptions | undefined): Promise<any>;
    /**
     * There are no other tabs.
     * @param {string} _name
     * @param {any} _data
     */
    broadcast(_name: string, _data: any): void;
    #private;
}
export type State = import("./types.js").State;
export type LinkOptions = import("./types.js").LinkOptions;
export type LinkEvents = import("./types.js").LinkEvents;
import { Emitter } from "./emitter.js";

/** What a client does after a connection has ended, by the ranges of docs/protocol.md#closing. */

/**
 * - `again`: reconnect, at once if the connection had worked.
 * - `later`: reconnect after the delay that `server.draining` gave.
 * - `token`: get a new token, then reconnect.
 * - `never`: the session was ended on purpose, or the client is at fault.
 * @typedef {"again" | "later" | "token" | "never"} AfterClose
 */

/**
 * @param {number} code
 * @returns {AfterClose}
 */
export function afterClose(code) {
    const range = Math.floor(code / 100);
    if (range === 41) return "later";
    if (range === 42) return "token";
    // A device that slept between the connection and its session is too late, and not at fault.
    if (code === 4400) return "again";
    if (range === 43 || range === 44) return "never";
    if ([1000, 1002, 1003, 1007, 1008, 1009].includes(code)) return "never";
    return "again";
}

/**
 * Why a session has ended of which the gateway said nothing else.
 * @param {number} code
 */
export const nameOfClose = (code) => (code === 4403 ? "foreignOrigin" : "closed");

/**
 * What a client does after `session.open` was refused: get another token, ask again later, or give up.
 * @param {import("./errors.js").MartletError} error
 * @returns {"token" | "again" | "never"}
 */
export function afterRefusal({ system, code }) {
    if (system === "tim" && [6206, 7003, 70002, 70003, 70014].includes(code)) return "token";
    // The gateway cannot now, or the application's backend says no.
    return system === "app" || (system === "gw" && [1003, 1008, 1009].includes(code)) ? "again" : "never";
}

/** A session of this length shows that the gateway is well: the next failure counts as the first. */
export const wellAfterMilliseconds = 60_000;

/**
 * How long to wait after so many failed attempts in a row: nothing, then 1 s, 2 s, … 60 s, at random between half of it and
 * all of it, so that clients do not come back in the same moment.
 * @param {number} failures
 * @param {() => number} random
 */
export function retryDelay(failures, random) {
    if (failures === 0) return 0;
    return Math.min(60_000, 1000 * 2 ** (failures - 1)) * (0.5 + random() / 2);
}

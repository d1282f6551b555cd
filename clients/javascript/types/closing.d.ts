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
export function afterClose(code: number): AfterClose;
/**
 * What a client does after `session.open` was refused: get another token, ask again later, or give up.
 * @param {import("./errors.js").MartletError} error
 * @returns {"token" | "again" | "never"}
 */
export function afterRefusal({ system, code }: import("./errors.js").MartletError): "token" | "again" | "never";
/**
 * How long to wait after so many failed attempts in a row: nothing, then 1 s, 2 s, … 60 s, at random between half of it and
 * all of it, so that clients do not come back in the same moment.
 * @param {number} failures
 * @param {() => number} random
 */
export function retryDelay(failures: number, random: () => number): number;
export function nameOfClose(code: number): "closed" | "foreignOrigin";
/** A session of this length shows that the gateway is well: the next failure counts as the first. */
export const wellAfterMilliseconds: 60000;
/**
 * - `again`: reconnect, at once if the connection had worked.
 * - `later`: reconnect after the delay that `server.draining` gave.
 * - `token`: get a new token, then reconnect.
 * - `never`: the session was ended on purpose, or the client is at fault.
 */
export type AfterClose = "again" | "later" | "token" | "never";

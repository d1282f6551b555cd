/**
 * Decides when a link reconnects, from how its connections have gone since its start. Each `after…` says how many
 * milliseconds to wait, or undefined to give up.
 */
export class Reconnection {
    /** @param {import("./clock.js").Clock} clock */
    constructor(clock: import("./clock.js").Clock);
    /** How many tokens were refused in a row. */
    refusals: number;
    /**
     * How long the gateway wants it to wait, as `server.draining` has said.
     * @type {number | undefined}
     */
    drainDelay: number | undefined;
    /**
     * Why the gateway ends the session.
     * @type {import("./types.js").Kick | undefined}
     */
    kick: import("./types.js").Kick | undefined;
    /** The link connects. */
    begin(): void;
    opened(): void;
    /** @param {any} event */
    heard({ event, data }: any): void;
    /** An attempt has failed. */
    afterFailure(): number;
    /**
     * The gateway has refused `session.open`.
     * @param {import("./errors.js").MartletError} error
     */
    afterRefusal(error: import("./errors.js").MartletError): number | undefined;
    /**
     * The connection has ended, or is taken as ended.
     * @param {number} code
     */
    afterClose(code: number): number | undefined;
    #private;
}

/**
 * Asks the application for tokens, one question at a time: whoever needs a token while one is asked for gets that one.
 */
export class Tokens {
    /**
     * @param {import("./clock.js").Clock} clock
     * @param {(why: {refused: boolean}) => Promise<string> | string} provide
     */
    constructor(clock: import("./clock.js").Clock, provide: (why: {
        refused: boolean;
    }) => Promise<string> | string);
    /**
     * @param {boolean} refused whether the gateway has refused the last token
     * @returns {Promise<string>}
     */
    get(refused: boolean): Promise<string>;
    #private;
}
/**
 * Gives a session new tokens before the last one ends.
 */
export class TokenRefresh {
    /**
     * @param {import("./clock.js").Clock} clock
     * @param {() => Promise<unknown>} refresh gets a token and sends it
     */
    constructor(clock: import("./clock.js").Clock, refresh: () => Promise<unknown>);
    clock: import("./clock.js").Clock;
    refresh: () => Promise<unknown>;
    /**
     * The token ends at this time of this device's clock. A token that is shorter than the gateway's notice comes with it at
     * once, and is replaced at half of its time.
     * @param {number} end
     */
    due(end: number): void;
    stop(): void;
    #private;
}

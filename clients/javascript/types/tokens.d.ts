/**
 * Asks the application for tokens, one question at a time: whoever needs a token while one is asked for gets that one.
 */
export class Tokens {
    /** @param {(why: {refused: boolean}) => Promise<string> | string} provide */
    constructor(provide: (why: {
        refused: boolean;
    }) => Promise<string> | string);
    /**
     * @param {boolean} refused whether the gateway has refused the last token
     * @returns {Promise<string>}
     */
    get(refused: boolean): Promise<string>;
    #private;
}

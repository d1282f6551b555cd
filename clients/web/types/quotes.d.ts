/**
 * The messages that others reply to. They are read by their ids, so that nothing of a recalled one stays in its
 * replies.
 */
export class Quotes {
    /** @param {any} client @param {() => void} changed */
    constructor(client: any, changed: () => void);
    client: any;
    changed: () => void;
    close(): void;
    /** Undefined as long as it is not known. @param {string} msgId */
    get(msgId: any): any;
    /** One that the page has. @param {any} message */
    take(message: any): void;
    #private;
}

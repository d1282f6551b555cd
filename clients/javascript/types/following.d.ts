/**
 * The role of a tab that follows: it takes what the leading tab relays, asks it for everything, and takes the lead from it
 * when it does not answer.
 */
export class Following {
    /** @param {import("./types.js").Tab} tab */
    constructor(tab: import("./types.js").Tab);
    /**
     * The tab that leads.
     * @type {string | undefined}
     */
    leader: string | undefined;
    tab: import("./types.js").Tab;
    start(): void;
    end(): void;
    wake(): void;
    /** @param {string} name @param {any} data */
    broadcast(name: string, data: any): void;
    /** @param {number} id @param {import("./calls.js").Call} call */
    issue(id: number, { op, data, options }: import("./calls.js").Call): void;
    /** @param {any} message */
    hear(message: any): void;
    #private;
}

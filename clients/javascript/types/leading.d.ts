/**
 * The role of the tab that leads: it has the connection, relays to the others what comes in, and does what they ask for.
 * Relays are numbered, so a tab knows when it has missed one.
 */
export class Leading {
    /** @param {import("./types.js").Tab} tab */
    constructor(tab: import("./types.js").Tab);
    /** This tab follows none. */
    leader: undefined;
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

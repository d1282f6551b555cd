/** What the user has begun to write in each conversation, kept in the storage, and told to the other tabs. */
export class Drafts {
    /**
     * @param {import("./client.js").Client} client
     * @param {object} options
     * @param {Promise<void>} options.opened when the storage can be read
     * @param {(conversationID: string) => void} options.changed
     */
    constructor(client: import("./client.js").Client, { opened, changed }: {
        opened: Promise<void>;
        changed: (conversationID: string) => void;
    });
    client: import("./client.js").Client;
    changed: (conversationID: string) => void;
    unlisten: () => void;
    /** What an earlier page has left is here, if it can be read. */
    loaded: Promise<void>;
    /** @param {string} conversationID */
    get(conversationID: string): any;
    /** @param {string} conversationID @param {any} draft */
    keep(conversationID: string, draft: any): void;
    /** Listens no more. */
    close(): void;
    flush(): Promise<any>;
    /** Forgets all of them; when it is done, nothing more is written. */
    clear(): Promise<void>;
    #private;
}

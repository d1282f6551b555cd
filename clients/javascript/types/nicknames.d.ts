/** Members' nicknames in groups: the attribute `nickname`. */
export class Nicknames {
    /**
     * @param {Client} client
     * @param {object} options
     * @param {(users: string[]) => void} options.changed
     * @param {(error: MartletError) => void} options.failed
     */
    constructor(client: Client, { changed, failed }: {
        changed: (users: string[]) => void;
        failed: (error: MartletError) => void;
    });
    client: import("./client.js").Client;
    /**
     * Empty if the member has none, or none is known.
     * @param {string} groupID
     * @param {string} userID
     */
    of(groupID: string, userID: string): string;
    /** @param {string} groupID @param {string[]} users */
    look(groupID: string, users: string[]): void;
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
/**
 * An attribute that is empty was deleted.
 */
export type MartletError = import("./errors.js").MartletError;
export type Attributes = {
    groupID: string;
    userID: string;
    attributes: Record<string, string>;
};

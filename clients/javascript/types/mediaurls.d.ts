/**
 * URLs of media, each of which ends. Those that are asked for in a moment are asked of the gateway together.
 */
export class MediaURLs {
    /** @param {import("./client.js").Client} client */
    constructor(client: import("./client.js").Client);
    client: import("./client.js").Client;
    /** @param {string} mediaID @returns {Promise<string>} */
    url(mediaID: string): Promise<string>;
    /** @param {string} mediaID */
    forget(mediaID: string): void;
    #private;
}

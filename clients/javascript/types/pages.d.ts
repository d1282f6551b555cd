/** @typedef {import("./window.js").MessageWindow} MessageWindow */
/** Reads pages of conversations, of this device or of the gateway, into what is shown of them. */
export class Pages {
    /**
     * @param {object} options
     * @param {import("./client.js").Client} options.client
     * @param {import("./local.js").LocalStore} [options.local]
     * @param {Promise<void>} options.ready when the device can be read
     * @param {(conversationID: string, window: MessageWindow, cursor: number) => boolean} options.isAt if not, the window was
     *     forgotten or trimmed meanwhile: a page does not go on where it ends
     * @param {(conversationID: string) => void} options.changed
     */
    constructor({ client, local, ready, isAt, changed }: {
        client: import("./client.js").Client;
        local?: import("./local.js").LocalStore | undefined;
        ready: Promise<void>;
        isAt: (conversationID: string, window: MessageWindow, cursor: number) => boolean;
        changed: (conversationID: string) => void;
    });
    client: import("./client.js").Client;
    local: import("./local.js").LocalStore | undefined;
    ready: Promise<void>;
    isAt: (conversationID: string, window: MessageWindow, cursor: number) => boolean;
    changed: (conversationID: string) => void;
    /**
     * Reads the next page. What is stale is shown at once, until the gateway has answered; the promise does not wait
     * for that.
     * @param {string} conversationID @param {MessageWindow} window @param {number} limit
     * @returns {Promise<void>}
     */
    read(conversationID: string, window: MessageWindow, limit: number): Promise<void>;
    #private;
}
export type MessageWindow = import("./window.js").MessageWindow;

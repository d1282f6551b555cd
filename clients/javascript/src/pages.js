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
    constructor({ client, local, ready, isAt, changed }) {
        this.client = client;
        this.local = local;
        this.ready = ready;
        this.isAt = isAt;
        this.changed = changed;
    }

    /**
     * Reads the next page. What is stale is shown at once, until the gateway has answered; the promise does not wait
     * for that.
     * @param {string} conversationID @param {MessageWindow} window @param {number} limit
     * @returns {Promise<void>}
     */
    read(conversationID, window, limit) {
        window.loading ??= new Promise((resolve, reject) => {
            const read = async () => {
                try {
                    const { local } = this;
                    if (local && (await this.#readLocal(local, conversationID, window, limit, resolve))) return;
                    await this.#readRemote(conversationID, window, limit);
                } catch (error) {
                    if (window.fail()) this.changed(conversationID);
                    throw error;
                } finally {
                    window.loading = undefined;
                }
            };
            read().then(resolve, reject);
        });
        return window.loading;
    }

    /**
     * @param {import("./local.js").LocalStore} local
     * @param {string} conversationID @param {MessageWindow} window @param {number} limit
     * @param {(value?: any) => void} showStale
     * @returns {Promise<boolean>} whether the gateway need not be asked
     */
    async #readLocal(local, conversationID, window, limit, showStale) {
        const { cursor } = window;
        await this.ready;
        const page = await local.read(conversationID, cursor, limit);
        if (!this.isAt(conversationID, window, cursor)) return true;
        if (!page) return false;
        if (!page.isStale) window.addOlder(page);
        else if (!window.isLoaded) window.stale = page.messages.reverse();
        this.changed(conversationID);
        if (page.isStale) showStale();
        return !page.isStale;
    }

    /** @param {string} conversationID @param {MessageWindow} window @param {number} limit */
    async #readRemote(conversationID, window, limit) {
        const { cursor } = window;
        const page = await this.client.history(conversationID, { limit, cursor }, { timeout: 0 });
        if (!this.isAt(conversationID, window, cursor)) return;
        const bottom = page.messages.at(-1);
        // Behind the last page there may be what only the device has.
        const goesOn = page.isFinished && bottom && this.local?.hasOlder(conversationID);
        window.addOlder(goesOn ? { ...page, cursor: bottom.seq, isFinished: false } : page);
        this.local?.page(conversationID, cursor, page);
        this.changed(conversationID);
    }
}

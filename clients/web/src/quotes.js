/**
 * The messages that others reply to. They are read by their ids, so that nothing of a recalled one stays in its
 * replies.
 */
export class Quotes {
    /** Null for one that is not there. @type {Map<string, any>} */
    #known = new Map();
    #wanted = new Set();
    #ends;

    /** @param {any} client @param {() => void} changed */
    constructor(client, changed) {
        this.client = client;
        this.changed = changed;
        this.#ends = [
            client.on("message.changed", ({ message }) => this.#put(message.msgId, message)),
            client.on("message.gone", ({ msgId }) => this.#put(msgId, null)),
            client.on("message.deleted", ({ msgIds }) => msgIds.forEach((msgId) => this.#put(msgId, null))),
        ];
    }

    close() {
        for (const end of this.#ends) end();
    }

    /** Undefined as long as it is not known. @param {string} msgId */
    get(msgId) {
        if (!this.#known.has(msgId)) this.#want(msgId);
        return this.#known.get(msgId);
    }

    /** One that the page has. @param {any} message */
    take(message) {
        this.#known.set(message.msgId, message);
    }

    #put(msgId, message) {
        if (!this.#known.has(msgId)) return;
        this.#known.set(msgId, message);
        this.changed();
    }

    #want(msgId) {
        this.#wanted.add(msgId);
        if (this.#wanted.size === 1) setTimeout(() => this.#read(), 0);
    }

    async #read() {
        const msgIds = [...this.#wanted].slice(0, 100);
        for (const msgId of msgIds) this.#known.set(msgId, undefined);
        this.#wanted.clear();
        try {
            const { results } = await this.client.request("message.get", { msgIds }, { key: null, timeout: 0 });
            for (const { msgId, message } of results) this.#known.set(msgId, message ?? null);
            // As many as fit into a reply: the others are asked for when they are drawn again.
            for (const msgId of msgIds.slice(results.length)) this.#known.delete(msgId);
        } catch (error) {
            // They are asked for again when they are drawn again.
            for (const msgId of msgIds) this.#known.delete(msgId);
            return;
        }
        this.changed();
    }
}

import { Emitter } from "./emitter.js";
import { asMartletError, MartletError } from "./errors.js";
import { RisingIDs } from "./ids.js";

/**
 * @typedef {import("./types.js").OutboxEntry} OutboxEntry
 * @typedef {import("../types/protocol.js").Message} Message
 */

const prefix = "outbox/";

/**
 * Messages on their way, kept in the storage until the gateway has acknowledged them. Of each conversation one is under
 * way at a time, in the order in which they were written, with the same `clientMsgId` for each try: so none is lost,
 * doubled or overtaken. A message that the gateway refuses stays, failed, until it is sent again or discarded.
 *
 * `change` tells that entries have come, gone or failed; `sent` that one was stored, as the message that it is now.
 * @extends {Emitter<{change: void, sent: Message, unsaved: MartletError}>}
 */
export class Outbox extends Emitter {
    /**
     * In the order of their ids.
     * @type {Map<string, OutboxEntry>}
     */
    #entries = new Map();
    /** @type {Map<string, {resolve: (message: Message) => void, reject: (error: MartletError) => void}>} */
    #calls = new Map();
    /**
     * Conversations with a message under way.
     * @type {Set<string>}
     */
    #busy = new Set();
    #ids = new RisingIDs();
    /**
     * Changes that wait for the storage, and the write that will take them.
     * @type {Array<[string, any]>}
     */
    #unwritten = [];
    /** @type {Promise<boolean> | undefined} */
    #nextWrite;
    /** @type {Promise<any>} */
    #writing = Promise.resolve();

    /**
     * @param {object} options
     * @param {import("./types.js").AnyLink} options.link
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./clock.js").Clock} options.clock
     * @param {string} options.user
     */
    constructor({ link, storage, clock, user }) {
        super();
        this.link = link;
        this.storage = storage;
        this.clock = clock;
        this.user = user;
        link.on("leading", () => this.load());
        link.on("state", ({ name }) => name === "open" && this.#pumpAll());
        link.on("broadcast", ({ name, data }) => this.#hear(name, data));
    }

    /**
     * All messages on their way, or of one conversation, in the order of writing.
     * @param {string} [conversationID]
     * @returns {OutboxEntry[]}
     */
    entries(conversationID) {
        const entries = [...this.#entries.values()].sort((one, other) => (one.clientMsgId < other.clientMsgId ? -1 : 1));
        return conversationID === undefined ? entries : entries.filter((entry) => entry.conversationID === conversationID);
    }

    /** Takes in what an earlier page, or another tab, has left in the storage. */
    async load() {
        try {
            for (const [key, entry] of await this.storage.load()) {
                if (!key.startsWith(prefix) || this.#entries.has(entry.clientMsgId)) continue;
                this.#ids.startAfter(entry.clientMsgId);
                this.#entries.set(entry.clientMsgId, entry);
            }
        } catch (error) {
            this.emit("unsaved", asMartletError(error));
        }
        this.emit("change", undefined);
        this.#pumpAll();
    }

    #pumpAll() {
        for (const { conversationID } of this.entries()) this.#pump(conversationID);
    }

    /**
     * Writes a message. The promise waits for the gateway's acknowledgement, however long that takes.
     * @param {string} conversationID
     * @param {{type?: number, body: object} & Record<string, any>} message
     * @returns {{clientMsgId: string, stored: Promise<Message>}}
     */
    add(conversationID, message) {
        const time = this.clock.now();
        const clientMsgId = this.#ids.next(time);
        const data = { type: 0, ...message, conversationID, clientMsgId };
        /** @type {OutboxEntry} */
        const entry = { clientMsgId, conversationID, time, message: data, state: "waiting" };
        this.#entries.set(clientMsgId, entry);
        const stored = new Promise((resolve, reject) => this.#calls.set(clientMsgId, { resolve, reject }));
        // Whoever only looks at the outbox need not handle this promise.
        stored.catch(() => {});
        this.emit("change", undefined);
        this.#save(entry).then(() => {
            this.link.broadcast("outbox.added", entry);
            this.#pump(conversationID);
        });
        return { clientMsgId, stored };
    }

    /**
     * Sends a failed message again, after those of its conversation that wait.
     * @param {string} clientMsgId
     */
    async retry(clientMsgId) {
        const entry = this.#entries.get(clientMsgId);
        if (entry?.state !== "failed") return;
        await this.discard(clientMsgId);
        const { clientMsgId: _, conversationID, ...message } = entry.message;
        return this.add(conversationID, message);
    }

    /**
     * Forgets a failed message.
     * @param {string} clientMsgId
     */
    async discard(clientMsgId) {
        const entry = this.#entries.get(clientMsgId);
        if (entry?.state !== "failed") return;
        this.#remove(clientMsgId);
        this.link.broadcast("outbox.removed", { clientMsgId });
        await this.#write([[prefix + clientMsgId, undefined]]);
    }

    /** Forgets all messages; when it is done, nothing more is written. */
    async clear() {
        this.#entries.clear();
        this.#unwritten = [];
        this.emit("change", undefined);
        await this.#writing;
    }

    /** @param {OutboxEntry} entry */
    async #save(entry) {
        if (await this.#write([[prefix + entry.clientMsgId, entry]])) return;
        entry.isUnsaved = true;
        this.emit("change", undefined);
    }

    /**
     * Writes happen in their order, and what comes while one is under way goes together into the next.
     * @param {Array<[string, any]>} changes
     * @returns {Promise<boolean>}
     */
    #write(changes) {
        this.#unwritten.push(...changes);
        this.#nextWrite ??= this.#writing = this.#writing
            .then(() => {
                this.#nextWrite = undefined;
                return this.storage.write(this.#unwritten.splice(0));
            })
            .then(
                () => true,
                (error) => {
                    this.emit("unsaved", asMartletError(error));
                    return false;
                },
            );
        return this.#nextWrite;
    }

    /**
     * Sends the first message of the conversation that waits.
     * @param {string} conversationID
     */
    async #pump(conversationID) {
        if (!this.link.leads || this.#busy.has(conversationID)) return;
        const entry = this.entries(conversationID).find((entry) => entry.state === "waiting");
        if (!entry) return;
        this.#busy.add(conversationID);
        try {
            const reply = await this.link.request("message.send", entry.message, { timeout: 0, key: null, isBound: true });
            this.#succeed(entry, reply);
        } catch (error) {
            const reason = asMartletError(error);
            // Stopped, or another tab leads now: the entry waits in the storage.
            if (reason.system === "client" || reason.is("tim", 6014)) return;
            this.#fail(entry, reason.toJSON());
        } finally {
            this.#busy.delete(conversationID);
        }
        this.#pump(conversationID);
    }

    /** @param {OutboxEntry} entry @param {any} reply */
    #succeed(entry, { message, ...place }) {
        const { type, body, atUserList, apnsContent } = entry.message;
        const sessionType = entry.conversationID.startsWith("group_") ? 1 : 0;
        const { clientMsgId } = entry;
        const stored = message ?? { clientMsgId, sessionType, from: this.user, type, body, ...(atUserList && { atUserList }), ...(apnsContent && { apnsContent }), ...place };
        this.link.broadcast("outbox.sent", stored);
        this.#hear("outbox.sent", stored);
        this.#write([[prefix + clientMsgId, undefined]]);
    }

    /** @param {OutboxEntry} entry @param {any} error */
    #fail(entry, error) {
        const failed = /** @type {OutboxEntry} */ ({ ...entry, state: "failed", error });
        this.link.broadcast("outbox.failed", failed);
        this.#hear("outbox.failed", failed);
        this.#save(failed);
    }

    /**
     * What a tab tells of the outbox, this one included.
     * @param {string} name
     * @param {any} data
     */
    #hear(name, data) {
        if (name === "outbox.added") {
            if (this.#entries.has(data.clientMsgId)) return;
            this.#ids.startAfter(data.clientMsgId);
            this.#entries.set(data.clientMsgId, data);
            this.emit("change", undefined);
            this.#pump(data.conversationID);
        } else if (name === "outbox.sent") {
            this.emit("sent", data);
            this.#calls.get(data.clientMsgId)?.resolve(data);
            this.#remove(data.clientMsgId);
        } else if (name === "outbox.failed") {
            this.#entries.set(data.clientMsgId, data);
            this.#calls.get(data.clientMsgId)?.reject(new MartletError(data.error));
            this.#calls.delete(data.clientMsgId);
            this.emit("change", undefined);
        } else if (name === "outbox.removed") {
            this.#remove(data.clientMsgId);
        }
    }

    /** @param {string} clientMsgId */
    #remove(clientMsgId) {
        this.#calls.delete(clientMsgId);
        if (this.#entries.delete(clientMsgId)) this.emit("change", undefined);
    }
}

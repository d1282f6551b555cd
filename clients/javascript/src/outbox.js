import { Emitter } from "./emitter.js";
import { Entries } from "./entries.js";
import { asMartletError, MartletError } from "./errors.js";
import { isKnown } from "./retries.js";
import { findStored, storedMessage } from "./stored.js";
import { Writes } from "./writes.js";

/**
 * @typedef {import("./types.js").OutboxEntry} OutboxEntry
 * @typedef {import("../types/protocol.js").Message} Message
 */

const space = "outbox";

/**
 * Messages on their way, kept in the storage until the gateway has acknowledged them. Of each conversation one is under
 * way at a time, in the order in which they were written, with the same `clientMsgId` for each try: so none is lost,
 * doubled or overtaken. One that is older than the gateway knows that id is looked for before it is sent. A message that the
 * gateway refuses stays, failed, until it is sent again or discarded.
 *
 * `change` tells that entries have come, gone or failed; `sent` that one was stored, as the message that it is now.
 * @extends {Emitter<{change: void, sent: Message, unsaved: MartletError}>}
 */
export class Outbox extends Emitter {
    #entries = new Entries();
    /** @type {Map<string, {resolve: (message: Message) => void, reject: (error: MartletError) => void}>} */
    #calls = new Map();
    /**
     * Conversations with a message under way.
     * @type {Set<string>}
     */
    #busy = new Set();
    /** How many readings of the storage are under way: until they end, an earlier message may be unknown. */
    #loads = 0;
    /** @type {Promise<void>} */
    #loading = Promise.resolve();
    #writes;
    /**
     * For so many hours the gateway knows a `clientMsgId`.
     * @type {number | undefined}
     */
    #retryHours;

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
        this.#writes = new Writes(storage, (error) => this.emit("unsaved", error));
        link.on("leading", () => this.load());
        link.on("following", () => this.#ask());
        link.on("login", ({ reply }) => {
            this.#retryHours = reply.limits?.retryHours;
            this.#pumpAll();
        });
        link.on("broadcast", ({ name, data }) => this.#hear(name, data));
    }

    /**
     * All messages on their way, or of one conversation, in the order of writing.
     * @param {string} [conversationID]
     * @returns {OutboxEntry[]}
     */
    entries(conversationID) {
        return this.#entries.list(conversationID);
    }

    /** Takes in what an earlier page, or another tab, has left in the storage. */
    load() {
        return (this.#loading = this.#read());
    }

    async #read() {
        this.#loads++;
        try {
            for (const [clientMsgId, entry] of await this.storage.range(space)) {
                if (!this.#entries.hasSeen(clientMsgId)) this.#entries.takeIn(entry);
            }
        } catch (error) {
            this.emit("unsaved", asMartletError(error));
        }
        this.#loads--;
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
     * @param {import("./types.js").WaitingFile[]} [files] that go first: `media.js` uploads them
     * @returns {{clientMsgId: string, stored: Promise<Message>}}
     */
    add(conversationID, message, files) {
        const time = this.clock.now();
        const clientMsgId = this.#entries.nextID(time);
        // A copy, since each try must be of the same message; what is no JSON fails here.
        const data = JSON.parse(JSON.stringify({ type: 0, ...message, conversationID, clientMsgId }));
        /** @type {OutboxEntry} */
        const entry = { clientMsgId, conversationID, time, message: data, state: files ? "uploading" : "waiting", files };
        const stored = new Promise((resolve, reject) => this.#calls.set(clientMsgId, { resolve, reject }));
        // Whoever only looks at the outbox need not handle this promise.
        stored.catch(() => {});
        this.put(entry);
        return { clientMsgId, stored };
    }

    /**
     * An entry is new, or its files are uploaded.
     * @param {OutboxEntry} entry
     */
    put(entry) {
        this.#entries.set(entry);
        this.storage.note?.(space, entry.clientMsgId, entry);
        this.emit("change", undefined);
        this.#save(entry).then(() => {
            this.link.broadcast("outbox.added", entry);
            this.#pump(entry.conversationID);
        });
    }

    /**
     * Sends a failed message again, after those of its conversation that wait.
     * @param {string} clientMsgId
     */
    async retry(clientMsgId) {
        const entry = this.#entries.get(clientMsgId);
        if (entry?.state !== "failed") return;
        await this.discard(clientMsgId);
        return this.add(entry.conversationID, entry.message, entry.files);
    }

    /**
     * Forgets a message that has failed, or whose files are on their way.
     * @param {string} clientMsgId
     */
    async discard(clientMsgId) {
        const entry = this.#entries.get(clientMsgId);
        if (!entry || entry.state === "waiting") return;
        await this.#forget("outbox.removed", { clientMsgId });
    }

    flush() {
        return this.#writes.flush();
    }

    /** Forgets all messages; when it is done, nothing more is written. */
    async clear() {
        this.#entries.clear();
        for (const [clientMsgId] of this.#calls) this.#settle(clientMsgId, discarded());
        const cleared = this.#writes.clear();
        this.emit("change", undefined);
        await cleared;
    }

    /** @param {OutboxEntry} entry */
    async #save(entry) {
        if (await this.#writes.write([space, entry.clientMsgId, entry])) return;
        entry.isUnsaved = true;
        this.emit("change", undefined);
    }

    /**
     * Sends the first message of the conversation that waits.
     * @param {string} conversationID
     */
    async #pump(conversationID) {
        if (!this.link.leads || this.#loads > 0 || this.#busy.has(conversationID)) return;
        const entry = this.#entries.first(conversationID);
        if (!entry) return;
        this.#busy.add(conversationID);
        try {
            const message = await this.#storedBefore(entry);
            this.#succeed(entry, message ? { message } : await this.#send(entry.message));
        } catch (error) {
            const reason = asMartletError(error);
            // Another connection, perhaps another tab's, goes on with it.
            if (reason.name === "connectionLost" || reason.name === "stopped" || reason.is("tim", 6014)) return;
            this.fail(entry, reason.toJSON());
        } finally {
            this.#busy.delete(conversationID);
        }
        this.#pump(conversationID);
    }

    /** @param {Record<string, any>} message */
    async #send(message) {
        const reply = await this.#request("message.send", message);
        if (!(message.replyTo || message.media) || reply.message) return reply;
        // Whose message it replies to, and what its media are, only the gateway knows.
        const { results } = await this.#request("message.get", { msgIds: [reply.msgId] });
        return results[0].message ? results[0] : reply;
    }

    /** @param {string} op @param {object} data */
    #request(op, data) {
        return this.link.request(op, data, { timeout: 0, key: null, isBound: true });
    }

    /**
     * The message that an earlier try has stored, if the gateway would not know its `clientMsgId` any more. The clock of this
     * device may have been set back since it was written.
     * @param {OutboxEntry} entry
     */
    async #storedBefore(entry) {
        const now = this.clock.now();
        if (isKnown(entry.time, now, this.#retryHours)) return undefined;
        const { state } = this.link;
        const writtenAt = Math.min(entry.time, now) + (state.name === "open" ? state.clockOffset : 0);
        return findStored(entry, { user: this.user, writtenAt, read: (page) => this.#request("message.history", page) });
    }

    /** @param {OutboxEntry} entry @param {any} reply */
    #succeed(entry, reply) {
        this.#forget("outbox.sent", storedMessage(entry, this.user, reply));
    }

    /**
     * An entry has gone. A tab that comes later does not find it, and one that is there hears of it.
     * @param {string} name @param {any} data
     */
    async #forget(name, data) {
        this.#hear(name, data);
        await this.#writes.write([space, data.clientMsgId]);
        this.link.broadcast(name, data);
    }

    /** @param {OutboxEntry} entry @param {any} error as JSON */
    fail(entry, error) {
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
            const entry = this.#entries.get(data.clientMsgId);
            if (entry && !entry.files) return;
            this.#entries.takeIn(data);
            this.emit("change", undefined);
            this.#pump(data.conversationID);
        } else if (name === "outbox.sent") {
            this.emit("sent", data);
            this.#settle(data.clientMsgId, undefined, data);
            this.#remove({ name, data });
        } else if (name === "outbox.failed") {
            this.#entries.set(data);
            this.#settle(data.clientMsgId, new MartletError(data.error));
            this.emit("change", undefined);
        } else if (name === "outbox.removed") {
            this.#settle(data.clientMsgId, discarded());
            this.#remove({ name, data });
        } else if (name === "outbox.unknown") {
            const entry = this.#entries.get(data.clientMsgId);
            if (entry) this.link.broadcast("outbox.added", entry);
        } else if (name === "outbox.asked") {
            this.#answer(data);
        } else if (name === "outbox.answered") {
            for (const told of data) if (this.#entries.get(told.data.clientMsgId)) this.#hear(told.name, told.data);
        }
    }

    /**
     * A tab that was frozen has not heard what became of messages meanwhile, nor which others have come: the first it asks
     * the tab that has the connection, the others are in the storage.
     */
    async #ask() {
        await this.load();
        const waiting = this.entries().filter(({ state }) => state === "waiting");
        if (waiting.length > 0) this.link.broadcast("outbox.asked", waiting.map(({ clientMsgId }) => clientMsgId));
    }

    /**
     * The tab that has the connection says what became of messages.
     * @param {string[]} ids
     */
    async #answer(ids) {
        if (!this.link.leads) return;
        await this.#loading;
        const answers = ids.flatMap((clientMsgId) => this.#entries.outcome(clientMsgId) ?? []);
        if (answers.length > 0) this.link.broadcast("outbox.answered", answers);
    }

    /** @param {string} clientMsgId @param {MartletError | undefined} error @param {Message} [message] */
    #settle(clientMsgId, error, message) {
        const call = this.#calls.get(clientMsgId);
        this.#calls.delete(clientMsgId);
        if (error) call?.reject(error);
        else call?.resolve(/** @type {Message} */ (message));
    }

    /** @param {import("./entries.js").EntryBroadcast} broadcast */
    #remove(broadcast) {
        if (this.#entries.remove(broadcast)) this.emit("change", undefined);
    }
}

const discarded = () => new MartletError({ name: "discarded" });

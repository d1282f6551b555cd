import { systemClock } from "./clock.js";
import { asMartletError } from "./errors.js";
import { Families } from "./families.js";
import { randomName } from "./ids.js";
import { KeptPositions } from "./kept.js";
import { Link } from "./link.js";
import { MemoryStorage } from "./memory.js";
import { Outbox } from "./outbox.js";
import { Sync } from "./sync.js";
import { listenToPage } from "./waking.js";

/**
 * @template {Record<string, any>} Events
 * @typedef {import("./emitter.js").Emitter<Events>} Emitter
 */

/**
 * @typedef {import("../types/protocol.js").Operations} Operations
 * @typedef {import("../types/protocol.js").Events} ProtocolEvents
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 * @typedef {import("./types.js").State} State
 * @typedef {import("../types/protocol.js").Calls<import("./requests.js").RequestOptions>} Calls
 */

/**
 * The events of the gateway by their names, of which `message.gone` also tells of what is kept no longer, and the client's own:
 * - `state`: the connection has changed.
 * - `event`: each event, with its name and place.
 * - `message.sent`: an own message was stored; the gateway tells it to other devices only. It comes with the acknowledgement,
 *   so a message that is sent again can come after messages with a higher `seq`.
 * - `friend.modified`, `group.attributesSet`: this device has changed a friend's fields, or a member's attributes. The gateway
 *   tells it to other devices only, by `friend.changed` and `group.attributesChangedOfMember`.
 * - `sync.list`: the whole list of conversations was read.
 * - `sync.reset`: what the application keeps of a stream (`user`, a conversation, `group_…`, `channel_…`) is void: read it
 *   anew. `why` is the gateway's: docs/protocol.md#streams. `isOfEvents`: of the events of the user or group, and not of messages.
 * - `sync.gap`: these messages were not fetched, because they are more than `gapLimit`.
 * - `sync.failed`: something could not be fetched.
 * - `unsaved`: the storage fails; messages are only in memory.
 * - `storeLost`: what the storage had of conversations could not be read, and is read from the gateway again.
 * @typedef {ProtocolEvents & {
 *     "state": State,
 *     "event": import("./types.js").Incoming,
 *     "message.sent": Message,
 *     "friend.modified": Operations["friend.modify"]["data"],
 *     "group.attributesSet": Operations["group.setAttributes"]["data"] & {userID: string},
 *     "sync.list": {conversations: Conversation[]},
 *     "sync.reset": {stream: string, isGone: boolean, why?: "kept" | "deleted" | "beyond" | "unknown", isOfEvents?: true},
 *     "sync.gap": {conversationID: string, from: number, to: number},
 *     "sync.failed": {stream: string, error: import("./errors.js").MartletError},
 *     "unsaved": import("./errors.js").MartletError,
 *     "storeLost": import("./errors.js").MartletError,
 * }} ClientEvents
 */

/**
 * @typedef {object} ClientOptions
 * @property {string} url of the gateway: `wss://chat.example.com/v1/ws`
 * @property {string} user who signs in; the token must be this user's
 * @property {(why: {refused: boolean}) => Promise<string> | string} token gives a token, from the application's backend
 * @property {string} [platform] `web` unless given
 * @property {string} [device] the device's name, if the application keeps one; a browser's tabs have names of their own
 * @property {import("./types.js").Storage} [storage] where unsent messages are kept; in memory unless given
 * @property {(options: import("./types.js").LinkOptions) => import("./types.js").AnyLink} [link] one connection for all
 *     tabs: `shareTabs` of `tabs.js`
 * @property {number} [gapLimit] how many missed messages of a conversation are fetched, 1000 unless given
 * @property {boolean} [keepsPositions] whether what was delivered is kept in the storage, so that the next run goes on
 *     there: for programs that must hear each message once, and keep no list of their own
 * @property {typeof WebSocket} [WebSocket] for Node before version 22: that of `node.js`
 * @property {import("./clock.js").Clock} [clock] for tests
 */

/**
 * A user's connection to a gateway: requests, messages that survive, and events in order. Each operation is also a function:
 * `client.friend.add(data)`.
 */
export class Client extends /** @type {new () => Emitter<ClientEvents> & Calls} */ (Families) {
    #clock;
    #sync;
    /**
     * Only if the application wants it.
     * @type {KeptPositions | undefined}
     */
    #kept;
    /** @type {Promise<void> | undefined} */
    #loading;
    #isWanted = false;
    /** By how much the gateway's clock was ahead of this one when that was last known. */
    #clockOffset = 0;
    /** @type {() => void} */
    #unlisten = () => {};

    /** @param {ClientOptions} options */
    constructor(options) {
        super();
        const { user, device, clock = systemClock } = options;
        this.options = options;
        this.user = user;
        /** @type {import("./types.js").Storage} */
        this.storage = options.storage ?? new MemoryStorage();
        this.#clock = clock;
        const { storage } = this;
        const makeLink = options.link ?? ((linkOptions) => new Link(linkOptions));
        /** @type {import("./types.js").AnyLink} */
        this.link = makeLink({
            url: options.url,
            user,
            token: options.token,
            device: device ? () => device : undefined,
            platform: options.platform ?? "web",
            positions: () => this.#sync.positions.named(),
            WebSocket: options.WebSocket,
            clock: options.clock,
        });
        this.#sync = new Sync({
            request: (op, data) => this.link.request(op, data, { timeout: 0, key: null }),
            deliver: (incoming) => this.#deliver(incoming),
            user,
            gapLimit: options.gapLimit ?? 1000,
        });
        this.outbox = new Outbox({ link: this.link, storage, clock, user });
        /**
         * Those who write to the storage, and stop before it is cleared.
         * @type {Set<{flush: () => Promise<any>, clear: () => Promise<any>}>}
         */
        this.writers = new Set([this.outbox]);
        if (options.keepsPositions) this.#keep();
        this.link.on("state", (state) => {
            if (state.name === "open") this.#clockOffset = state.clockOffset;
            this.emit("state", state);
        });
        this.link.on("login", (login) => this.#sync.login(login));
        this.link.on("event", (event) => this.#sync.event(event));
        this.link.on("broadcast", ({ name, data }) => this.#hear(name, data));
        this.outbox.on("sent", (message) => this.#sync.own(message));
        this.outbox.on("unsaved", (error) => this.emit("unsaved", error));
    }

    /**
     * Whether a store can be kept: not if the application has given no storage, or the client was connected before, since then
     * this device has missed what happened since the rows were written.
     */
    get canKeep() {
        return !this.#loading && this.options.storage !== undefined && !this.#kept?.rows;
    }

    /**
     * Has the rows of a store written with the positions that they stand for.
     * @param {import("./kept.js").Rows} rows
     */
    keep(rows) {
        const kept = this.#kept ?? this.#keep(true);
        kept.rows = rows;
        return kept;
    }

    #keep(isForRows = false) {
        const failed = (/** @type {any} */ error) => this.emit("unsaved", error);
        const { storage, link } = this;
        const kept = new KeptPositions({ storage, link, clock: this.#clock, sync: this.#sync, failed, isForRows });
        this.writers.add(kept);
        return (this.#kept = kept);
    }

    /** @returns {State} */
    get state() {
        return this.link.state;
    }

    /** The gateway's clock, in milliseconds. Without a connection, as the last one has shown it. */
    get serverTime() {
        return this.#clock.now() + this.#clockOffset;
    }

    /** Up to where this device has each stream, after the first login, as `resume` names it. */
    get positions() {
        return this.#sync.positions.named();
    }

    /** Connects, and stays connected. A second call does nothing. It fails if positions are kept and cannot be read. */
    async connect() {
        if (this.#isWanted) {
            this.link.start();
            return;
        }
        this.#isWanted = true;
        try {
            await (this.#loading ??= this.#load());
        } catch (error) {
            this.#loading = undefined;
            this.#isWanted = false;
            throw error;
        }
        if (!this.#isWanted) return;
        this.#unlisten = listenToPage(() => this.link.wake(), () => this.#kept?.flush());
        this.link.start();
    }

    /**
     * Ends the session at once. Unsent messages stay in the storage. When the promise is done, all is written, and another
     * client may have the storage.
     */
    async disconnect() {
        this.#isWanted = false;
        this.#unlisten();
        // With one connection for all tabs, another tab writes next.
        const written = Promise.all([...this.writers].map((writer) => writer.flush()));
        this.link.stop(written);
        await written;
    }

    /** Ends the session and forgets everything that is kept of this user. */
    async signOut() {
        this.disconnect();
        for (const writer of this.writers) await writer.clear();
        await this.storage.clear();
        this.storage.close?.();
    }

    /**
     * Asks for any operation of docs/operations.md. It waits for a connection if there is none, is repeated after a lost one,
     * and is done once.
     * @template {keyof Operations} Name
     * @param {Name} op
     * @param {Operations[Name]["data"]} [data]
     * @param {import("./requests.js").RequestOptions} [options]
     * @returns {Promise<Operations[Name]["ok"]>}
     */
    async request(op, data, options) {
        // Copies, since each try must be of the same request; what is no JSON fails here.
        const [copy, trace] = plain([data ?? {}, options?.trace]);
        // What is asked for right after connect() waits for the storage, as the connection does.
        if (this.#isWanted) await this.#loading;
        const ok = await this.link.request(String(op), copy, { ...options, ...(trace && { trace }) });
        if (op === "channel.subscribe" || op === "channel.unsubscribe" || op === "message.send") {
            this.#tellAllTabs(op, { type: 0, from: this.user, ...copy, ...ok });
        }
        if (op === "friend.modify") this.#tellAllTabs("friend.modified", copy);
        if (op === "group.setAttributes") this.#tellAllTabs("group.attributesSet", { userID: this.user, ...copy });
        return ok;
    }

    /**
     * Sends a message: a text, or an object with `type`, `body` and settings. The promise waits for the acknowledgement,
     * also while there is no connection; `client.outbox` has the message meanwhile.
     * @param {string} conversationID
     * @param {string | ({type?: number, body: object} & Record<string, any>)} message
     * @returns {Promise<Message>}
     */
    send(conversationID, message) {
        return this.outbox.add(conversationID, typeof message === "string" ? { body: { text: message } } : message).stored;
    }

    /**
     * Reads a conversation up to `seq`, or all of it.
     * @param {string} conversationID
     * @param {number} [seq]
     */
    markRead(conversationID, seq) {
        return this.request("conversation.markRead", { conversationID, seq }, { key: null });
    }

    /**
     * Reads a page of messages, as they are now: a change that comes while the page is on its way is in it.
     * @param {string} conversationID
     * @param {Omit<Operations["message.history"]["data"], "conversationID">} [page]
     * @param {import("./requests.js").RequestOptions} [options]
     * @returns {Promise<Operations["message.history"]["ok"]>}
     */
    async history(conversationID, page = {}, options) {
        const read = await this.request("message.history", { conversationID, ...page }, { key: null, ...options });
        await this.#sync.changes.complete(conversationID, read.change);
        return { ...read, messages: this.#sync.changes.present(read.messages) };
    }

    /**
     * Takes a message back. All devices hear of it by `message.changed`.
     * @param {string} conversationID
     * @param {string} msgId
     * @param {string} [reason]
     */
    async recall(conversationID, msgId, reason) {
        const { message } = await this.request("message.recall", { conversationID, msgId, reason });
        return message;
    }

    /**
     * Changes the text of an own message. All devices hear of it by `message.changed`.
     * @param {string} conversationID
     * @param {string} msgId
     * @param {string | Record<string, any>} body a text, or a whole body
     */
    async edit(conversationID, msgId, body) {
        const { message } = await this.request("message.edit", { conversationID, msgId, body: typeof body === "string" ? { text: body } : body });
        return message;
    }

    /**
     * Gives a reaction to a message, or takes an own one back.
     * @param {string} conversationID
     * @param {string} msgId
     * @param {string} reaction
     * @param {{remove?: boolean}} [options]
     */
    async react(conversationID, msgId, reaction, options) {
        const { message } = await this.request("message.react", { conversationID, msgId, reaction, ...(options?.remove && { remove: true }) });
        return message;
    }

    /**
     * Tells who is there and has the conversation, such as that the user is typing. Nothing of it is kept.
     * @param {string} conversationID
     * @param {string} name
     * @param {Record<string, any>} [data]
     */
    async signal(conversationID, name, data) {
        await this.request("message.signal", { conversationID, name, ...(data && { data }) }, { timeout: 5000 });
    }

    async #load() {
        await this.#kept?.load();
        await this.outbox.load();
    }

    /**
     * The gateway tells it to other devices, not to this one.
     * @param {string} name
     * @param {any} data
     */
    #tellAllTabs(name, data) {
        this.#hear(name, data);
        this.link.broadcast(name, data);
    }

    /**
     * What a tab has done, this one included; other broadcasts are the outbox's and the drafts'.
     * @param {string} name
     * @param {any} data
     */
    #hear(name, data) {
        if (name === "channel.subscribe") this.#sync.channels.follow(data.channelID, data.seq);
        else if (name === "channel.unsubscribe") this.#sync.channels.forget(data.channelID);
        // The application has sent it without the outbox, so no `message.sent` tells of it.
        else if (name === "message.send") this.#sync.imply(data);
        else if (name === "friend.modified" || name === "group.attributesSet") this.#deliver({ event: name, data });
    }

    /** @param {import("./types.js").Incoming} incoming */
    #deliver(incoming) {
        this.emit("event", incoming);
        this.emit(/** @type {any} */ (incoming.event), incoming.data);
        if (this.#isWanted) this.#kept?.save();
    }
}

/**
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
function plain(value) {
    try {
        return JSON.parse(JSON.stringify(value));
    } catch (error) {
        throw asMartletError(error);
    }
}

/**
 * A name for what belongs to one user at one gateway, such as a database.
 * @param {string} url
 * @param {string} user
 */
export const scopeOf = (url, user) => `martlet:${url}:${user}`;

/** A message id, a request key: any name that nothing else has. */
export { randomName };

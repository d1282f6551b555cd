import { systemClock } from "./clock.js";
import { Drafts } from "./drafts.js";
import { Emitter } from "./emitter.js";
import { Ends, present, shown } from "./ends.js";
import { LocalStore } from "./local.js";
import { Pages } from "./pages.js";
import { listenToPage } from "./waking.js";
import { MessageWindow } from "./window.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./types.js").OutboxEntry} OutboxEntry
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 *
 * What a page shows of a conversation's messages: those that are stored, then those on their way; and what the user has
 * begun to write.
 * @typedef {{messages: Message[], unsent: OutboxEntry[], isLoaded: boolean, isComplete: boolean, draft: any}} View
 */

/** Under which the list's last messages are noted; no conversation has this id. */
const theList = "";

/**
 * The user's conversations and messages as a page shows them, always as the gateway has them. If the client has a storage,
 * they are on the device too: the next page shows them without a connection, and only what was missed is read. Unsent messages
 * are the outbox's, which no answer of the gateway touches. A message that expires is hidden at its time, also without a
 * connection.
 *
 * `change` comes once for all changes of one moment: `list` if the list or the total has changed, and the conversations
 * whose messages have.
 * @extends {Emitter<{change: {list: boolean, conversations: Set<string>}}>}
 */
export class Store extends Emitter {
    /** The sum of unread messages over the conversations that count. */
    totalUnread = 0;
    /** Whether the list was read. */
    isListed = false;

    /** @type {Map<string, Conversation>} */
    #conversations = new Map();
    /** @type {Map<string, MessageWindow>} */
    #windows = new Map();
    /** @type {Conversation[] | undefined} */
    #sorted;
    /**
     * Those with unsent messages.
     * @type {Set<string>}
     */
    #unsent = new Set();
    /** @type {{list: boolean, conversations: Set<string>} | undefined} */
    #changes;
    /** @type {Array<() => void>} */
    #listeners;
    #ends;
    #drafts;
    /**
     * What is on the device; none without a storage.
     * @type {LocalStore | undefined}
     */
    #local;
    #pages;
    /** The user's stream was reset: what the next list has not is gone. */
    #isListVoid = false;
    /**
     * Conversations that were deleted, unless the next list has them.
     * @type {Set<string>}
     */
    #deleted = new Set();

    /**
     * @param {Client} client
     * @param {{keepDays?: number}} [options] for so many days messages stay on the device; as the gateway keeps them unless given
     */
    constructor(client, options = {}) {
        super();
        this.client = client;
        const { clock = systemClock } = client.options;
        if (client.canKeep) this.#local = new LocalStore({ client, clock, isOpen: (id) => this.#windows.has(id), ...options });
        const opened = this.#local?.open() ?? Promise.resolve();
        this.#ends = new Ends(clock, () => this.#now, (name) => this.#changed(name === theList ? undefined : name));
        this.#drafts = new Drafts(client, { opened, changed: (conversationID) => this.#changed(conversationID) });
        /** What is on the device is here, if it can be read. */
        this.ready = opened.then(() => this.#takeLocal())
            .then(() => this.#drafts.loaded)
            .then(() => this.#local && this.client.outbox.load());
        this.#pages = new Pages({
            client, local: this.#local, ready: this.ready,
            isAt: (id, window, cursor) => this.#windows.get(id) === window && window.cursor === cursor,
            changed: (id) => this.#changed(id),
        });
        this.#listeners = [
            () => this.#drafts.close(),
            () => this.#local?.close(),
            listenToPage(() => this.#ends.pass()),
            client.on("state", (state) => state.name === "open" && this.#tellTime(state.clockOffset)),
            client.on("conversation.new", ({ conversations }) => this.#put(conversations)),
            client.on("conversation.changed", ({ conversations }) => this.#put(conversations)),
            client.on("conversation.deleted", ({ conversationIDs }) => this.#delete(conversationIDs)),
            client.on("conversation.totalUnreadChanged", ({ total }) => {
                this.totalUnread = total;
                this.#local?.putTotal(total);
                this.#changed();
            }),
            client.on("receipt.new", ({ conversationID, timestamp }) => this.#takeReceipt(conversationID, timestamp)),
            client.on("message.new", (message) => this.#add(message)),
            client.on("message.sent", (message) => {
                this.#add(message, true);
                this.#showLast(message);
            }),
            client.on("message.changed", ({ message }) => this.#change(message)),
            client.on("message.gone", ({ conversationID, msgId }) => this.#drop(conversationID, [msgId])),
            client.on("message.deleted", ({ conversationID, msgIds }) => this.#drop(conversationID, msgIds)),
            client.on("sync.list", ({ conversations }) => this.#replace(conversations)),
            client.on("sync.reset", (reset) => this.#reset(reset)),
            client.on("sync.gap", ({ conversationID, to }) => {
                this.#local?.gap(conversationID, to);
                this.#reload(conversationID);
            }),
            client.outbox.on("change", () => this.#takeUnsent()),
        ];
    }

    /** Listens no more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#ends.stop();
    }

    /**
     * Pinned ones first, then by the newest message.
     * @returns {readonly Conversation[]}
     */
    get conversations() {
        this.#sorted ??= [...this.#conversations.values()].sort(inOrderOfTheList);
        const now = this.#now;
        return this.#sorted.map((conversation) => shown(conversation, now));
    }

    /** @param {string} conversationID */
    conversation(conversationID) {
        const conversation = this.#conversations.get(conversationID);
        return conversation && shown(conversation, this.#now);
    }

    /**
     * What is known of a conversation's messages; `open` reads the first ones.
     * @param {string} conversationID
     * @returns {View}
     */
    view(conversationID) {
        const { shown: messages, isLoaded, isComplete } = this.#windows.get(conversationID) ?? new MessageWindow();
        const known = new Set(messages.slice(-200).map((message) => message.clientMsgId));
        const unsent = this.client.outbox.entries(conversationID).filter((entry) => !known.has(entry.clientMsgId));
        return { messages: present(messages, this.#now), unsent, isLoaded, isComplete, draft: this.draft(conversationID) };
    }

    /**
     * What the user has begun to write, as it was kept last; undefined for nothing.
     * @param {string} conversationID
     */
    draft(conversationID) {
        return this.#drafts.get(conversationID);
    }

    /**
     * Keeps what the user has begun to write, any value that is JSON, such as `{text, replyTo}`. One that says nothing, or
     * undefined, removes it.
     * @param {string} conversationID
     * @param {any} [draft]
     */
    keepDraft(conversationID, draft) {
        this.#drafts.keep(conversationID, draft);
    }

    /**
     * Reads the newest messages, if that was not done: of the device, or of the gateway; without a connection, as soon as there
     * is one. If the gateway refuses that, as for a user who has never signed in, it is tried again when there is something to
     * read.
     * @param {string} conversationID
     * @param {number} [limit]
     */
    async open(conversationID, limit = 50) {
        const window = this.#window(conversationID);
        if (window.isLoaded) return;
        await this.#pages.read(conversationID, window, limit);
        const missing = limit - window.messages.length;
        // This device had some of them. Without an answer, the rest is read when the user asks for older ones.
        if (this.#local && window.isLoaded && missing > 0) this.older(conversationID, missing).catch(() => {});
    }

    /**
     * Reads older messages.
     * @param {string} conversationID
     * @param {number} [limit]
     */
    async older(conversationID, limit = 50) {
        const window = this.#window(conversationID);
        if (!window.isComplete) await this.#pages.read(conversationID, window, limit);
    }

    /**
     * Forgets a conversation's messages here, but for the newest.
     * @param {string} conversationID
     * @param {number} [keep]
     */
    trim(conversationID, keep = 50) {
        this.#windows.get(conversationID)?.trim(keep);
        this.#changed(conversationID);
    }

    /** @param {string} conversationID */
    #window(conversationID) {
        const window = this.#windows.get(conversationID) ?? new MessageWindow();
        this.#windows.set(conversationID, window);
        return window;
    }

    /** @param {Message} message @param {boolean} [isOwn] */
    #add(message, isOwn = false) {
        const { conversationID } = message;
        this.#local?.add(message, isOwn);
        const window = this.#windows.get(conversationID);
        if (window?.add(message)) this.#changed(conversationID);
        else if (window) this.#openAgain(conversationID);
    }

    /**
     * An own message is its conversation's last one, unless it is to some members alone. The gateway says so behind the reply,
     * which is not told again if the connection is lost between the two.
     * @param {Message} message
     */
    #showLast({ conversationID, clientMsgId, sessionType, ...message }) {
        const conversation = this.#conversations.get(conversationID);
        if (!conversation || message.visibleTo || conversation.seq >= message.seq) return;
        const lastMessage = { ...message, timestamp: Math.floor(message.time / 1000) };
        this.#putOne({ ...conversation, seq: message.seq, lastMessage });
        this.#changed();
    }

    /** @param {Message} message */
    #change(message) {
        this.#local?.change(message);
        if (this.#windows.get(message.conversationID)?.change(message)) this.#changed(message.conversationID);
    }

    /** @param {string} conversationID @param {string[]} ids of messages that are gone */
    #drop(conversationID, ids) {
        this.#local?.drop(conversationID, ids);
        const window = this.#windows.get(conversationID);
        if (window && ids.filter((id) => window.remove(id)).length > 0) this.#changed(conversationID);
    }

    /** @param {Conversation[]} conversations */
    #put(conversations) {
        for (const conversation of conversations) this.#putOne(conversation);
        this.#changed();
    }

    /** @param {Conversation} conversation */
    #putOne(conversation) {
        this.#conversations.set(conversation.conversationID, conversation);
        this.#local?.putConversation(conversation);
    }

    /**
     * The list was read. The gateway's has a limit: a conversation that has left it silently stays here, unpinned.
     * @param {Conversation[]} conversations
     */
    #replace(conversations) {
        const listed = new Set(conversations.map(({ conversationID }) => conversationID));
        for (const [id, conversation] of this.#conversations) {
            if (listed.has(id)) continue;
            if (this.#isListVoid || this.#deleted.has(id)) this.#delete([id]);
            else if (conversation.isPinned) this.#putOne({ ...conversation, isPinned: false });
        }
        this.#isListVoid = false;
        this.#deleted.clear();
        for (const conversation of conversations) this.#putOne(conversation);
        for (const conversationID of this.#windows.keys()) this.#openAgain(conversationID);
        this.isListed = true;
        this.#changed();
    }

    /** @param {string[]} conversationIDs */
    #delete(conversationIDs) {
        for (const id of conversationIDs) {
            this.#conversations.delete(id);
            this.#local?.deleteConversation(id);
            this.#forget(id);
        }
        this.#changed();
    }

    /** Unsent messages have come, gone or failed. */
    #takeUnsent() {
        const before = this.#unsent;
        this.#unsent = new Set(this.client.outbox.entries().map(({ conversationID }) => conversationID));
        for (const conversationID of new Set([...before, ...this.#unsent])) this.#changed(conversationID);
    }

    /** @param {string} conversationID @param {number} timestamp */
    #takeReceipt(conversationID, timestamp) {
        const conversation = this.#conversations.get(conversationID);
        if (!conversation || (conversation.peerReadTime ?? 0) >= timestamp) return;
        this.#putOne({ ...conversation, peerReadTime: timestamp });
        this.#changed(conversationID);
    }

    /**
     * What is kept of a conversation's messages is void.
     * @param {string} conversationID
     */
    #forget(conversationID) {
        if (this.#windows.delete(conversationID)) this.#changed(conversationID);
    }

    /**
     * What was missed of a stream is not known: of the user's, which of the messages were deleted.
     * @param {import("./client.js").ClientEvents["sync.reset"]} reset @returns {void}
     */
    #reset({ stream, isGone, why, isOfEvents }) {
        // A group's events have the name of its messages, and say of these only that the user was out of the group.
        if (isOfEvents && !isGone && stream !== "user") return void (why === "deleted" && this.#reset({ stream, isGone }));
        if (stream === "user") this.#isListVoid ||= why !== "kept";
        if (why === "deleted") this.#deleted.add(stream);
        if (isGone || why === "deleted") this.#local?.forgetMessages(stream);
        else this.#local?.reset(stream, why);
        for (const id of stream === "user" ? [...this.#windows.keys()] : [stream]) this.#reload(id, why !== "deleted");
    }

    /**
     * The same, and what was open is read again. What a page shows stays until there is something newer, unless it is gone.
     * @param {string} conversationID
     */
    #reload(conversationID, isShown = true) {
        const former = this.#windows.get(conversationID);
        if (!former) return;
        this.#forget(conversationID);
        if (isShown) this.#window(conversationID).stale = former.shown;
        this.#openAgain(conversationID);
    }

    get #now() {
        return this.#local?.now() ?? this.client.serverTime;
    }

    /** @param {number} clockOffset */
    #tellTime(clockOffset) {
        this.#local?.tellTime(this.client.serverTime, clockOffset);
        this.#ends.look();
    }

    /** Shows what is on the device. */
    #takeLocal() {
        const { conversations, totalUnread, isListed } = this.#local ?? {};
        if (!conversations || conversations.size === 0) return;
        this.#conversations = new Map(conversations);
        this.totalUnread = totalUnread ?? 0;
        this.isListed = isListed ?? false;
        this.#changed();
    }

    /**
     * Reads what was to be open and is not. Without an answer that is done once more when there is something to read.
     * @param {string} conversationID
     */
    #openAgain(conversationID) {
        this.open(conversationID).catch(() => {});
    }

    /** @param {string} [conversationID] */
    #changed(conversationID) {
        this.#sorted = undefined;
        if (!this.#changes) {
            this.#changes = { list: false, conversations: new Set() };
            queueMicrotask(() => {
                const changes = /** @type {{list: boolean, conversations: Set<string>}} */ (this.#changes);
                this.#changes = undefined;
                this.#noteEnds(changes);
                this.emit("change", changes);
            });
        }
        if (conversationID === undefined) this.#changes.list = true;
        else this.#changes.conversations.add(conversationID);
    }

    /** @param {{list: boolean, conversations: Set<string>}} changes */
    #noteEnds({ list, conversations }) {
        if (list) this.#ends.note(theList, [...this.#conversations.values()].map(({ lastMessage }) => lastMessage));
        for (const id of conversations) this.#ends.note(id, this.#windows.get(id)?.shown ?? []);
    }
}

/** @param {Conversation} one @param {Conversation} other */
function inOrderOfTheList(one, other) {
    if (one.isPinned !== other.isPinned) return one.isPinned ? -1 : 1;
    return (other.lastMessage?.time ?? 0) - (one.lastMessage?.time ?? 0) || (one.conversationID < other.conversationID ? -1 : 1);
}

import { Emitter, gathered } from "./emitter.js";
import { asMartletError } from "./errors.js";
import { Grouped } from "./grouped.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./errors.js").MartletError} MartletError
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 *
 * How many members have read a message, and how many of those who were there have not.
 * @typedef {{readCount: number, unreadCount: number}} Receipts
 *
 * How far a conversation is read, here and by the other user.
 * @typedef {{unreadCount: number, readSeq: number, peerReadTime?: number}} Progress
 */

/** `groupReceipt.counts` takes so many messages. */
const perRead = 50;

/** `conversation.get` of a conversation that is not in the list. */
const notListed = /** @type {const} */ (["tim", 6017]);

/**
 * What was read: where the unread messages of a conversation began when it was opened, and who has read the user's own
 * messages.
 *
 * `change` names the conversations in which this has changed, once for all of a moment; `failed` tells that the gateway
 * has refused a read, which is tried again when the messages are looked at.
 * @extends {Emitter<{change: {conversations: Set<string>}, failed: MartletError}>}
 */
export class Reads extends Emitter {
    /** @type {Map<string, Progress>} */
    #progress = new Map();
    /**
     * The conversations that are open.
     * @type {Map<string, {divider: number | undefined}>}
     */
    #open = new Map();
    /** @type {Grouped<Receipts>} */
    #receipts;
    #changed = gathered((conversations) => this.emit("change", { conversations }));
    /** @type {Array<() => void>} */
    #listeners;

    /**
     * @param {Client} client
     * @param {Store} [store] if there is one: what it knows of conversations need not be read
     */
    constructor(client, store) {
        super();
        this.client = client;
        this.store = store;
        this.#receipts = new Grouped(client, {
            read: (groupID, msgIds) => this.#readReceipts(groupID, msgIds),
            perRead,
            changed: (groupID) => this.#changed([`group_${groupID}`]),
            failed: (error) => this.emit("failed", error),
        });
        this.#listeners = [
            client.on("sync.list", ({ conversations }) => this.#replace(conversations)),
            client.on("conversation.new", ({ conversations }) => conversations.forEach((one) => this.#put(one))),
            client.on("conversation.changed", ({ conversations }) => conversations.forEach((one) => this.#put(one))),
            client.on("conversation.deleted", ({ conversationIDs: ids }) => ids.forEach((id) => this.#delete(id))),
            client.on("receipt.new", ({ conversationID, timestamp }) => this.#takeReceipt(conversationID, timestamp)),
            client.on("groupReceipt.changed", ({ groupID, receipts }) => {
                for (const { msgId, ...counts } of receipts) this.#receipts.tell(groupID, msgId, counts);
            }),
            // A member who leaves counts no longer.
            client.on("group.userDidLeave", ({ groupID }) => this.#receipts.stale(groupID)),
            // Receipts that came meanwhile are told by nothing.
            client.on("state", ({ name }) => name === "open" && this.#receipts.staleAll()),
        ];
    }

    /**
     * The user opens a conversation: call this before the conversation is marked as read. From then on the divider
     * stays where it is, until the conversation is left or opened anew. A conversation that is not known is read
     * first.
     * @param {string} conversationID
     */
    async open(conversationID) {
        /** @type {{divider: number | undefined}} */
        const opened = { divider: undefined };
        this.#open.set(conversationID, opened);
        const progress = this.#of(conversationID) ?? (await this.#readProgress(conversationID));
        opened.divider = progress && progress.unreadCount > 0 ? progress.readSeq : undefined;
        if (this.#open.get(conversationID) === opened) this.#changed([conversationID]);
    }

    /**
     * The `seq` behind which the new messages begin: the divider stands above the first message of another user with a
     * higher one. Undefined if nothing was new when the conversation was opened.
     * @param {string} conversationID
     */
    divider(conversationID) {
        return this.#open.get(conversationID)?.divider;
    }

    /**
     * The user has left a conversation.
     * @param {string} conversationID
     */
    leave(conversationID) {
        if (this.#open.delete(conversationID)) this.#changed([conversationID]);
    }

    /**
     * These messages are on the screen: who has read the user's own in groups is asked for, if they were sent with
     * `teamReceipt`.
     * @param {Iterable<Message>} messages
     */
    look(messages) {
        /** @type {Map<string, string[]>} */
        const groups = new Map();
        for (const { conversationID, from, msgId, teamReceipt } of messages) {
            const groupID = groupOf(conversationID);
            if (groupID === undefined || !teamReceipt || from !== this.client.user) continue;
            groups.set(groupID, [...(groups.get(groupID) ?? []), msgId]);
        }
        for (const [groupID, msgIds] of groups) this.#receipts.look(groupID, msgIds);
    }

    /**
     * How many members have read an own message of a group. Undefined as long as that is not known, or if the message
     * does not ask for receipts.
     * @param {Message} message
     */
    receipts({ conversationID, msgId }) {
        const groupID = groupOf(conversationID);
        return groupID === undefined ? undefined : (this.#receipts.get(groupID, msgId) ?? undefined);
    }

    /**
     * What has become of an own message: the gateway has it, or the other user, or all members, have read it. Undefined
     * for messages of others.
     * @param {Message} message
     * @returns {"sent" | "read" | undefined}
     */
    state(message) {
        const { conversationID, from, time } = message;
        if (from !== this.client.user) return undefined;
        const receipts = this.receipts(message);
        const isReadByAll = receipts !== undefined && receipts.readCount > 0 && receipts.unreadCount === 0;
        const isRead = isReadByAll || time <= (this.#of(conversationID)?.peerReadTime ?? 0);
        return isRead ? "read" : "sent";
    }

    /** Hears and reads nothing more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#receipts.close();
        this.#open.clear();
    }

    /** @param {string} conversationID */
    async #readProgress(conversationID) {
        try {
            const options = { key: null, timeout: 0 };
            const { conversation } = await this.client.request("conversation.get", { conversationID }, options);
            // An event that came meanwhile is newer.
            if (conversation && !this.#progress.has(conversationID)) this.#put(conversation);
        } catch (error) {
            if (!asMartletError(error).is(...notListed)) throw error;
        }
        return this.#progress.get(conversationID);
    }

    /** @param {string} groupID @param {string[]} msgIds */
    async #readReceipts(groupID, msgIds) {
        const data = { groupID, msgIds };
        const { receipts } = await this.client.request("groupReceipt.counts", data, { key: null, isBound: true });
        return { values: new Map(receipts.map(({ msgId, ...counts }) => [msgId, counts])) };
    }

    /** @param {Conversation[]} conversations */
    #replace(conversations) {
        const listed = new Set(conversations.map(({ conversationID }) => conversationID));
        for (const id of [...this.#progress.keys()]) if (!listed.has(id)) this.#delete(id);
        for (const conversation of conversations) this.#put(conversation);
    }

    /**
     * The store has what it has kept from before.
     * @param {string} conversationID
     * @returns {Progress | undefined}
     */
    #of(conversationID) {
        return this.#progress.get(conversationID) ?? this.store?.conversation(conversationID);
    }

    /** @param {Conversation} conversation */
    #put({ conversationID, unreadCount, readSeq, peerReadTime = 0 }) {
        const before = this.#progress.get(conversationID)?.peerReadTime ?? 0;
        this.#progress.set(conversationID, { unreadCount, readSeq, peerReadTime: Math.max(peerReadTime, before) });
        if (peerReadTime > before) this.#changed([conversationID]);
    }

    /** @param {string} conversationID @param {number} timestamp */
    #takeReceipt(conversationID, timestamp) {
        const progress = this.#of(conversationID);
        // The store may have heard of it before.
        if (!progress || (this.#progress.get(conversationID)?.peerReadTime ?? 0) >= timestamp) return;
        const { unreadCount, readSeq } = progress;
        this.#progress.set(conversationID, { unreadCount, readSeq, peerReadTime: timestamp });
        this.#changed([conversationID]);
    }

    /** @param {string} conversationID */
    #delete(conversationID) {
        this.#progress.delete(conversationID);
        if (this.divider(conversationID) !== undefined) this.#changed([conversationID]);
        this.#open.delete(conversationID);
    }
}

/** @param {string} conversationID */
const groupOf = (conversationID) => (conversationID.startsWith("group_") ? conversationID.slice(6) : undefined);

/**
 * @typedef {import("./types.js").Positions} Positions
 *
 * What is known of one conversation.
 * @typedef {{seq?: number, listed?: number, change?: number}} Place
 */

/** The gateway takes so many conversations, groups and channels in `resume`. */
const mostConversations = 100;
const mostGroups = 1000;
const mostChannels = 1000;

/**
 * What this device has of each stream: of the user's, of each conversation, group and channel, and of the broadcasts.
 */
export class PositionBook {
    /**
     * Of the user's stream; undefined before the first login.
     * @type {number | undefined}
     */
    user;
    /**
     * Up to where messages were delivered here.
     * @type {Map<string, number>}
     */
    conversations = new Map();
    /**
     * Up to where the list of conversations has shown them.
     * @type {Map<string, number>}
     */
    listed = new Map();
    /** @type {Map<string, number>} */
    groups = new Map();
    /**
     * The place of the last change of a message that was told, by conversations.
     * @type {Map<string, number>}
     */
    changes = new Map();
    /**
     * Up to where messages of channels were told.
     * @type {Map<string, number>}
     */
    channels = new Map();
    /**
     * Undefined if nothing is known of them.
     * @type {number | undefined}
     */
    broadcasts;

    /**
     * Names them for `resume`; the conversations that were heard of last go first, since their number is limited.
     * @returns {Positions | undefined}
     */
    named() {
        if (this.user === undefined) return undefined;
        const ids = this.#ids().slice(-mostConversations);
        return {
            user: this.user,
            conversations: Object.fromEntries(ids.map((id) => [id, this.of(id) ?? 0])),
            groups: Object.fromEntries([...this.groups].slice(-mostGroups)),
            changes: Object.fromEntries(ids.map((id) => [id, this.changes.get(id) ?? 0])),
            ...(this.channels.size > 0 && { channels: Object.fromEntries([...this.channels].slice(-mostChannels)) }),
            ...(this.broadcasts !== undefined && { broadcasts: this.broadcasts }),
        };
    }

    /**
     * Whether all conversations that are known are among the named ones.
     * @param {Positions | undefined} named
     */
    areAllIn(named) {
        return this.#ids().every((id) => named?.conversations[id] !== undefined);
    }

    #ids() {
        return [...[...this.listed.keys()].filter((id) => !this.conversations.has(id)), ...this.conversations.keys()];
    }

    /** @param {string} conversationID */
    of(conversationID) {
        const delivered = this.conversations.get(conversationID);
        const listed = this.listed.get(conversationID);
        return delivered === undefined ? listed : Math.max(delivered, listed ?? 0);
    }

    /**
     * Everything up to `seq` was delivered.
     * @param {string} conversationID
     * @param {number} seq
     */
    have(conversationID, seq) {
        const known = this.conversations.get(conversationID) ?? 0;
        this.conversations.delete(conversationID);
        this.conversations.set(conversationID, Math.max(seq, known));
    }

    /**
     * The stream begins anew at `seq`.
     * @param {string} conversationID
     * @param {number} seq
     */
    reset(conversationID, seq) {
        this.conversations.delete(conversationID);
        this.listed.delete(conversationID);
        this.conversations.set(conversationID, seq);
    }

    /** @param {string} conversationID */
    forget(conversationID) {
        this.conversations.delete(conversationID);
        this.listed.delete(conversationID);
        this.changes.delete(conversationID);
    }

    /**
     * Whether this device has all that a resume from `named` leaves out.
     * @param {Positions} named
     */
    cover(named) {
        return (
            (this.user ?? -1) >= named.user &&
            (this.broadcasts ?? 0) >= (named.broadcasts ?? 0) &&
            Object.entries(named.conversations).every(([id, seq]) => (this.of(id) ?? -1) >= seq) &&
            Object.entries(named.channels ?? {}).every(([id, seq]) => (this.channels.get(id) ?? -1) >= seq) &&
            Object.entries(named.groups).every(([id, seq]) => (this.groups.get(id) ?? -1) >= seq) &&
            Object.entries(named.changes).every(([id, place]) => (this.changes.get(id) ?? 0) >= place)
        );
    }

    /**
     * All that is known of conversations; those that were heard of last go last.
     * @returns {Array<[string, Place]>}
     */
    places() {
        const changed = [...this.changes.keys()].filter((id) => this.of(id) === undefined);
        return [...changed, ...this.#ids()].map((id) => [
            id, { seq: this.conversations.get(id), listed: this.listed.get(id), change: this.changes.get(id) },
        ]);
    }

    /**
     * Goes on where an earlier run was.
     * @param {Partial<Positions>} streams of which earlier releases kept the conversations as well
     * @param {Array<[string, Place]>} places
     */
    restore({ user, broadcasts, groups = {}, channels = {}, conversations = {}, changes = {} }, places) {
        this.user = user;
        this.broadcasts = broadcasts;
        this.groups = new Map(Object.entries(groups));
        this.conversations = new Map(Object.entries(conversations));
        for (const [id, seq] of Object.entries(channels)) this.channels.set(id, seq);
        for (const [id, place] of Object.entries(changes)) this.changes.set(id, place);
        for (const [id, { seq, listed, change }] of places) {
            if (seq !== undefined) this.conversations.set(id, seq);
            if (listed !== undefined) this.listed.set(id, listed);
            if (change !== undefined) this.changes.set(id, change);
        }
    }
}

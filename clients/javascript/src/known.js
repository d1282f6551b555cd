/**
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 */

/** What a conversation shows of its last message that a new message can have. */
const shownOfLast = /** @type {const} */ (["msgId", "seq", "from", "type", "body", "time", "replyTo", "expireAt"]);

/**
 * The conversations as they were told last. A lean session is not told what follows from a message between two
 * (docs/protocol.md#lean-sessions); it follows from what is here.
 */
export class KnownConversations {
    /** @type {Map<string, Conversation>} */
    #known = new Map();
    /**
     * The messages that came while the list was read, by conversations: what is known of these is older.
     * @type {Map<string, Array<{message: Message, unreadCount?: number, change?: number}>> | undefined}
     */
    #early;

    get all() {
        return [...this.#known.values()];
    }

    /** @param {Conversation[]} conversations */
    put(conversations) {
        for (const conversation of conversations) this.#known.set(conversation.conversationID, conversation);
    }

    /** @param {string[]} ids */
    delete(ids) {
        for (const id of ids) this.#known.delete(id);
    }

    /** @param {{conversationID: string, timestamp: number}} receipt */
    read({ conversationID, timestamp }) {
        const conversation = this.#known.get(conversationID);
        if (!conversation || (conversation.peerReadTime ?? 0) >= timestamp) return;
        this.#known.set(conversationID, { ...conversation, peerReadTime: timestamp });
    }

    /** The list is being read. */
    begin() {
        this.#early = new Map();
    }

    /** The list could not be read. */
    end() {
        this.#early = undefined;
    }

    /**
     * The list was read. Returns it as the messages have left it that came meanwhile.
     * @param {Conversation[]} conversations
     */
    replace(conversations) {
        const early = this.#early;
        this.#early = undefined;
        const list = conversations.map((conversation) => {
            const later = (early?.get(conversation.conversationID) ?? []).filter(({ message }) => message.seq > conversation.seq);
            return later.reduce(shownAfter, conversation);
        });
        this.#known = new Map(list.map((conversation) => [conversation.conversationID, conversation]));
        return list;
    }

    /**
     * The conversation as the message has left it. Undefined: it is not known, or newer, or the list will have it.
     * @param {Message} message
     * @param {number} [unreadCount] none: the message has not changed it
     * @param {number} [change]
     */
    after(message, unreadCount, change) {
        const { conversationID, seq } = message;
        const conversation = this.#known.get(conversationID);
        if (this.#early) this.#early.set(conversationID, [...(this.#early.get(conversationID) ?? []), { message, unreadCount, change }]);
        else if (conversation && conversation.seq < seq) return shownAfter(conversation, { message, unreadCount, change });
        return undefined;
    }
}

/**
 * @param {Conversation} conversation
 * @param {{message: Message, unreadCount?: number, change?: number}} after
 * @returns {Conversation}
 */
function shownAfter(conversation, { message, unreadCount = conversation.unreadCount, change }) {
    const shown = shownOfLast.flatMap((name) => (message[name] === undefined ? [] : [[name, message[name]]]));
    return {
        ...conversation, unreadCount, seq: message.seq, ...(change && { change }),
        lastMessage: { ...Object.fromEntries(shown), timestamp: Math.floor(message.time / 1000) },
    };
}

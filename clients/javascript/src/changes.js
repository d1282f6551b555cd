/**
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Change} Change
 */

/** So many changed messages are remembered as they are now. */
const mostRemembered = 1000;

/**
 * What becomes of messages after they were sent: docs/message-life.md#changes. Each change is told once and in order, as
 * `message.changed` with the whole message, or as `message.gone` if it is kept no longer.
 */
export class Changes {
    /**
     * Conversations whose changes are being fetched, with the live ones that wait.
     * @type {Map<string, any[]>}
     */
    #filling = new Map();
    /**
     * Messages as the newest change left them: a page that was read before a change may come after it.
     * @type {Map<string, Message>}
     */
    #now = new Map();
    /**
     * Messages that are gone, by their ids: a page that was read before may still have them.
     * @type {Set<string>}
     */
    #gone = new Set();
    /**
     * Where the list showed changes to stand before any was told: a page that is older lacks some of them.
     * @type {Map<string, number>}
     */
    #listed = new Map();
    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;

    /**
     * @param {object} options
     * @param {Map<string, number>} options.places of the last change that was told, by conversations
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: import("./types.js").Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     */
    constructor({ places, request, deliver, isOver }) {
        this.places = places;
        this.request = request;
        this.deliver = deliver;
        this.isOver = isOver;
    }

    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin() {
        this.#login++;
        this.#filling.clear();
    }

    /** @param {Record<string, any>} verdicts */
    resume(verdicts) {
        for (const [conversationID, { verdict, seq, changes, from }] of Object.entries(verdicts)) {
            if (verdict === "recovered") {
                for (const change of changes ?? []) this.#tell(conversationID, change);
                this.places.set(conversationID, seq);
            } else if (verdict === "gap") {
                this.#fill(conversationID, from - 1, seq);
            } else {
                this.#reset(conversationID, seq);
            }
        }
    }

    /**
     * A live event.
     * @param {{conversationID: string, change: number, message: Message}} data
     */
    live(data) {
        const held = this.#filling.get(data.conversationID);
        if (held) held.push(data);
        else this.#tell(data.conversationID, data);
    }

    /**
     * The list shows where a conversation's changes stand.
     * @param {string} conversationID
     * @param {number} [change]
     */
    compare(conversationID, change = 0) {
        const place = this.places.get(conversationID);
        if (place === undefined) {
            this.places.set(conversationID, change);
            this.#listed.set(conversationID, change);
        } else if (place < change && !this.#filling.has(conversationID)) {
            this.#fill(conversationID, place, change);
        }
    }

    /**
     * A page of messages was read: takes in what it lacks of the changes that were there before the first one is told.
     * @param {string} conversationID
     * @param {number} [change] the last one that is in the page
     */
    async complete(conversationID, change = 0) {
        if (!this.places.has(conversationID)) this.places.set(conversationID, change);
        for (let after = change; after < (this.#listed.get(conversationID) ?? 0); ) {
            const page = await this.request("message.changes", { conversationID, after });
            for (const { msgId, message } of page.changes) {
                if (message) this.#remember(message);
                else this.forget([msgId]);
            }
            if (page.isFinished) return;
            after = page.change;
        }
    }

    /**
     * A message that was read, as the changes that were told have left it.
     * @param {Message} message
     */
    current(message) {
        const now = this.#now.get(message.msgId);
        return now ? mergedMessage(now, message) : message;
    }

    /**
     * The messages of a page that are still there, as the changes that were told have left them.
     * @param {Message[]} messages
     */
    present(messages) {
        return messages.filter(({ msgId }) => !this.#gone.has(msgId)).map((message) => this.current(message));
    }

    /**
     * Messages are gone for this user.
     * @param {string[]} ids
     */
    forget(ids) {
        for (const id of ids) {
            this.#now.delete(id);
            this.#gone.add(id);
        }
        for (const oldest of this.#gone) if (this.#gone.size > mostRemembered) this.#gone.delete(oldest);
    }

    /** @param {string} conversationID @param {Omit<Change, "msgId" | "seq"> & Partial<Change>} change */
    #tell(conversationID, { change, msgId, seq, message }) {
        if (change <= (this.places.get(conversationID) ?? 0)) return;
        this.places.set(conversationID, change);
        if (!message) {
            if (msgId !== undefined) this.forget([msgId]);
            this.deliver({ event: "message.gone", data: { conversationID, change, msgId, seq } });
            return;
        }
        this.#remember(message);
        this.deliver({ event: "message.changed", data: { conversationID, change, message: this.current(message) } });
    }

    /** @param {Message} message */
    #remember(message) {
        const now = this.current(message);
        this.#now.delete(message.msgId);
        this.#now.set(message.msgId, now);
        const [oldest] = this.#now.keys();
        if (this.#now.size > mostRemembered) this.#now.delete(oldest);
    }

    /**
     * Fetches the changes after a place; live ones wait meanwhile.
     * @param {string} conversationID @param {number} after @param {number} to
     */
    async #fill(conversationID, after, to) {
        const login = this.#login;
        /** @type {any[]} */
        const held = [];
        this.places.set(conversationID, after);
        this.#filling.set(conversationID, held);
        try {
            for (let isFinished = false; !isFinished; ) {
                const page = await this.request("message.changes", { conversationID, after });
                if (login !== this.#login) return;
                for (const change of page.changes) this.#tell(conversationID, change);
                this.places.set(conversationID, page.change);
                ({ change: after, isFinished } = page);
            }
        } catch (error) {
            if (login !== this.#login || this.isOver(conversationID, error)) return;
            // gw 1005: the place is no longer known.
            this.#reset(conversationID, to);
        }
        this.#filling.delete(conversationID);
        for (const data of held) this.live(data);
    }

    /** @param {string} conversationID @param {number} place */
    #reset(conversationID, place) {
        this.places.set(conversationID, place);
        this.deliver({ event: "sync.reset", data: { stream: conversationID, isGone: false } });
    }
}

/**
 * The newer one of two versions of a message; the other one if they are of the same change. Only what the gateway tells a
 * user of own reactions says which are the user's (`mine`): what others' reactions change does not change that.
 * @param {Message} one
 * @param {Message} other
 * @returns {Message}
 */
export function mergedMessage(one, other) {
    const [kept, now] = (one.change ?? 0) <= (other.change ?? 0) ? [one, other] : [other, one];
    const own = new Map(reactionsOf(kept).map(({ reaction, mine }) => [reaction, mine]));
    if (own.size === 0 || reactionsOf(now).length === 0) return now;
    const reactions = reactionsOf(now).map((reaction) => ({ ...reaction, mine: reaction.mine ?? own.get(reaction.reaction) }));
    return /** @type {Message} */ ({ ...now, reactions });
}

/** @param {Message} message @returns {Array<{reaction: string, mine?: boolean}>} */
const reactionsOf = (message) => /** @type {any} */ (message).reactions ?? [];

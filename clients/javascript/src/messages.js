/**
 * @typedef {import("./types.js").Incoming} Incoming
 * @typedef {import("../types/protocol.js").Message} Message
 *
 * A message that has just come: one of another device, or an own one that was stored.
 * @typedef {{event: "message.new" | "message.sent", message: Message}} Live
 */

/** So many own messages are remembered as told. */
const mostOwnTold = 1000;

/**
 * The messages of all conversations: each is told once and in its conversation's order, and live ones wait while a hole
 * before them is filled.
 */
export class MessageStreams {
    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;
    /**
     * Conversations that are being filled, with the live messages that wait.
     * @type {Map<string, Live[]>}
     */
    #filling = new Map();
    /**
     * Own messages that were told, by their `clientMsgId`: one may come by a resume and by its reply.
     * @type {Set<string>}
     */
    #ownTold = new Set();
    /**
     * The last own message of conversations of which nothing else is known.
     * @type {Map<string, number>}
     */
    #early = new Map();

    /**
     * @param {object} options
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {import("./changes.js").Changes} options.changes
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     * @param {string} options.user
     * @param {number} options.gapLimit
     */
    constructor({ positions, changes, request, deliver, isOver, user, gapLimit }) {
        this.positions = positions;
        this.changes = changes;
        this.request = request;
        this.deliver = deliver;
        this.isOver = isOver;
        this.user = user;
        this.gapLimit = gapLimit;
    }

    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin() {
        this.#login++;
        this.#filling.clear();
    }

    /** @param {Live} live */
    live(live) {
        const { event, message } = live;
        const { conversationID, seq } = message;
        const position = this.positions.of(conversationID);
        if (event === "message.sent" && position !== undefined && seq > position + 1 && !this.#filling.has(conversationID)) {
            // Another tab has sent it, and this one has missed what came before.
            this.#fill(conversationID, position + 1, seq - 1);
        }
        const held = this.#filling.get(conversationID);
        if (held && !this.isLate(message)) held.push(live);
        else if (event === "message.new") this.#tell(message);
        else this.#tellOwn(message);
    }

    /**
     * Whether newer messages were told. Such a message is in no hole, so it must not wait for one: what waits is forgotten with
     * the session, and would not be fetched again.
     * @param {Message} message
     */
    isLate({ conversationID, seq }) {
        return seq <= (this.positions.of(conversationID) ?? 0);
    }

    /** @param {Record<string, any>} verdicts */
    resume(verdicts) {
        for (const [conversationID, { verdict, seq, messages, from, to, why }] of Object.entries(verdicts)) {
            if (verdict === "recovered") {
                for (const message of messages ?? []) this.#tell(message);
                this.positions.have(conversationID, seq);
            } else if (verdict === "gap") {
                this.#fill(conversationID, from, to);
            } else {
                this.#reset(conversationID, seq, why);
            }
        }
    }

    /**
     * Fills what the list shows to be missing.
     * @param {string} conversationID
     * @param {number} seq
     */
    compare(conversationID, seq) {
        const position = this.positions.of(conversationID);
        if (position === undefined) this.list(conversationID, seq);
        else if (position < seq && !this.#filling.has(conversationID)) this.#fill(conversationID, position + 1, seq);
    }

    /**
     * A conversation of which nothing was known is there, with all before `seq` + 1.
     * @param {string} conversationID @param {number} seq
     */
    list(conversationID, seq) {
        this.positions.listed.set(conversationID, seq);
        if (this.#early.get(conversationID) === seq + 1) this.positions.have(conversationID, seq + 1);
        this.#early.delete(conversationID);
    }

    /** @param {Message} message */
    #tell(message) {
        const { conversationID, seq } = message;
        if (seq <= (this.positions.conversations.get(conversationID) ?? 0)) return;
        this.positions.have(conversationID, seq);
        if (message.from === this.user && this.#isTold(message)) return;
        this.deliver({ event: "message.new", data: this.changes.current(message) });
    }

    /** @param {Message} message */
    #tellOwn(message) {
        const { conversationID, seq } = message;
        // Messages before it may have been missed. Where the conversation begins, the user's stream or the list says.
        if (this.positions.of(conversationID) === undefined) this.#early.set(conversationID, seq);
        else this.positions.have(conversationID, seq);
        if (!this.#isTold(message)) this.deliver({ event: "message.sent", data: this.changes.current(message) });
    }

    /**
     * Whether an own message was told before. The gateway's notifications of what the user has done have no name.
     * @param {Message} message
     */
    #isTold({ clientMsgId }) {
        if (!clientMsgId) return false;
        if (this.#ownTold.has(clientMsgId)) return true;
        this.#ownTold.add(clientMsgId);
        const [oldest] = this.#ownTold;
        if (this.#ownTold.size > mostOwnTold) this.#ownTold.delete(oldest);
        return false;
    }

    /** @param {string} conversationID @param {number} seq @param {string} [why] */
    #reset(conversationID, seq, why) {
        this.positions.reset(conversationID, seq);
        this.deliver({ event: "sync.reset", data: { stream: conversationID, isGone: false, why } });
    }

    /**
     * Fetches the messages of a conversation from `from` to `to`; live ones wait meanwhile.
     * @param {string} conversationID @param {number} from @param {number} to
     */
    async #fill(conversationID, from, to) {
        if (to - from >= this.gapLimit) {
            this.positions.have(conversationID, to);
            this.deliver({ event: "sync.gap", data: { conversationID, from, to } });
            return;
        }
        const login = this.#login;
        this.positions.have(conversationID, from - 1);
        /** @type {Live[]} */
        const held = [];
        this.#filling.set(conversationID, held);
        let cursor = from - 1;
        try {
            for (let isFinished = false; !isFinished && cursor < to; ) {
                const page = await this.request("message.history", { conversationID, direction: "newer", cursor, limit: 100 });
                if (login !== this.#login) return;
                for (const message of page.messages) if (message.seq <= to) this.#tell(message);
                ({ cursor, isFinished } = page);
            }
            this.positions.have(conversationID, to);
        } catch (error) {
            if (login !== this.#login || this.isOver(conversationID, error)) return;
            this.#reset(conversationID, to);
        }
        this.#filling.delete(conversationID);
        for (const live of held) this.live(live);
    }
}

import { asMartletError } from "./errors.js";
import { ListReader } from "./list.js";
import { PositionBook } from "./positions.js";

/**
 * @typedef {import("./types.js").Incoming} Incoming
 * @typedef {import("./types.js").Login} Login
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 *
 * A message that has just come: one of another device, or an own one that was stored.
 * @typedef {{event: "message.new" | "message.sent", message: Message}} Live
 */

/** So many own messages are remembered as told. */
const mostOwnTold = 1000;

/**
 * Turns what connections bring into one row of events without holes, doubles and changes of order: it takes the verdicts of
 * a resume in, fetches what they leave out, and holds live events of a stream back until that is done.
 */
export class Sync {
    positions = new PositionBook();

    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;
    /**
     * Conversations that are being filled, with the live messages that wait.
     * @type {Map<string, Live[]>}
     */
    #filling = new Map();
    /**
     * Live messages that wait until it is known which conversations have holes.
     * @type {Live[] | undefined}
     */
    #held;
    /**
     * Own messages that were told, by their `clientMsgId`: one may come by a resume and by its reply.
     * @type {Set<string>}
     */
    #ownTold = new Set();
    /**
     * Live events of the user's stream that wait until it is filled.
     * @type {Incoming[] | undefined}
     */
    #userEvents;
    /**
     * The list is being read.
     * @type {ListReader | undefined}
     */
    #reader;
    /** The list is to be read, and has not been. */
    #isListDue = true;

    /**
     * @param {object} options
     * @param {(op: string, data: object) => Promise<any>} options.request a read that may be repeated
     * @param {(incoming: Incoming) => void} options.deliver
     * @param {string} options.user
     * @param {number} options.gapLimit longer gaps are told as `sync.gap` and not fetched
     */
    constructor({ request, deliver, user, gapLimit }) {
        this.request = request;
        this.deliver = deliver;
        this.user = user;
        this.gapLimit = gapLimit;
    }

    /**
     * A session is open.
     * @param {Login} login
     */
    login({ reply, named }) {
        this.#login++;
        this.#filling.clear();
        this.#userEvents = this.#reader = this.#held = undefined;
        const { resume } = reply;
        if (named && !this.positions.cover(named)) {
            this.#resetGroups(reply.groups ?? {});
            this.recheck();
            return;
        }
        if (!named || !resume) {
            this.positions.user = reply.stream.seq;
            this.positions.groups = new Map(Object.entries(reply.groups ?? {}));
            this.#list();
            return;
        }
        this.#resumeGroups(resume.groups, reply.groups ?? {});
        for (const [conversationID, verdict] of Object.entries(resume.conversations)) {
            this.#resumeConversation(conversationID, verdict);
        }
        this.#resumeUser(resume.user);
        if (this.#isListDue || this.positions.isTooLong) this.#list();
    }

    /**
     * A live event.
     * @param {Incoming} incoming
     */
    event(incoming) {
        const { event, data, stream, seq } = incoming;
        if (event === "message.new") {
            this.#live({ event, message: data });
        } else if (stream === "user" && this.#userEvents) {
            this.#userEvents.push(incoming);
        } else if (event === "conversation.syncFinish" && !data.isComplete) {
            this.deliver(incoming);
            this.#list();
        } else if (stream !== undefined && seq !== undefined) {
            this.#takeStreamed({ event, data, stream, seq });
        } else {
            this.#take(incoming);
        }
    }

    /**
     * An own message was stored.
     * @param {Message} message
     */
    own(message) {
        this.#live({ event: "message.sent", message });
    }

    /** @param {Live} live */
    #live(live) {
        const held = this.#held ?? this.#filling.get(live.message.conversationID);
        if (held) held.push(live);
        else if (live.event === "message.new") this.#deliverMessage(live.message);
        else this.#deliverOwn(live.message);
    }

    /** Something may have been missed: reads what the streams have gained, and the list. */
    async recheck() {
        this.#login++;
        this.#filling.clear();
        this.#reader = undefined;
        const held = (this.#held ??= []);
        await this.#fillUser(Infinity);
        await this.#list();
        if (held !== this.#held) return;
        this.#held = undefined;
        for (const live of held) this.#live(live);
    }

    /** @param {Record<string, any>} verdicts @param {Record<string, number>} groups those the user is in */
    #resumeGroups(verdicts, groups) {
        for (const [groupID, { verdict, seq, events }] of Object.entries(verdicts)) {
            const stream = `group_${groupID}`;
            if (verdict === "recovered") {
                for (const one of events ?? []) this.#takeStreamed({ ...one, stream });
            } else {
                this.deliver({ event: "sync.reset", data: { stream, isGone: seq === 0 && !(groupID in groups) } });
            }
            if (groupID in groups) this.positions.groups.set(groupID, seq);
            else this.positions.groups.delete(groupID);
        }
        for (const [groupID, seq] of Object.entries(groups)) {
            if (!this.positions.groups.has(groupID)) this.positions.groups.set(groupID, seq);
        }
    }

    /** @param {string} conversationID @param {any} verdict */
    #resumeConversation(conversationID, { verdict, seq, messages, from, to }) {
        if (verdict === "recovered") {
            for (const message of messages ?? []) this.#deliverMessage(message);
            this.positions.have(conversationID, seq);
        } else if (verdict === "gap") {
            this.#fill(conversationID, from, to);
        } else {
            this.#reset(conversationID, seq);
        }
    }

    /** @param {any} verdict */
    #resumeUser({ verdict, seq, events, to }) {
        if (verdict === "recovered") {
            for (const one of events ?? []) this.#takeStreamed({ ...one, stream: "user" });
            this.positions.user = seq;
        } else if (verdict === "gap") {
            this.#fillUser(to);
        } else {
            this.positions.user = seq;
            this.deliver({ event: "sync.reset", data: { stream: "user", isGone: false } });
            this.#list();
        }
    }

    /**
     * This tab has missed events of groups.
     * @param {Record<string, number>} groups where their streams stand
     */
    #resetGroups(groups) {
        for (const [groupID, seq] of Object.entries(groups)) {
            if (this.positions.groups.get(groupID) === seq) continue;
            this.deliver({ event: "sync.reset", data: { stream: `group_${groupID}`, isGone: false } });
        }
        this.positions.groups = new Map(Object.entries(groups));
    }

    /** @param {Message} message */
    #deliverMessage(message) {
        const { conversationID, seq } = message;
        if (seq <= (this.positions.conversations.get(conversationID) ?? 0)) return;
        this.positions.have(conversationID, seq);
        if (message.from === this.user && this.#isTold(message)) return;
        this.deliver({ event: "message.new", data: message });
    }

    /** @param {Message} message */
    #deliverOwn(message) {
        this.positions.have(message.conversationID, message.seq);
        if (!this.#isTold(message)) this.deliver({ event: "message.sent", data: message });
    }

    /**
     * Whether an own message was told before.
     * @param {Message} message
     */
    #isTold({ clientMsgId }) {
        if (this.#ownTold.has(clientMsgId)) return true;
        this.#ownTold.add(clientMsgId);
        const [oldest] = this.#ownTold;
        if (this.#ownTold.size > mostOwnTold) this.#ownTold.delete(oldest);
        return false;
    }

    /** @param {{event: string, data: any, stream: string, seq: number}} incoming */
    #takeStreamed(incoming) {
        const { stream, seq } = incoming;
        const groupID = stream.startsWith("group_") ? stream.slice(6) : undefined;
        const position = groupID === undefined ? this.positions.user : this.positions.groups.get(groupID);
        if (seq <= (position ?? 0)) return;
        if (groupID === undefined) this.positions.user = seq;
        else this.positions.groups.set(groupID, seq);
        this.#take(incoming);
    }

    /** @param {Incoming} incoming */
    #take(incoming) {
        const { event, data } = incoming;
        if (event === "conversation.new" || event === "conversation.changed") {
            this.#reader?.touch(event, data);
            for (const { conversationID, seq } of data.conversations) {
                if (this.positions.of(conversationID) === undefined) this.positions.listed.set(conversationID, seq);
            }
        } else if (event === "conversation.deleted") {
            this.#reader?.touch(event, data);
            for (const id of data.conversationIDs) this.positions.forget(id);
        }
        this.deliver(incoming);
    }

    /** @param {string} conversationID @param {number} seq */
    #reset(conversationID, seq) {
        this.positions.reset(conversationID, seq);
        this.deliver({ event: "sync.reset", data: { stream: conversationID, isGone: false } });
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
                for (const message of page.messages) if (message.seq <= to) this.#deliverMessage(message);
                ({ cursor, isFinished } = page);
            }
            this.positions.have(conversationID, to);
        } catch (error) {
            if (login !== this.#login || this.#isOver(conversationID, error)) return;
            this.#reset(conversationID, to);
        }
        this.#filling.delete(conversationID);
        for (const live of held) this.#live(live);
    }

    /**
     * Fetches the user's stream up to `to`; its live events wait meanwhile.
     * @param {number} to
     */
    async #fillUser(to) {
        const login = this.#login;
        /** @type {Incoming[]} */
        const held = (this.#userEvents = []);
        let isReset = false;
        try {
            for (let isFinished = false; !isFinished && (this.positions.user ?? 0) < to; ) {
                const page = await this.request("stream.events", { after: this.positions.user ?? 0 });
                if (login !== this.#login) return;
                for (const one of page.events) this.#takeStreamed({ ...one, stream: "user" });
                this.positions.user = page.seq;
                isFinished = page.isFinished;
            }
        } catch (error) {
            if (login !== this.#login || this.#isOver("user", error)) return;
            // gw 1005: it is no longer kept.
            isReset = true;
            this.positions.user = Math.max(to === Infinity ? 0 : to, ...held.map((incoming) => incoming.seq ?? 0), this.positions.user ?? 0);
        }
        this.#userEvents = undefined;
        if (isReset) {
            this.deliver({ event: "sync.reset", data: { stream: "user", isGone: false } });
            for (const incoming of held) this.#take(incoming);
            this.#list();
        } else {
            for (const incoming of held) this.event(incoming);
        }
    }

    /** Reads the list of conversations, and what it shows to be missing. */
    async #list() {
        this.#isListDue = true;
        const reader = (this.#reader = new ListReader());
        /** @type {Conversation[]} */
        let conversations;
        try {
            conversations = await reader.read(this.request);
        } catch (error) {
            if (reader === this.#reader) this.#isOver("list", error);
            return;
        }
        if (reader !== this.#reader) return;
        this.#reader = undefined;
        this.#isListDue = false;
        this.deliver({ event: "sync.list", data: { conversations: [...conversations] } });
        for (const { conversationID, seq } of conversations.reverse()) this.#compare(conversationID, seq);
    }

    /**
     * Fills what the list shows to be missing.
     * @param {string} conversationID
     * @param {number} seq
     */
    #compare(conversationID, seq) {
        const position = this.positions.of(conversationID);
        if (position === undefined) this.positions.listed.set(conversationID, seq);
        else if (position < seq && !this.#filling.has(conversationID)) this.#fill(conversationID, position + 1, seq);
    }

    /**
     * A fetch has failed: tells it, unless the client was stopped.
     * @param {string} stream
     * @param {unknown} error
     */
    #isOver(stream, error) {
        const reason = asMartletError(error);
        if (reason.name === "stopped") return true;
        this.deliver({ event: "sync.failed", data: { stream, error: reason } });
        return false;
    }
}

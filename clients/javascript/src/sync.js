import { Changes } from "./changes.js";
import { asMartletError } from "./errors.js";
import { ListReader } from "./list.js";
import { MessageStreams } from "./messages.js";
import { PositionBook } from "./positions.js";
import { EventStreams } from "./streams.js";

/**
 * @typedef {import("./types.js").Incoming} Incoming
 * @typedef {import("./types.js").Login} Login
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 */

/**
 * Turns what connections bring into one row of events without holes, doubles and changes of order: it takes the verdicts of
 * a resume in, fetches what they leave out, and holds live events of a stream back until that is done.
 */
export class Sync {
    positions = new PositionBook();

    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;
    /**
     * Live messages and changes that wait until it is known which conversations have holes.
     * @type {Array<() => void> | undefined}
     */
    #held;
    /**
     * The list is being read.
     * @type {ListReader | undefined}
     */
    #reader;
    /** @type {Promise<void>} */
    #listing = Promise.resolve();
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
        /** @type {(stream: string, error: unknown) => boolean} */
        const isOver = (stream, error) => this.#isOver(stream, error);
        const { positions } = this;
        const take = (/** @type {Incoming} */ incoming, /** @type {boolean} */ isMissed = false) => this.#take(incoming, isMissed);
        this.streams = new EventStreams({ positions, request, take, list: () => this.#list(), isOver });
        this.changes = new Changes({ places: positions.changes, request, deliver, isOver });
        this.messages = new MessageStreams({ positions, changes: this.changes, request, deliver, isOver, user, gapLimit });
    }

    /**
     * A session is open.
     * @param {Login} login
     */
    login({ reply, named }) {
        this.#begin();
        this.#held = undefined;
        const { resume } = reply;
        const isNew = this.positions.user === undefined;
        // The session is another tab's, which had more than this one, or had nothing.
        if (!isNew && !(named && this.positions.cover(named))) {
            this.streams.resetGroups(reply.groups ?? {});
            this.recheck();
            return;
        }
        if (isNew || !resume) {
            this.positions.user = reply.stream.seq;
            this.positions.groups = new Map(Object.entries(reply.groups ?? {}));
            this.#list();
            return;
        }
        this.streams.resumeGroups(resume.groups, reply.groups ?? {});
        this.changes.resume(resume.changes ?? {});
        this.messages.resume(resume.conversations);
        this.streams.resumeUser(resume.user);
        if (this.#isListDue || this.positions.isTooLong) this.#list();
    }

    /**
     * A live event.
     * @param {Incoming} incoming
     */
    event(incoming) {
        const { event, data, stream, seq } = incoming;
        if (event === "message.new") {
            this.#whenComplete(() => this.messages.live({ event, message: data }));
        } else if (event === "message.changed" || event === "message.gone") {
            this.#whenComplete(() => this.changes.live(data));
        } else if (event === "conversation.syncFinish" && !data.isComplete) {
            this.deliver(incoming);
            this.#list();
        } else if (stream !== undefined && seq !== undefined) {
            this.streams.live({ event, data, stream, seq });
        } else {
            this.#take(incoming);
        }
    }

    /**
     * An own message was stored.
     * @param {Message} message
     */
    own(message) {
        const tell = () => this.messages.live({ event: "message.sent", message });
        if (this.messages.isLate(message)) tell();
        else this.#whenComplete(tell);
    }

    /** What is under way is void. */
    #begin() {
        this.#login++;
        this.#reader = undefined;
        this.streams.begin();
        this.changes.begin();
        this.messages.begin();
    }

    /**
     * Takes in what is live, now or as soon as it is known what is missing before it.
     * @param {() => void} take
     */
    #whenComplete(take) {
        if (this.#held) this.#held.push(take);
        else take();
    }

    /** Something may have been missed: reads what the streams have gained, and the list. */
    async recheck() {
        this.#begin();
        const login = this.#login;
        const held = (this.#held ??= []);
        await this.streams.fillUser(Infinity);
        // If everything is looked at once more, that goes on holding what is live.
        if (login !== this.#login) return;
        await this.#list();
        while (login === this.#login && this.#reader) await this.#listing;
        if (login !== this.#login) return;
        this.#held = undefined;
        for (const take of held) take();
    }

    /** @param {Incoming} incoming @param {boolean} [isMissed] */
    #take(incoming, isMissed) {
        const { event, data } = incoming;
        if (event === "conversation.new" || event === "conversation.changed") {
            this.#reader?.touch(event, data);
            for (const { conversationID, seq, change } of data.conversations) {
                if (this.positions.of(conversationID) !== undefined) continue;
                // The message with which a conversation begins comes behind this; of one that was missed nothing was told.
                const before = event === "conversation.new" ? (isMissed ? 0 : Math.max(0, seq - 1)) : seq;
                this.positions.listed.set(conversationID, before);
                this.positions.changes.set(conversationID, change ?? 0);
            }
        } else if (event === "conversation.deleted") {
            this.#reader?.touch(event, data);
            for (const id of data.conversationIDs) this.positions.forget(id);
        } else if (event === "message.deleted") {
            this.changes.forget(data.msgIds);
        }
        this.deliver(incoming);
    }

    /** Reads the list of conversations, and what it shows to be missing. */
    #list() {
        return (this.#listing = this.#readList());
    }

    async #readList() {
        this.#isListDue = true;
        const reader = (this.#reader = new ListReader());
        /** @type {Conversation[]} */
        let conversations;
        try {
            // Which conversations are new is in the user's stream.
            await this.streams.filled;
            conversations = await reader.read(this.request);
        } catch (error) {
            if (reader !== this.#reader) return;
            this.#reader = undefined;
            this.#isOver("list", error);
            return;
        }
        if (reader !== this.#reader) return;
        this.#reader = undefined;
        this.#isListDue = false;
        this.deliver({ event: "sync.list", data: { conversations: [...conversations] } });
        for (const { conversationID, seq, change } of conversations.reverse()) {
            this.changes.compare(conversationID, change);
            this.messages.compare(conversationID, seq);
        }
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

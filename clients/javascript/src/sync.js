import { Broadcasts } from "./broadcasts.js";
import { Changes } from "./changes.js";
import { Channels } from "./channels.js";
import { asMartletError } from "./errors.js";
import { KnownConversations } from "./known.js";
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
    #known = new KnownConversations();

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
    #listing = Promise.resolve(true);
    /** The list is to be read, and has not been. */
    #isListDue = true;
    /** The list is of an earlier run, and was not told. */
    #isListUntold = false;

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
        /** @type {(stream: string, error: unknown) => boolean} */
        const isOver = (stream, error) => this.#isOver(stream, error);
        const { positions } = this;
        const take = (/** @type {Incoming} */ incoming, /** @type {boolean} */ isMissed = false) => this.#take(incoming, isMissed);
        this.streams = new EventStreams({ positions, request, take, list: () => this.#list(), isOver });
        this.broadcasts = new Broadcasts({ positions, request, deliver, isOver });
        this.channels = new Channels({ places: positions.channels, request, deliver, isOver, gapLimit });
        this.changes = new Changes({ places: positions.changes, request, deliver, isOver });
        this.messages = new MessageStreams({ positions, changes: this.changes, request, deliver, isOver, user, gapLimit });
    }

    /** Whether all conversations are known, as the positions have them. */
    get isListed() {
        return !this.#isListDue;
    }

    /**
     * Goes on with the list of an earlier run.
     * @param {Conversation[]} conversations
     */
    restore(conversations) {
        this.#known.put(conversations);
        this.#isListDue = false;
        this.#isListUntold = true;
    }

    /**
     * A session is open. A tab that has missed something of another's session reads what the streams have gained, and the
     * list.
     * @param {Login} login
     */
    login({ reply, named }) {
        this.#begin();
        const { resume } = reply;
        const isNew = this.positions.user === undefined;
        // The session is another tab's, which had more than this one, or had nothing.
        if (!isNew && !(named && this.positions.cover(named))) {
            this.streams.resumeGroups({}, reply.groups ?? {});
            this.#complete(this.streams.fillUser(Infinity));
            this.broadcasts.login({ broadcasts: reply.broadcasts });
            this.channels.login(reply.channels);
            return;
        }
        this.#held = undefined;
        // A resume leaves out what was not named: too many conversations, or some that the tab with the session does not know.
        const areAllNamed = this.positions.areAllIn(named);
        this.broadcasts.login(reply);
        this.channels.login(reply.channels, resume?.channels);
        if (isNew || !resume) {
            this.positions.user = reply.stream.seq;
            this.positions.groups = new Map(Object.entries(reply.groups ?? {}));
            this.#list();
            return;
        }
        this.streams.resumeGroups(resume.groups, reply.groups ?? {});
        this.changes.resume(resume.changes ?? {});
        this.messages.resume(resume.conversations);
        const verdicts = Object.values(resume.conversations);
        // What a lean session is not told of the list, since its last message is here.
        for (const { messages, unreadCount } of verdicts) if (unreadCount >= 0) this.imply(messages.at(-1), unreadCount);
        this.streams.resumeUser(resume.user);
        // An older copy of the gateway's store has older last messages, of which nothing is told.
        const isWhole = areAllNamed && verdicts.every(({ why }) => why !== "beyond");
        if (resume.user.verdict === "gap" || this.#isListDue || !isWhole) this.#complete(this.streams.filled);
        else if (this.#isListUntold) this.#tellList(this.#known.all);
    }

    /**
     * A live event.
     * @param {Incoming} incoming
     */
    event(incoming) {
        const { event, data, stream, seq } = incoming;
        if (event === "message.new") {
            const { unreadCount, totalUnread, ...message } = data;
            if (!message.body || !message.seq || !message.conversationID) throw event;
            this.#whenComplete(() => this.messages.live({ event, message }));
            this.imply(message, unreadCount, totalUnread);
        } else if (event === "broadcast.new") {
            this.broadcasts.live(data);
        } else if (event === "channel.message") {
            this.channels.live(data);
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
     * An own message was stored. Perhaps it was sent again, and is gone by now.
     * @param {Message} message
     */
    own(message) {
        if (message.isExpired) return;
        this.#whenComplete(() => this.messages.live({ event: "message.sent", message }), this.messages.isLate(message));
        this.imply(message);
    }

    /**
     * Tells what a lean session is not told: what a message between two has done to the list and the total. Such a message may
     * be an own one that itself is not told.
     * @param {Message} message
     * @param {number} [unreadCount]
     * @param {number} [totalUnread]
     */
    imply(message, unreadCount, totalUnread) {
        if (!message.conversationID.startsWith("c2c_")) return;
        if (unreadCount !== undefined || message.from === this.user) {
            const conversation = this.#known.after(message, unreadCount, this.positions.changes.get(message.conversationID));
            if (conversation) this.#take({ event: "conversation.changed", data: { conversations: [conversation] } });
        }
        if (totalUnread !== undefined) this.#take({ event: "conversation.totalUnreadChanged", data: { total: totalUnread } });
    }

    /** What is under way is void. */
    #begin() {
        this.#login++;
        this.#reader = undefined;
        this.#known.end();
        this.streams.begin();
        this.broadcasts.begin();
        this.channels.begin();
        this.changes.begin();
        this.messages.begin();
    }

    /**
     * Takes in what is live, now or as soon as it is known what is missing before it.
     * @param {() => void} take @param {boolean} [isLate] nothing before it is missing
     */
    #whenComplete(take, isLate) {
        if (this.#held && !isLate) this.#held.push(take);
        else take();
    }

    /**
     * Live messages wait until the user's stream is filled and the list is read: only then it is known which conversations
     * have begun meanwhile, and which have holes. If the client is stopped before, they wait for the next login, which
     * forgets them and is given them again; if this begins anew, that goes on holding them.
     * @param {Promise<boolean>} filling
     */
    async #complete(filling) {
        const login = this.#login;
        const held = (this.#held ??= []);
        if (!(await filling)) return;
        let isRead = await this.#list();
        while (login === this.#login && this.#reader) isRead = await this.#listing;
        if (login !== this.#login || !isRead) return;
        this.#held = undefined;
        for (const take of held) take();
    }

    /** @param {Incoming} incoming @param {boolean} [isMissed] */
    #take(incoming, isMissed) {
        const { event, data } = incoming;
        if (event === "conversation.new" || event === "conversation.changed") {
            this.#reader?.touch(event, data);
            this.#known.put(data.conversations);
            // With a message that waits. Where its conversation begins, the user's stream says.
            const isEarly = this.#held && incoming.stream === undefined;
            for (const { conversationID, seq, change } of data.conversations) {
                if (isEarly || this.positions.of(conversationID) !== undefined) continue;
                // The message with which a conversation begins comes behind this; of one that was missed nothing was told.
                const before = event === "conversation.new" ? (isMissed ? 0 : Math.max(0, seq - 1)) : seq;
                this.messages.list(conversationID, before);
                this.changes.compare(conversationID, change);
            }
        } else if (event === "conversation.deleted") {
            this.#reader?.touch(event, data);
            this.#known.delete(data.conversationIDs);
            for (const id of data.conversationIDs) this.positions.forget(id);
        } else if (event === "receipt.new") {
            this.#known.read(data);
        } else if (event === "channel.subscriptionChanged" && data.isSubscribed) {
            this.channels.follow(data.channelID, data.seq);
        } else if (event === "channel.subscriptionChanged" || event === "channel.destroyed") {
            this.channels.forget(data.channelID);
        } else if (event === "message.deleted") {
            this.changes.forget(data.msgIds);
        }
        this.deliver(incoming);
    }

    /**
     * Reads the list of conversations, and what it shows to be missing. Says false if the client was stopped, or has begun
     * anew: then the next login does it.
     */
    #list() {
        return (this.#listing = this.#readList());
    }

    async #readList() {
        this.#isListDue = true;
        const reader = (this.#reader = new ListReader());
        this.#known.begin();
        /** @type {Conversation[]} */
        let conversations;
        try {
            // Which conversations are new is in the user's stream.
            const isFilled = await this.streams.filled;
            if (reader === this.#reader && !isFilled) this.#reader = undefined;
            if (reader !== this.#reader) return false;
            conversations = await reader.read(this.request);
            if (reader !== this.#reader) return false;
            conversations = this.#known.replace(conversations);
        } catch (error) {
            if (reader !== this.#reader) return false;
            this.#reader = undefined;
            this.#known.end();
            return !this.#isOver("list", error);
        }
        this.#reader = undefined;
        this.#isListDue = false;
        this.#tellList([...conversations]);
        for (const { conversationID, seq, change } of conversations.reverse()) {
            this.changes.compare(conversationID, change);
            this.messages.compare(conversationID, seq);
        }
        return true;
    }

    /** @param {Conversation[]} conversations */
    #tellList(conversations) {
        this.#isListUntold = false;
        this.deliver({ event: "sync.list", data: { conversations } });
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

import { after, Batch, keysOf } from "./batch.js";
import { asMartletError, MartletError } from "./errors.js";
import { Shelves } from "./shelves.js";

/**
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 *
 * Messages of this device, newest first. Stale: they are of before a gap, or may be gone.
 * @typedef {{messages: Message[], cursor: number, isFinished: boolean, isStale?: boolean}} LocalPage
 */

/** A release that changes what rows mean counts on. */
const schema = 1;

/** What no answer of the gateway touches, and what is saved from a store that cannot be read. */
const own = ["outbox", "draft"];

/** So often what is on the device is compared with what was told here, until the gateway is asked instead. */
const mostTries = 5;
const pauseMilliseconds = 150;

const dayMilliseconds = 86_400_000;
/** So often it is looked for messages that are too old. */
const agingMilliseconds = 3_600_000;

/**
 * The store's rows on the device. Each change is noted, and all changes of a moment are written with the positions that they
 * stand for. Of several tabs with one connection, the one that has it writes; the others read what stands where they are
 * themselves.
 * @implements {Rows} @typedef {import("./kept.js").Rows} Rows
 */
export class LocalStore {
    /** @type {Map<string, Conversation>} */
    conversations = new Map();
    totalUnread = 0;
    isListed = false;

    /** What writes the rows. */
    #kept;
    #shelves;
    /** The gateway's clock as it was told last, and by how much it was ahead of this device's. */
    #time = { told: 0, offset: 0 };
    /** The gateway has told its clock since this page began: until then this device's may have been set to anything. */
    #isTimeTold = false;
    /**
     * For so many days the gateway keeps messages, as it has said last.
     * @type {number | undefined}
     */
    #retentionDays;
    #keepDays;
    #agedAt = -Infinity;
    /** This tab begins to write, and finds out what another has not written. */
    #isTakingOver = false;
    #hasEnded = false;
    #unlisten;

    /**
     * @param {object} options
     * @param {import("./client.js").Client} options.client
     * @param {import("./clock.js").Clock} options.clock
     * @param {(conversationID: string) => boolean} options.isOpen whether a page shows the conversation
     * @param {number} [options.keepDays] older messages go; as the gateway keeps them unless given
     */
    constructor({ client, clock, isOpen, keepDays }) {
        this.#keepDays = keepDays;
        this.client = client;
        this.#kept = client.keep(this);
        this.storage = client.storage;
        this.clock = clock;
        this.#shelves = new Shelves({ now: () => this.now(), isOpen });
        let isFirst = true;
        this.#unlisten = [
            client.link.on("login", ({ reply }) => (this.#retentionDays = reply.limits?.retentionDays ?? this.#retentionDays)),
            client.link.on("following", () => (isFirst = false)),
            client.link.on("leading", () => {
                this.#isTakingOver = !isFirst;
                isFirst = false;
            }),
        ];
    }

    /** Reads what is there. */
    async open() {
        try {
            await this.#kept.load();
        } catch (error) {
            // It is told by connect(), which fails: a program that keeps its positions does not begin without them.
            this.client.emit("unsaved", asMartletError(error));
        }
    }

    /** Writes what waits, and listens no more. */
    close() {
        this.#kept.flush();
        for (const end of this.#unlisten) end();
    }

    /** The gateway's clock as it is known: it never goes back, whatever this device's clock does. */
    now() {
        return Math.max(this.#time.told, this.clock.now() + this.#time.offset);
    }

    /** @param {number} told @param {number} [offset] */
    tellTime(told, offset = this.#time.offset) {
        this.#time = { told: Math.max(this.#time.told, told), offset };
        this.#isTimeTold = true;
    }

    /** @returns {Promise<import("./kept.js").Read | undefined>} */
    async load() {
        try {
            return await this.#read();
        } catch (error) {
            const reason = asMartletError(error);
            if (reason.name === "damaged") return this.#rescue(reason);
            this.client.emit("unsaved", reason);
            return undefined;
        }
    }

    /**
     * A page shows the list when all of it is here, so nothing waits for another.
     * @returns {Promise<import("./kept.js").Read>}
     */
    async #read() {
        const spaces = ["meta", "position", "conversation", "range"];
        const [meta, places, conversations, shelves] = await Promise.all(spaces.map((space) => this.storage.range(space)));
        const { schema: written = 0, total = 0, time = this.#time, retentionDays } = Object.fromEntries(meta);
        if (written > schema) throw new MartletError({ name: "damaged", message: `the store is of a later release: ${written}` });
        this.conversations = new Map(conversations);
        this.totalUnread = total;
        this.#time = time;
        this.#retentionDays = retentionDays;
        this.#shelves.restore(shelves);
        return [meta, places];
    }

    /**
     * Goes on with the outbox and the drafts alone; the rest is read from the gateway again.
     * @param {MartletError} reason @returns {Promise<import("./kept.js").Read | undefined>}
     */
    async #rescue(reason) {
        try {
            await this.storage.clear(own);
        } catch (error) {
            this.client.emit("unsaved", asMartletError(error));
            return undefined;
        }
        this.client.emit("storeLost", reason);
        return [[], []];
    }

    restored() {
        this.isListed = true;
        return [...this.conversations.values()];
    }

    forget() {
        this.conversations.clear();
        this.totalUnread = 0;
        this.#shelves.restore([]);
        for (const space of ["conversation", "range", "message", "end"]) this.#shelves.step((batch) => batch.empty(space));
    }

    end() {
        this.#hasEnded = true;
    }

    async take() {
        const meta = Object.entries({ schema, total: this.totalUnread, time: this.#time, retentionDays: this.#retentionDays });
        const batch = new Batch(this.storage);
        const now = this.#isTimeTold ? this.now() : this.#time.told;
        const isDue = now >= this.#agedAt + agingMilliseconds;
        await this.#shelves.carryOut(batch, isDue ? this.#since(this.#keepDays ?? this.#retentionDays, now) : undefined);
        if (isDue) this.#agedAt = now;
        await this.#shelves.expire(batch, now);
        batch.put(...meta.map(([key, value]) => /** @type {import("./types.js").Change} */ (["meta", key, value])));
        return batch.changes();
    }

    /** @param {import("./types.js").Change[]} changes */
    putBack(changes) {
        this.#shelves.putBack(changes);
    }

    /**
     * Another tab has written until now, perhaps less than this one was told. What it lacks is a gap, or may be gone.
     */
    async lead() {
        if (!this.#isTakingOver) return;
        const [meta, places, shelves] = await Promise.all(["meta", "position", "range"].map((space) => this.storage.range(space)));
        const { positions } = this.#kept;
        const written = new Map(places.map(([id, { place }]) => [id, place]));
        this.#shelves.restore(shelves);
        this.#isTakingOver = false;
        const hasMissed = (Object.fromEntries(meta).streams?.user ?? -1) < (positions.user ?? -1);
        for (const id of this.#shelves.ids) {
            const { seq = 0, listed = 0, change = 0 } = written.get(id) ?? {};
            const [place, changed] = [positions.of(id) ?? 0, positions.changes.get(id) ?? 0];
            if (hasMissed || change < changed) this.#shelves.reset(id, place);
            else if (Math.max(seq, listed) < place) this.#shelves.gap(id, place);
        }
        this.#shelves.step((batch) => batch.empty("conversation"));
        for (const conversation of this.conversations.values()) this.putConversation(conversation);
        this.#kept.save();
    }

    /**
     * When messages were sent that are so many days old: long ago if the number is not known.
     * @param {number} [days]
     */
    #since(days = Infinity, now = this.now()) {
        return now - days * dayMilliseconds;
    }

    get #isWriting() {
        return this.client.link.leads && !this.#isTakingOver && !this.#hasEnded;
    }

    /** @param {(shelves: Shelves) => void} note */
    #note(note) {
        if (!this.#isWriting) return;
        note(this.#shelves);
        this.#kept.save();
    }

    /** @param {Conversation} conversation */
    putConversation(conversation) {
        const { conversationID } = conversation;
        this.conversations.set(conversationID, conversation);
        this.#note((shelves) => shelves.step(async (batch) => batch.put(["conversation", conversationID, conversation])));
    }

    /** @param {string} conversationID */
    deleteConversation(conversationID) {
        this.conversations.delete(conversationID);
        this.forgetMessages(conversationID);
        this.#note((shelves) => shelves.step(async (batch) => batch.put(["conversation", conversationID])));
    }

    /** @param {number} total */
    putTotal(total) {
        this.totalUnread = total;
        this.#note(() => {});
    }

    /** @param {Message} message @param {boolean} isOwn it was acknowledged, and may have been stored long before */
    add(message, isOwn) {
        this.tellTime(message.time);
        const place = this.#kept.positions.of(message.conversationID);
        // Of a conversation that nothing is known of, what was before it may be missing.
        if (place !== undefined) this.#note((shelves) => shelves.add(message, isOwn && place > message.seq));
    }

    /** @param {Message} message */
    change(message) {
        this.#note((shelves) => shelves.change(message));
    }

    /** @param {string} conversationID @param {string[]} ids */
    drop(conversationID, ids) {
        this.#note((shelves) => shelves.drop(conversationID, ids));
    }

    /** @param {string} conversationID @param {number} to */
    gap(conversationID, to) {
        this.#note((shelves) => shelves.gap(conversationID, to));
    }

    /**
     * What was missed of a stream is not known: of the user's, which of the messages were deleted. If the gateway has kept some
     * of it no longer, what is here holds.
     * @param {string} stream @param {string} [why]
     */
    reset(stream, why) {
        const to = (/** @type {string} */ id) => this.#kept.positions.of(id) ?? 0;
        this.#note((shelves) => {
            if (stream === "user") for (const id of shelves.ids) shelves.reset(id, to(id), why === "kept");
            else if (why === "kept") shelves.gap(stream, to(stream));
            else shelves.reset(stream, to(stream));
        });
    }

    /** @param {string} conversationID */
    forgetMessages(conversationID) {
        this.#note((shelves) => shelves.forget(conversationID));
    }

    /** @param {string} conversationID @param {number} before @param {{messages: Message[], cursor: number, isFinished: boolean}} page */
    page(conversationID, before, page) {
        this.#note((shelves) => shelves.page(conversationID, before, page, this.#since(this.#retentionDays)));
    }

    /**
     * Whether the device may have messages that are older than the gateway keeps.
     * @param {string} conversationID
     */
    hasOlder(conversationID) {
        return this.#shelves.hasBefore(conversationID, this.#since(this.#retentionDays));
    }

    /**
     * Messages of the newest range that are older than `before`, or the newest if that is 0. Undefined if the gateway must be
     * asked: there are none, or the device has not what was told here.
     * @param {string} conversationID @param {number} before @param {number} limit
     * @returns {Promise<LocalPage | undefined>}
     */
    async read(conversationID, before, limit) {
        this.#note((shelves) => shelves.look(conversationID));
        try {
            return await this.#readWritten(conversationID, before, limit);
        } catch (error) {
            this.client.emit("unsaved", asMartletError(error));
            return undefined;
        }
    }

    /** @param {string} conversationID @param {number} before @param {number} limit */
    async #readWritten(conversationID, before, limit) {
        for (let tries = 0; tries < mostTries && !this.#hasEnded; tries++) {
            await this.#kept.flush();
            const found = await this.#written(conversationID);
            const page = await this.#page(conversationID, before, limit);
            const isStill = found === (await this.#written(conversationID));
            if (isStill && found === this.#told(conversationID)) return page;
            if (!this.#isWriting) await new Promise((resolve) => this.clock.after(() => resolve(undefined), pauseMilliseconds));
        }
        return undefined;
    }

    /** @param {string} conversationID @param {number} before @param {number} limit @returns {Promise<LocalPage | undefined>} */
    async #page(conversationID, before, limit) {
        const [[, shelf] = []] = await this.storage.range("range", conversationID, after(conversationID), 1);
        if (!shelf || shelf.ranges.length === 0) return undefined;
        const isStale = before === 0 && shelf.ranges[0].to < shelf.ranges[0].from && shelf.ranges.length > 1;
        const { from, to } = shelf.ranges[isStale ? 1 : 0];
        if (before !== 0 && before <= from) return undefined;
        const keys = keysOf(conversationID, from, before === 0 ? to : Math.min(to, before - 1));
        const messages = (await this.storage.range("message", ...keys, limit)).map(([, message]) => message);
        const low = messages.length < limit ? from : messages[messages.length - 1].seq;
        if (messages.length === 0 && low > 1) return undefined;
        return { messages, cursor: low, isFinished: low <= 1, isStale };
    }

    /**
     * Where the device has a conversation, and the user's stream, which tells of messages that are gone.
     * @param {string} conversationID
     */
    async #written(conversationID) {
        const [[, streams] = []] = await this.storage.range("meta", "streams", after("streams"), 1);
        const [[, { place }] = [undefined, { place: {} }]] = await this.storage.range("position", conversationID, after(conversationID), 1);
        const { seq, listed, change } = place;
        return placeOf(streams?.user, seq === undefined ? listed : Math.max(seq, listed ?? 0), change);
    }

    /** @param {string} conversationID */
    #told(conversationID) {
        const { positions } = this.#kept;
        return placeOf(positions.user, positions.of(conversationID), positions.changes.get(conversationID));
    }
}

/** @param {number} [user] @param {number} [seq] @param {number} [change] */
const placeOf = (user = 0, seq = 0, change = 0) => `${user} ${seq} ${change}`;

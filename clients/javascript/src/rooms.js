import { systemClock } from "./clock.js";
import { Emitter } from "./emitter.js";
import { asMartletError, isOfConnection, MartletError } from "./errors.js";
import { randomName } from "./ids.js";
import { RoomValues } from "./roomvalues.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("../types/protocol.js").Operations} Operations
 * @typedef {import("../types/protocol.js").Events["room.frame"]} Frame
 * @typedef {NonNullable<Frame["messages"]>[number]} RoomMessage
 * @typedef {NonNullable<Frame["cleared"]>[number]} Clearing
 * @typedef {Operations["room.enter"]["ok"]} Entry
 * @typedef {Operations["room.send"]["ok"]} Sent
 * @typedef {import("./roomvalues.js").RoomValue} RoomValue
 * @typedef {import("./roomvalues.js").Step} Step
 * @typedef {Operations["room.setValues"]["data"]["values"]} Settings
 */

/**
 * What is new, of one or more frames: first what `cleared` names is shown no longer, then `messages` are shown.
 * @typedef {object} News
 * @property {RoomMessage[]} messages
 * @property {Clearing[]} cleared
 * @property {number} missed so many messages were told that this session has not had
 * @property {number} shed so many were said and not told to anybody
 */

/**
 * - `out`: not in the room; `reason` says why, if it was not left by `leave`.
 * - `entering`: as soon as the session is open, and the gateway admits it.
 * - `in`: with the `verdict` about what was missed, if it was in before.
 * @typedef {"kicked" | "banned" | "ended" | MartletError} WhyOut
 * @typedef {{name: "out", reason?: WhyOut} | {name: "entering"} | {name: "in", verdict?: "recovered" | "gap"}} RoomState
 */

/**
 * A message that has no reply yet.
 * @typedef {{data: Operations["room.send"]["data"], timer: any, epoch?: number, resolve: (sent: Sent) => void,
 *     reject: (error: MartletError) => void}} Pending
 */

/** A page draws no faster, whatever the gateway's `rooms.frameMilliseconds`. */
const betweenNews = 100;
/** Less than the minute in which the gateway knows the `clientMsgId` of a repeat. */
const patience = 30_000;
/** After a refusal that passes, the next entry waits so long, and longer each time. */
const firstWait = 1000;
const longestWait = 30_000;
/** A user counts twice a second. */
const betweenCounts = 500;
/** More than that are counted with the next request. */
const mostCounted = 100;

/**
 * A live room that this device is in, until it leaves or is put out. With the next session it enters again, and has what it
 * has missed, as far as the room still has it.
 *
 * `state` tells of entering and leaving, `news` of what is new, ten times a second at most, `change` that the members below
 * have other values.
 * @extends {Emitter<{state: RoomState, news: News, change: undefined}>}
 */
export class Room extends Emitter {
    /** @type {RoomState} */
    state = { name: "out" };
    /**
     * The last ones, of which none was cleared.
     * @type {RoomMessage[]}
     */
    messages = [];
    /** Sessions in the room. */
    participants = 0;
    title = "";
    ext = "";
    slowSeconds = 0;
    /** Only the owner, admins and speakers may send. */
    isMuted = false;
    /** By the gateway's clock (`client.serverTime`): until then this user may not send. */
    mutedUntil = 0;
    /** @type {Entry["role"]} */
    role = "participant";
    /**
     * The sums of the room's counters.
     * @type {Record<string, number>}
     */
    counters = {};

    #clock;
    #keep;
    /** @type {number | undefined} */
    #epoch;
    #seq = 0;
    /** When this user was heard last in slow mode: what was said before does not count. */
    #spokeAt = 0;
    /** Counts entries that were asked for: the reply to an earlier one says nothing any more. */
    #asked = 0;
    /** Refusals in a row that pass. */
    #refusals = 0;
    /**
     * What comes before the reply to the entry, which says what it stands behind.
     * @type {Frame[] | undefined}
     */
    #held;
    /** @type {Map<string, Pending>} */
    #pending = new Map();
    /** @type {News | undefined} */
    #news;
    #toldAt = -Infinity;
    /** @type {any} */
    #newsTimer;
    /** @type {any} */
    #entryTimer;
    #values = new RoomValues();
    #queue = new RoomValues();
    #showsQueue;
    /**
     * What was counted and not yet sent.
     * @type {Map<string, {count: number, settle: Array<(error?: MartletError) => void>}>}
     */
    #counted = new Map();
    /** @type {any} */
    #countTimer;
    /** @type {Array<() => void>} */
    #listeners = [];

    /**
     * @param {Client} client
     * @param {string} id
     * @param {{keep?: number, queue?: boolean}} [options] `keep`: so many messages are kept, 200 unless given; `queue`: the room's
     *     queue is read and followed
     */
    constructor(client, id, options = {}) {
        super();
        this.client = client;
        this.id = id;
        this.#clock = client.options.clock ?? systemClock;
        this.#keep = options.keep ?? 200;
        this.#showsQueue = options.queue ?? false;
    }

    /** In slow mode, by the gateway's clock: before that, what this user sends is refused. */
    get slowUntil() {
        return this.role === "participant" && this.#spokeAt ? this.#spokeAt + this.slowSeconds * 1000 : 0;
    }

    /**
     * What all participants see beside messages, by key.
     * @returns {ReadonlyMap<string, RoomValue>}
     */
    get values() {
        return this.#values.byKey;
    }

    /** With the option `queue`: the room's queue, the head first. */
    get queue() {
        return [...this.#queue.byKey.values()].sort((one, other) => one.position - other.position);
    }

    /** Enters, and comes back after a lost connection. It fails if the gateway does not admit this user. */
    async enter() {
        if (this.state.name === "out") this.#begin();
        if (this.state.name === "in") return;
        await new Promise((resolve, reject) => {
            const end = this.on("state", (state) => {
                end();
                if (state.name === "in") resolve(undefined);
                else reject(state.name === "out" && state.reason instanceof MartletError ? state.reason : notIn(this.id));
            });
        });
    }

    /** Leaves. Messages that have no reply yet may be told. */
    async leave() {
        if (this.state.name === "out") return;
        this.#end();
        try {
            await this.#ask("room.leave");
        } catch (error) {
            // With its session the stay is over, too.
            if (isOfConnection(asMartletError(error))) return;
            throw error;
        }
        // All tabs may be one session.
        this.client.link.broadcast("room.leave", { roomID: this.id });
    }

    /**
     * Says something: a text, or an object with `body` and more. The promise waits for the frame that tells it; it fails with gw
     * 1024 if it was not drawn. Nothing is sent again by itself but after a lost connection, and then it is told once.
     * @param {string | ({body: object} & Partial<Operations["room.send"]["data"]>)} message
     * @returns {Promise<Sent>}
     */
    send(message) {
        if (this.state.name === "out") return Promise.reject(notIn(this.id));
        const { body, ...more } = typeof message === "string" ? { body: { text: message } } : message;
        /** @type {Operations["room.send"]["data"]} */
        const data = { roomID: this.id, clientMsgId: randomName(), type: 0, body, ...more };
        return new Promise((resolve, reject) => {
            const expire = () => this.#settle(data.clientMsgId, new MartletError({ name: "timeout", message: "no reply to room.send" }));
            const timer = this.#clock.after(expire, patience);
            const pending = { data, timer, resolve, reject };
            this.#pending.set(data.clientMsgId, pending);
            if (this.state.name === "in") this.#transmit(pending);
        });
    }

    /**
     * Sets values, or removes those without `value`: all or none.
     * @param {Settings} values
     */
    async setValues(values) {
        await this.#ask("room.setValues", { values });
    }

    /**
     * Puts an element into the queue, or changes it.
     * @param {string} key
     * @param {string} [value]
     * @param {{first?: boolean, ifVersion?: number, isTransient?: boolean}} [options]
     */
    async offer(key, value = "", options = {}) {
        await this.#ask("room.offer", { key, value, ...options });
    }

    /**
     * Takes an element out of the queue, the head or that of the key.
     * @param {string} [key]
     * @returns {Promise<RoomValue | undefined>}
     */
    async poll(key) {
        return (await this.#ask("room.poll", key === undefined ? {} : { key })).element;
    }

    /**
     * Adds to a counter. Taps that follow each other are sent together; all of them fail if that is refused.
     * @param {string} counter
     * @returns {Promise<void>}
     */
    count(counter, count = 1) {
        return new Promise((resolve, reject) => {
            const counted = this.#counted.get(counter) ?? { count: 0, settle: [] };
            counted.count += count;
            counted.settle.push((error) => (error ? reject(error) : resolve()));
            this.#counted.set(counter, counted);
            if (this.#countTimer === undefined) this.#countTimer = this.#clock.after(() => this.#tellCounts(), betweenCounts);
        });
    }

    async #tellCounts() {
        this.#countTimer = undefined;
        const [counter, counted] = this.#counted.entries().next().value ?? [];
        if (!counter || !counted) return;
        this.#counted.delete(counter);
        const rest = counted.count - mostCounted;
        const settle = rest > 0 ? [] : counted.settle;
        if (rest > 0) this.#counted.set(counter, { count: rest, settle: counted.settle });
        if (this.#counted.size > 0) this.#countTimer = this.#clock.after(() => this.#tellCounts(), betweenCounts);
        try {
            await this.#ask("room.count", { counter, count: Math.min(counted.count, mostCounted) });
            for (const done of settle) done();
        } catch (error) {
            if (rest > 0) this.#counted.delete(counter);
            for (const fail of counted.settle) fail(asMartletError(error));
        }
    }

    /** @param {RoomValues} values @param {Step} step */
    #step(values, step) {
        // Before the reply to an entry nothing is known, and it says more.
        if (values.state === undefined && !values.isReading) return;
        if (values.take(step)) this.emit("change", undefined);
        else this.#read(values);
    }

    /** @param {RoomValues} values */
    async #read(values) {
        if (values.isReading) return;
        values.isReading = true;
        try {
            const { state, values: list, elements } = await this.#ask(values === this.#queue ? "room.queue" : "room.values");
            values.begin(state, list ?? elements);
            this.emit("change", undefined);
        } catch (error) {
            // With the next session it enters again, and sees what is missing.
            if (!isOfConnection(asMartletError(error)) && this.state.name === "in") this.#clock.after(() => this.#read(values), longestWait);
        }
        values.isReading = false;
        if (values.state !== undefined && values.isBehind && this.state.name === "in") await this.#read(values);
    }

    #begin() {
        const own = (/** @type {{roomID: string}} */ { roomID }) => roomID === this.id;
        const { client } = this;
        this.#listeners = [
            client.on("state", ({ name }) => this.#lose(name === "open")),
            client.on("room.frame", (frame) => own(frame) && this.#take(frame)),
            client.on("room.changed", (facts) => own(facts) && this.#change(facts)),
            client.on("room.valuesChanged", (step) => own(step) && this.#step(this.#values, step)),
            client.on("room.queueChanged", (step) => own(step) && this.#showsQueue && this.#step(this.#queue, step)),
            client.on("room.left", (left) => own(left) && this.#end(left.reason)),
            client.on("room.ended", (ended) => own(ended) && this.#end("ended")),
            client.link.on("broadcast", ({ name, data }) => name === "room.leave" && own(data) && this.#lose(true)),
        ];
        this.#become({ name: "entering" });
        if (client.state.name === "open") this.#enter();
    }

    /** @param {WhyOut} [reason] */
    #end(reason) {
        for (const end of this.#listeners.splice(0)) end();
        this.#lose();
        this.#tellNews();
        const error = reason instanceof MartletError ? reason : notIn(this.id);
        for (const id of [...this.#pending.keys()]) this.#settle(id, error);
        this.#become(reason ? { name: "out", reason } : { name: "out" });
    }

    /**
     * The session is in the room no longer.
     * @param {boolean} [entersAgain]
     */
    #lose(entersAgain) {
        this.#asked++;
        this.#held = undefined;
        this.#clock.cancel(this.#entryTimer);
        if (this.state.name === "in") this.#become({ name: "entering" });
        if (entersAgain) this.#enter();
    }

    async #enter() {
        const asked = ++this.#asked;
        if (this.state.name !== "in") this.#held = [];
        const known = { ...(this.#epoch !== undefined && { epoch: this.#epoch, seq: this.#seq }), ...(this.#values.state !== undefined && { state: this.#values.state }) };
        try {
            const entry = await this.#ask("room.enter", known);
            if (asked === this.#asked) this.#admit(entry);
        } catch (error) {
            if (asked === this.#asked) this.#refused(asMartletError(error));
        }
    }

    /** @param {Entry} entry */
    #admit(entry) {
        const { epoch, seq, messages, verdict, occupancy, role, mutedUntil = 0, counters = {} } = entry;
        this.#refusals = 0;
        if (this.#epoch === undefined) this.#seq = (messages[0]?.seq ?? seq + 1) - 1;
        Object.assign(this, { role, mutedUntil, counters });
        if (entry.values) this.#values.begin(entry.state, entry.values);
        else if (entry.state !== this.#values.state) this.#read(this.#values);
        if (this.#showsQueue && entry.queueState !== this.#queue.state) this.#read(this.#queue);
        this.#change(entry);
        const held = this.#held ?? [];
        this.#held = undefined;
        this.#take({ roomID: this.id, epoch, messages, occupancy });
        if (this.#seq < seq) this.#miss(seq);
        for (const frame of held) this.#take(frame);
        // It has only asked until when this user is muted.
        if (this.state.name === "in") return;
        this.#become({ name: "in", ...(verdict && { verdict }) });
        for (const pending of this.#pending.values()) this.#transmit(pending);
    }

    /** @param {MartletError} error */
    #refused(error) {
        if (isOfConnection(error)) return;
        // Too many came at once, or the gateway cannot say: it is asked again. A full node is only waited for by who was in.
        const passes = error.name === "timeout" || [1003, 1008, 1009].some((code) => error.is("gw", code));
        if (!passes && !(error.is("gw", 1013) && this.#epoch)) return this.#end(error);
        const wait = Math.min(longestWait, firstWait * 2 ** this.#refusals++);
        this.#entryTimer = this.#clock.after(() => this.#enter(), wait * (0.5 + this.#clock.random() / 2));
    }

    /** @param {Frame} frame */
    #take(frame) {
        if (this.#held) return void this.#held.push(frame);
        // A new life numbers its messages anew.
        if (frame.epoch !== this.#epoch && this.#epoch !== undefined) this.#seq = 0;
        this.#epoch = frame.epoch;
        const news = this.#gather();
        for (const clearing of frame.cleared ?? []) {
            news.cleared.push(clearing);
            const stays = (/** @type {RoomMessage} */ { from, msgId }) => (clearing.msgId ? msgId !== clearing.msgId : from !== clearing.from);
            this.messages = this.messages.filter(stays);
            news.messages = news.messages.filter(stays);
        }
        for (const message of frame.messages ?? []) {
            if (message.seq <= this.#seq) continue;
            this.#miss(message.seq - 1);
            this.#seq = message.seq;
            if (message.from === this.client.user) this.#hearOwn(message);
            if (!message.isRecalled) for (const list of [this.messages, news.messages]) list.push(message);
        }
        news.shed += frame.shed ?? 0;
        const passed = news.messages.length - this.#keep;
        // The page has not been drawing.
        if (passed > 0) news.missed += news.messages.splice(0, passed).length;
        if (this.messages.length > this.#keep) this.messages = this.messages.slice(-this.#keep);
        if (frame.counters) {
            Object.assign(this.counters, frame.counters);
            this.emit("change", undefined);
        }
        if (frame.occupancy && frame.occupancy.participants !== this.participants) {
            this.participants = frame.occupancy.participants;
            this.emit("change", undefined);
        }
    }

    /** @param {number} seq */
    #miss(seq) {
        this.#gather().missed += seq - this.#seq;
        this.#seq = seq;
    }

    /** @param {RoomMessage} message */
    #hearOwn({ clientMsgId, msgId, seq, time }) {
        if (this.slowSeconds > 0) this.#spokeAt = time;
        this.#settle(clientMsgId, undefined, { msgId, seq, time });
    }

    /** What is new, and not yet told. */
    #gather() {
        if (!this.#news) {
            this.#news = { messages: [], cleared: [], missed: 0, shed: 0 };
            const wait = Math.max(0, Math.min(betweenNews, this.#toldAt + betweenNews - this.#clock.now()));
            this.#newsTimer = this.#clock.after(() => this.#tellNews(), wait);
        }
        return this.#news;
    }

    #tellNews() {
        const news = this.#news;
        this.#clock.cancel(this.#newsTimer);
        this.#news = undefined;
        if (!news) return;
        this.#toldAt = this.#clock.now();
        const { messages, cleared, missed, shed } = news;
        if (messages.length > 0 || cleared.length > 0 || missed > 0 || shed > 0) this.emit("news", news);
    }

    /** @param {Pick<Entry, "title" | "ext" | "slowSeconds" | "isMuted">} facts */
    #change({ title, ext, slowSeconds, isMuted }) {
        Object.assign(this, { title, ext, slowSeconds, isMuted });
        this.emit("change", undefined);
    }

    /** @param {Pending} pending */
    async #transmit(pending) {
        const { clientMsgId } = pending.data;
        // The room may have told it in a life of which nobody knows any more.
        pending.epoch ??= this.#epoch;
        if (pending.epoch !== this.#epoch) return this.#settle(clientMsgId, new MartletError({ name: "maybeSent" }));
        const { state } = this;
        try {
            this.#settle(clientMsgId, undefined, await this.#ask("room.send", pending.data));
        } catch (reason) {
            const error = asMartletError(reason);
            // After the next entry it goes out again.
            if (state !== this.state || isOfConnection(error)) return;
            if (error.is("em", 602)) return this.#lose(true);
            this.#settle(clientMsgId, error);
            // The reply to an entry says until when.
            if (error.is("em", 215) && this.mutedUntil <= this.client.serverTime) this.#enter();
        }
    }

    /** @param {string} clientMsgId @param {MartletError} [error] @param {Sent} [sent] */
    #settle(clientMsgId, error, sent) {
        const pending = this.#pending.get(clientMsgId);
        if (!pending) return;
        this.#pending.delete(clientMsgId);
        this.#clock.cancel(pending.timer);
        if (error) pending.reject(error);
        else pending.resolve(/** @type {Sent} */ (sent));
    }

    /**
     * Asks once: a refusal is the room's answer, and the client's other requests do not wait for it. Urgent ones are not sent
     * again.
     * @param {"room.enter" | "room.leave" | "room.send" | "room.setValues" | "room.values" | "room.offer" | "room.poll" | "room.queue" | "room.count"} op
     * @param {object} [data]
     * @returns {Promise<any>}
     */
    #ask(op, data) {
        return this.client.request(op, /** @type {any} */ ({ roomID: this.id, ...data }), { key: null, urgent: true, timeout: patience });
    }

    /** @param {RoomState} state */
    #become(state) {
        this.state = state;
        this.emit("state", state);
    }
}

/** @param {string} id */
const notIn = (id) => new MartletError({ name: "notInRoom", message: `not in the room ${id}` });

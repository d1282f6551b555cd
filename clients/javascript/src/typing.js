import { systemClock } from "./clock.js";
import { Emitter } from "./emitter.js";
import { asMartletError, isOfConnection } from "./errors.js";

/**
 * @typedef {import("./client.js").Client} Client
 *
 * Another user who is typing.
 * @typedef {{conversationID: string, userID: string, timer: any}} Typist
 */

/** The signal's name; with `isOver` in its data, the user has cleared the text. */
const signalName = "typing";

/** A user who goes on typing signals so often. The gateway tells at most one signal a second. */
const repeatMilliseconds = 3000;
/** Longer than the repeat, by what the gateway and a slow network may hold a signal back. */
const shownMilliseconds = 5000;
/** So many are shown over all conversations: beyond that, those who began first give way. */
const mostTypists = 200;

/**
 * Shows who is typing, and signals that this user is. A user who has not signalled for some seconds, or has sent a
 * message, types no longer. When the connection is lost, nobody does.
 *
 * `change` names a conversation in which others type than before; `failed` tells that the gateway has refused a signal.
 * @extends {Emitter<{change: {conversationID: string}, failed: import("./errors.js").MartletError}>}
 */
export class Typing extends Emitter {
    /**
     * In the order in which they began.
     * @type {Typist[]}
     */
    #typists = [];
    /**
     * When this user has signalled last, by conversations.
     * @type {Map<string, number>}
     */
    #signalledAt = new Map();
    /**
     * The conversations where the gateway has refused a signal of the text that is being written.
     * @type {Set<string>}
     */
    #refused = new Set();
    #clock;
    /** @type {Array<() => void>} */
    #listeners;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        this.#clock = client.options.clock ?? systemClock;
        this.#listeners = [
            client.on("message.signaled", ({ conversationID, from, name, data }) => {
                if (name !== signalName || from === client.user) return;
                if (data?.isOver) this.#end(conversationID, from);
                else this.#begin(conversationID, from);
            }),
            client.on("message.new", ({ conversationID, from }) => this.#end(conversationID, from)),
            client.on("state", ({ name }) => name !== "open" && this.#endAll()),
        ];
    }

    /**
     * The users who are typing now, the one who began last at the end. This user is never among them.
     * @param {string} conversationID
     */
    of(conversationID) {
        return this.#typists.filter((typist) => typist.conversationID === conversationID).map(({ userID }) => userID);
    }

    /**
     * The user has changed the text: call this at each input.
     * @param {string} conversationID
     */
    write(conversationID) {
        if (this.client.state.name !== "open" || this.#refused.has(conversationID)) return;
        if (this.#hasSignalled(conversationID, repeatMilliseconds)) return;
        this.#signalledAt.set(conversationID, this.#clock.now());
        this.#signal(conversationID);
    }

    /**
     * The text was sent or cleared. A message that is on its way says so by itself.
     * @param {string} conversationID
     */
    stop(conversationID) {
        const isShown = this.#hasSignalled(conversationID, shownMilliseconds);
        this.#signalledAt.delete(conversationID);
        this.#refused.delete(conversationID);
        if (!isShown) return;
        // The application may send the message right after this.
        queueMicrotask(() => {
            const isSent = this.client.outbox.entries(conversationID).some(({ state }) => state === "waiting");
            if (isSent || this.#signalledAt.has(conversationID)) return;
            this.#signal(conversationID, { isOver: true });
        });
    }

    /** Hears and signals nothing more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        for (const { timer } of this.#typists.splice(0)) this.#clock.cancel(timer);
    }

    /** @param {string} conversationID @param {number} within so many milliseconds; the clock can have been set back */
    #hasSignalled(conversationID, within) {
        const at = this.#signalledAt.get(conversationID);
        return at !== undefined && Math.abs(this.#clock.now() - at) < within;
    }

    /** @param {string} conversationID @param {{isOver: true}} [data] */
    #signal(conversationID, data) {
        const signal = { conversationID, name: signalName, ...(data && { data }) };
        this.client.request("message.signal", signal, { key: null, isBound: true }).catch((error) => {
            const reason = asMartletError(error);
            // A lost signal is nothing to tell: the next one says the same.
            if (isOfConnection(reason)) return;
            // Nor would the gateway take the next one of this text.
            this.#signalledAt.delete(conversationID);
            if (!data) this.#refused.add(conversationID);
            this.emit("failed", reason);
        });
    }

    /** @param {string} conversationID @param {string} userID */
    #begin(conversationID, userID) {
        const timer = this.#clock.after(() => this.#end(conversationID, userID), shownMilliseconds);
        const typist = this.#typists[this.#find(conversationID, userID)];
        if (typist) {
            this.#clock.cancel(typist.timer);
            typist.timer = timer;
            return;
        }
        this.#typists.push({ conversationID, userID, timer });
        if (this.#typists.length > mostTypists) this.#end(this.#typists[0].conversationID, this.#typists[0].userID);
        this.emit("change", { conversationID });
    }

    /** @param {string} conversationID @param {string} userID */
    #end(conversationID, userID) {
        const place = this.#find(conversationID, userID);
        if (place < 0) return;
        this.#clock.cancel(this.#typists.splice(place, 1)[0].timer);
        this.emit("change", { conversationID });
    }

    /** @param {string} conversationID @param {string} userID */
    #find(conversationID, userID) {
        return this.#typists.findIndex((one) => one.conversationID === conversationID && one.userID === userID);
    }

    /** Nobody would tell this device that they have stopped, nor others that this user goes on. */
    #endAll() {
        this.#signalledAt.clear();
        this.#refused.clear();
        const conversations = new Set(this.#typists.map(({ conversationID }) => conversationID));
        for (const { timer } of this.#typists.splice(0)) this.#clock.cancel(timer);
        for (const conversationID of conversations) this.emit("change", { conversationID });
    }
}

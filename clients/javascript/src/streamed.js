import { Emitter } from "./emitter.js";
import { asMartletError, isOfConnection } from "./errors.js";

/**
 * @typedef {import("./client.js").Client} Client
 *
 * A text that becomes a message when it ends.
 * @typedef {{conversationID: string, streamID: string, from: string, text: string}} StreamedText
 */

/**
 * Shows messages while their texts are being made: for the conversations at which the user looks, 3 at most. A text is
 * gone from here when its message has come, or there will be none.
 *
 * `change` names a conversation whose texts are others than before; `failed` tells that the gateway has refused to have
 * the conversations watched.
 * @extends {Emitter<{change: {conversationID: string}, failed: import("./errors.js").MartletError}>}
 */
export class StreamedMessages extends Emitter {
    /** @type {string[]} */
    #watched = [];
    /**
     * In the order in which they began, with their lengths in bytes of UTF-8.
     * @type {Array<StreamedText & {length: number}>}
     */
    #texts = [];
    /**
     * The last texts that have ended: another node may tell of one when its message is there.
     * @type {string[]}
     */
    #ended = [];
    /** The number of the last request to watch: the reply to an earlier one says nothing any more. */
    #asked = 0;
    /** @type {Array<() => void>} */
    #listeners;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        this.#listeners = [
            client.on("message.appended", (chunk) => this.#append(chunk)),
            client.on("message.ended", ({ streamID }) => this.#end(streamID)),
            client.on("message.new", ({ streamID }) => streamID && this.#end(streamID)),
            // A new session looks at nothing.
            client.on("state", ({ name }) => name === "open" && this.#watched.length && this.#ask()),
        ];
    }

    /**
     * The user looks at these conversations, and no longer at others.
     * @param {string[]} conversationIDs
     */
    watch(conversationIDs) {
        this.#watched = [...conversationIDs];
        for (const { conversationID } of [...this.#texts]) {
            if (!this.#watched.includes(conversationID)) this.#replace(conversationID, []);
        }
        if (this.client.state.name === "open") this.#ask();
    }

    /**
     * The texts that are being made now, the first one first. Show them below all messages.
     * @param {string} conversationID
     * @returns {StreamedText[]}
     */
    of(conversationID) {
        return this.#texts
            .filter((one) => one.conversationID === conversationID)
            .map(({ streamID, from, text }) => ({ conversationID, streamID, from, text }));
    }

    /**
     * Has a text stopped. What there is of it comes as a message, or as its end.
     * @param {string} conversationID @param {string} streamID
     */
    stop(conversationID, streamID) {
        return this.client.request("message.stop", { conversationID, streamID }, { key: null });
    }

    /** Watches nothing more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#texts = [];
        const wasWatching = this.#watched.splice(0).length > 0;
        if (wasWatching && this.client.state.name === "open") this.#ask();
    }

    /** Also where something was missed: the reply has the texts so far. */
    #ask() {
        const number = ++this.#asked;
        this.client
            .request("conversation.watch", { conversationIDs: this.#watched }, { key: null, isBound: true })
            .then(({ conversations }) => {
                if (number !== this.#asked) return;
                for (const { conversationID, streams } of conversations) {
                    const live = streams.filter(({ streamID }) => !this.#ended.includes(streamID));
                    this.#replace(
                        conversationID,
                        live.map((one) => ({ conversationID, ...one, length: bytes(one.text) })),
                    );
                }
            })
            .catch((error) => {
                const reason = asMartletError(error);
                // It is asked again with the next session.
                if (!isOfConnection(reason)) this.emit("failed", reason);
            });
    }

    /** @param {StreamedText & {offset: number}} chunk */
    #append({ conversationID, streamID, from, offset, text }) {
        if (this.#ended.includes(streamID)) return;
        const known = this.#texts.find((one) => one.streamID === streamID);
        if (offset !== (known?.length ?? 0)) return this.#ask();
        if (known) known.text += text;
        else this.#texts.push({ conversationID, streamID, from, text, length: 0 });
        const one = known ?? this.#texts[this.#texts.length - 1];
        one.length += bytes(text);
        this.emit("change", { conversationID });
    }

    /** @param {string} streamID */
    #end(streamID) {
        this.#ended = [streamID, ...this.#ended.slice(0, mostEnds - 1)];
        const place = this.#texts.findIndex((one) => one.streamID === streamID);
        if (place < 0) return;
        const [{ conversationID }] = this.#texts.splice(place, 1);
        this.emit("change", { conversationID });
    }

    /** @param {string} conversationID @param {Array<StreamedText & {length: number}>} texts */
    #replace(conversationID, texts) {
        const others = this.#texts.filter((one) => one.conversationID !== conversationID);
        const isChanged = texts.length > 0 || others.length < this.#texts.length;
        this.#texts = [...others, ...texts];
        if (isChanged) this.emit("change", { conversationID });
    }
}

const mostEnds = 100;
const encoder = new TextEncoder();

/** @param {string} text */
const bytes = (text) => encoder.encode(text).length;

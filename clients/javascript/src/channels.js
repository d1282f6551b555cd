/**
 * The messages of channels that the user follows: each is told once and in its channel's order, and live ones wait while those
 * before them are fetched.
 */
export class Channels {
    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;
    /**
     * Channels that are being filled, with the live messages that wait.
     * @type {Map<string, any[]>}
     */
    #filling = new Map();

    /**
     * @param {object} options
     * @param {Map<string, number>} options.places of the last message that was told, by channels
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: import("./types.js").Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     * @param {number} options.gapLimit longer gaps are not fetched
     */
    constructor({ places, request, deliver, isOver, gapLimit }) {
        this.places = places;
        this.request = request;
        this.deliver = deliver;
        this.isOver = isOver;
        this.gapLimit = gapLimit;
    }

    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin() {
        this.#login++;
        this.#filling.clear();
    }

    /**
     * A session is open.
     * @param {Record<string, number>} [followed] where the channels stand; absent if there is none
     * @param {Record<string, any>} [verdicts]
     */
    login(followed = {}, verdicts = {}) {
        for (const [id, { verdict, seq, messages, why }] of Object.entries(verdicts)) {
            if (verdict === "recovered") {
                for (const message of messages ?? []) this.#tell(message);
                this.places.set(id, seq);
            } else if (verdict === "reset") {
                this.#reset(id, seq, !(id in followed), why);
            }
        }
        for (const [id] of this.places) if (!(id in followed)) this.places.delete(id);
        for (const [id, seq] of Object.entries(followed)) this.follow(id, seq);
    }

    /**
     * The channel is followed. What is missing of it is fetched; a new one begins at `seq`.
     * @param {string} id
     * @param {number} seq
     */
    follow(id, seq) {
        const place = this.places.get(id);
        if (place === undefined) this.places.set(id, seq);
        else if (place < seq && !this.#filling.has(id)) this.#fill(id, place, seq);
    }

    /** @param {string} id */
    forget(id) {
        this.places.delete(id);
        this.#filling.delete(id);
    }

    /** @param {any} message */
    live(message) {
        const held = this.#filling.get(message.channelID);
        if (held) held.push(message);
        else this.#tell(message);
    }

    /** @param {any} message */
    #tell(message) {
        const { channelID, seq } = message;
        if (seq <= (this.places.get(channelID) ?? 0)) return;
        this.places.set(channelID, seq);
        this.deliver({ event: "channel.message", data: message });
    }

    /**
     * Fetches the messages after a place; live ones wait meanwhile.
     * @param {string} id @param {number} after @param {number} to
     */
    async #fill(id, after, to) {
        if (to - after > this.gapLimit) return this.#reset(id, to);
        const login = this.#login;
        /** @type {any[]} */
        const held = [];
        this.#filling.set(id, held);
        // Another channel of the same id, or none, may have taken its place meanwhile.
        const isVoid = () => login !== this.#login || this.#filling.get(id) !== held;
        try {
            for (let isFinished = false; !isFinished; ) {
                const page = await this.request("channel.history", { channelID: id, direction: "newer", cursor: after, limit: 100 });
                if (isVoid()) return;
                // Those before it are kept no longer.
                if (page.messages.length > 0 && page.messages[0].seq > after + 1) this.#reset(id, after);
                for (const message of page.messages) this.#tell(message);
                ({ isFinished, cursor: after } = page);
            }
            this.places.set(id, Math.max(to, this.places.get(id) ?? 0));
        } catch (error) {
            if (isVoid() || this.isOver(streamOf(id), error)) return;
            this.#reset(id, to);
        }
        this.#filling.delete(id);
        for (const message of held) this.live(message);
    }

    /** @param {string} id @param {number} seq @param {boolean} [isGone] @param {string} [why] */
    #reset(id, seq, isGone = false, why) {
        if (isGone) this.places.delete(id);
        else this.places.set(id, seq);
        this.deliver({ event: "sync.reset", data: { stream: streamOf(id), isGone, why } });
    }
}

/** @param {string} id */
const streamOf = (id) => `channel_${id}`;

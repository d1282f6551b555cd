/** @typedef {import("./positions.js").Place} Place */

/** Where the streams are kept of which there is one each. Each conversation has a row of its own. */
const [space, key] = ["meta", "streams"];
const ofConversations = "position";

/** Events come in swarms: what all of them have changed is written once. */
const pauseMilliseconds = 100;

/** Keeps in the storage what was delivered, so that the next run goes on there: of each conversation what has changed. */
export class KeptPositions {
    /** @type {any} */
    #timer;
    /**
     * The places that the storage has, as texts.
     * @type {Map<string, string>}
     */
    #written = new Map();
    /** Counts what is written: conversations that were heard of later have higher numbers. */
    #turn = 0;
    #writing = Promise.resolve();

    /**
     * @param {object} options
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./clock.js").Clock} options.clock
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {(error: any) => void} options.failed
     */
    constructor({ storage, clock, positions, failed }) {
        this.storage = storage;
        this.clock = clock;
        this.positions = positions;
        this.failed = failed;
    }

    /** Reads the positions into the book. */
    async load() {
        const streams = new Map(await this.storage.range(space)).get(key);
        if (!streams) return;
        const places = (await this.storage.range(ofConversations)).sort(([, one], [, other]) => one.turn - other.turn);
        this.#turn = places.at(-1)?.[1].turn ?? 0;
        this.positions.restore(streams, places.map(([id, { place }]) => [id, place]));
        for (const [id, { place }] of places) this.#written.set(id, JSON.stringify(place));
    }

    /** Something was delivered. */
    save() {
        this.#timer ??= this.clock.after(() => this.flush(), pauseMilliseconds);
    }

    /** Writes at once what waits to be written. */
    flush() {
        if (this.#timer === undefined) return;
        this.#cancel();
        this.#writing = this.storage.write(this.#changes()).catch((error) => {
            // What the storage has is not known: the next write has everything.
            this.#written.clear();
            this.failed(error);
        });
    }

    /** Forgets what is unwritten, and waits for what is under way. */
    async clear() {
        this.#cancel();
        await this.#writing;
        this.#written.clear();
    }

    #cancel() {
        this.clock.cancel(this.#timer);
        this.#timer = undefined;
    }

    /** @returns {import("./types.js").Change[]} */
    #changes() {
        const { user, broadcasts, groups, channels } = this.positions;
        /** @type {import("./types.js").Change[]} */
        const changes = [[space, key, { user, broadcasts, groups: Object.fromEntries(groups), channels: Object.fromEntries(channels) }]];
        const places = new Map(this.positions.places());
        for (const [id, place] of places) {
            const text = JSON.stringify(place);
            if (this.#written.get(id) === text) continue;
            this.#written.set(id, text);
            changes.push([ofConversations, id, { turn: ++this.#turn, place: JSON.parse(text) }]);
        }
        for (const id of this.#written.keys()) {
            if (places.has(id)) continue;
            this.#written.delete(id);
            changes.push([ofConversations, id]);
        }
        return changes;
    }
}

/**
 * @typedef {import("./positions.js").Place} Place
 * @typedef {import("./types.js").Change} Change
 *
 * The rows of the streams, and of the places of conversations.
 * @typedef {[meta: Array<[string, any]>, places: Array<[string, any]>]} Read
 *
 * Rows of a store that stand for what was delivered, and are written with the positions.
 * @typedef {object} Rows
 * @property {() => Promise<Read | undefined>} load reads them; undefined: they cannot be kept, and the store goes on in memory
 * @property {() => import("../types/protocol.js").Conversation[]} restored the list that was read; what was kept is on the device
 * @property {() => void} forget what was read is void: positions went on without it
 * @property {() => Promise<Change[]>} take what has changed up to now, and is written next
 * @property {(changes: Change[]) => void} putBack it could not be written
 * @property {() => Promise<void>} lead this tab writes from now on
 * @property {() => void} end nothing is kept any more
 */

/** Where the streams are kept of which there is one each. Each conversation has a row of its own. */
const [space, key] = ["meta", "streams"];
const ofConversations = "position";

/** Events come in swarms: what all of them have changed is written once. */
const pauseMilliseconds = 100;

/**
 * Keeps in the storage what was delivered, so that the next run goes on there: of each conversation what has changed. A
 * store's rows go into the same write, so a crash repeats, and skips nothing. Of several tabs with one connection, the one that
 * has it writes.
 */
export class KeptPositions {
    /** @type {Rows | undefined} */
    rows;
    /** @type {any} */
    #timer;
    /** @type {Promise<void> | undefined} */
    #loading;
    /**
     * The places that the storage has, as texts; undefined for one that was removed.
     * @type {Map<string, string | undefined>}
     */
    #written = new Map();
    /** Counts what is written: conversations that were heard of later have higher numbers. */
    #turn = 0;
    #writing = Promise.resolve();

    /**
     * @param {object} options
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./types.js").AnyLink} options.link
     * @param {import("./clock.js").Clock} options.clock
     * @param {import("./sync.js").Sync} options.sync
     * @param {(error: any) => void} options.failed
     * @param {boolean} [options.isForRows] nothing is kept without a store's rows
     */
    constructor({ storage, link, clock, sync, failed, isForRows = false }) {
        this.storage = storage;
        this.link = link;
        this.clock = clock;
        this.sync = sync;
        this.positions = sync.positions;
        this.failed = failed;
        this.isForRows = isForRows;
        link.on("leading", () => this.#next(() => this.rows?.lead()));
    }

    /** Reads the positions into the book, once, unless that fails. */
    load() {
        return (this.#loading ??= this.#load().catch((error) => {
            this.#loading = undefined;
            throw error;
        }));
    }

    async #load() {
        const read = await this.rows?.load();
        if (!read) this.#end();
        if (this.#isOff) return;
        const [meta, rows] = read ?? (await Promise.all([this.storage.range(space), this.storage.range(ofConversations)]));
        const streams = new Map(meta).get(key);
        if (this.rows && streams?.isListed === undefined) this.rows.forget();
        if (!streams) return;
        const places = rows.sort(([, one], [, other]) => one.turn - other.turn);
        this.#turn = places.at(-1)?.[1].turn ?? 0;
        this.positions.restore(streams, places.map(([id, { place }]) => [id, place]));
        for (const [id, { place }] of places) this.#written.set(id, JSON.stringify(place));
        if (this.rows && streams.isListed) this.sync.restore(this.rows.restored());
    }

    get #isOff() {
        return this.isForRows && !this.rows;
    }

    /** Something was delivered. */
    save() {
        if (!this.#isOff) this.#timer ??= this.clock.after(() => this.flush(), pauseMilliseconds);
    }

    /** Writes at once what waits to be written. */
    flush() {
        if (this.#timer !== undefined) {
            this.#cancel();
            if (this.link.leads) this.#next(() => this.#write());
        }
        return this.#writing;
    }

    /** Forgets what is unwritten, and waits for what is under way. */
    async clear() {
        this.#cancel();
        await this.#writing;
        this.#written.clear();
        this.#end();
    }

    #end() {
        this.rows?.end();
        this.rows = undefined;
    }

    #cancel() {
        this.clock.cancel(this.#timer);
        this.#timer = undefined;
    }

    /**
     * Does one thing at a time with the storage.
     * @param {() => Promise<void> | undefined} action
     */
    #next(action) {
        this.#writing = this.#writing.then(action).catch(this.failed);
    }

    async #write() {
        const changes = this.#changes();
        /** @type {Change[]} */
        let rows = [];
        try {
            rows = (await this.rows?.take()) ?? [];
            await this.storage.write([...rows, ...changes]);
        } catch (error) {
            // What the storage has is not known: the next write has everything, and removes again what was to be removed.
            for (const [id] of this.#written) this.#written.set(id, "");
            this.rows?.putBack(rows);
            throw error;
        }
    }

    /** @returns {Change[]} */
    #changes() {
        const { user, broadcasts, groups, channels } = this.positions;
        const streams = { user, broadcasts, groups: Object.fromEntries(groups), channels: Object.fromEntries(channels) };
        /** @type {Change[]} */
        const changes = [[space, key, { ...streams, ...(this.rows && { isListed: this.sync.isListed }) }]];
        /** @type {Map<string, Place | undefined>} */
        const places = new Map(this.positions.places());
        // Those that are no more go last.
        for (const [id] of this.#written) places.set(id, places.get(id));
        for (const [id, place] of places) {
            const text = JSON.stringify(place);
            if (this.#written.get(id) === text) continue;
            this.#written.set(id, text);
            changes.push([ofConversations, id, place && { turn: ++this.#turn, place: JSON.parse(text) }]);
        }
        return changes;
    }
}

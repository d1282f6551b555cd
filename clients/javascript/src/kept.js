/** @typedef {import("./types.js").Positions} Positions */

const key = "positions";

/** Events come in swarms: what all of them have changed is written once. */
const pauseMilliseconds = 100;

/** Keeps in the storage what was delivered, so that the next run goes on there. */
export class KeptPositions {
    /** @type {any} */
    #timer;

    /**
     * @param {object} options
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./clock.js").Clock} options.clock
     * @param {() => Positions | undefined} options.positions
     * @param {(error: any) => void} options.failed
     */
    constructor({ storage, clock, positions, failed }) {
        this.storage = storage;
        this.clock = clock;
        this.positions = positions;
        this.failed = failed;
    }

    /** @returns {Promise<Positions | undefined>} */
    async load() {
        return new Map(await this.storage.load()).get(key);
    }

    /** Something was delivered. */
    save() {
        this.#timer ??= this.clock.after(() => this.flush(), pauseMilliseconds);
    }

    /** Writes at once what waits to be written. */
    flush() {
        if (this.#timer === undefined) return;
        this.clock.cancel(this.#timer);
        this.#timer = undefined;
        this.storage.write([[key, this.positions()]]).catch(this.failed);
    }
}

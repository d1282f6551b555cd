import { settled } from "./clock.js";

/** Web Locks, as browsers have them, for several tabs in one process. */
export class FakeLocks {
    /** @type {Map<string, {steal: () => void, release: Promise<void>}>} */
    #held = new Map();
    #queue = [];

    request = (name, options, callback) =>
        new Promise((resolve, reject) => {
            const entry = { name, callback, resolve, reject };
            if (options.steal) {
                this.#held.get(name)?.steal();
                this.#held.delete(name);
                this.#grant(entry);
            } else if (!this.#held.has(name)) {
                this.#grant(entry);
            } else if (options.ifAvailable) {
                resolve(callback(null));
            } else {
                this.#queue.push(entry);
                options.signal?.addEventListener("abort", () => {
                    this.#queue = this.#queue.filter((other) => other !== entry);
                    reject(new DOMException("aborted", "AbortError"));
                });
            }
        });

    #grant({ name, callback, resolve, reject }) {
        const hold = { steal: () => reject(new DOMException("stolen", "AbortError")) };
        this.#held.set(name, hold);
        setImmediate(async () => {
            resolve(await callback({ name }));
            if (this.#held.get(name) !== hold) return;
            this.#held.delete(name);
            const next = this.#queue.findIndex((entry) => entry.name === name);
            if (next >= 0) this.#grant(this.#queue.splice(next, 1)[0]);
            await settled();
        });
    }
}

/** A BroadcastChannel whose tabs can be frozen: their messages wait. */
export class FakeChannels {
    #open = new Set();
    frozen = new Set();
    /** Tabs that hear nothing, and nothing of it later. */
    deaf = new Set();

    /** The class that tab `owner` sees. */
    classFor(owner) {
        const channels = this;
        return class {
            onmessage = null;
            #waiting = [];

            constructor(name) {
                this.name = name;
                this.owner = owner;
                channels.#open.add(this);
            }

            postMessage(data) {
                const copy = structuredClone(data);
                for (const other of channels.#open) if (other !== this && other.name === this.name) other.take(copy);
            }

            take(data) {
                if (channels.deaf.has(this.owner)) return;
                this.#waiting.push(data);
                if (!channels.frozen.has(this.owner)) setImmediate(() => this.flush());
            }

            flush() {
                for (const data of this.#waiting.splice(0)) if (channels.#open.has(this)) this.onmessage?.({ data });
            }

            close() {
                channels.#open.delete(this);
            }
        };
    }

    /** Tab `owner` goes on. */
    thaw(owner) {
        this.frozen.delete(owner);
        for (const channel of this.#open) if (channel.owner === owner) channel.flush();
    }
}

/** A clock that stands still until a test advances it. */
export class FakeClock {
    time = 1_795_000_000_000;
    #timers = new Map();
    #next = 1;

    now = () => this.time;
    random = () => 0.5;

    after = (action, milliseconds) => {
        this.#timers.set(this.#next, { due: this.time + milliseconds, action });
        return this.#next++;
    };

    cancel = (timer) => void this.#timers.delete(timer);

    /** Lets the time pass, and what is due happen in its order. */
    async advance(milliseconds) {
        const end = this.time + milliseconds;
        await settled();
        for (;;) {
            const [id, timer] = [...this.#timers].sort(([, one], [, other]) => one.due - other.due)[0] ?? [];
            if (!timer || timer.due > end) break;
            this.#timers.delete(id);
            this.time = Math.max(this.time, timer.due);
            timer.action();
            await settled();
        }
        this.time = end;
    }

    /** The device sleeps: time passes, and timers fire late and together. */
    async sleep(milliseconds) {
        this.time += milliseconds;
        const late = [...this.#timers].filter(([, { due }]) => due <= this.time);
        for (const [id] of late) this.#timers.delete(id);
        for (const [, { action }] of late) action();
        await settled();
    }
}

/** Lets everything happen that waits for nothing but its turn. */
export const settled = async () => {
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
};

/** A clock that stands still until a test advances it. */
export class FakeClock {
    /** How long it has run. Timers go by this, whatever the wall's clock is set to. */
    elapsed = 0;
    /** What writes down that the wall's clock was set, or that the device has slept: `recorder.js`. */
    trace;
    #time = 1_795_000_000_000;
    #timers = new Map();
    #next = 1;

    now = () => this.#time;
    random = () => 0.5;

    get time() {
        return this.#time;
    }

    /** Sets the wall's clock; no timer hears of it. */
    set time(time) {
        this.trace?.in({ clock: time - this.#time });
        this.#time = time;
    }

    after = (action, milliseconds) => {
        this.#timers.set(this.#next, { due: this.elapsed + milliseconds, action });
        return this.#next++;
    };

    cancel = (timer) => void this.#timers.delete(timer);

    /** Lets the time pass, and what is due happen in its order. */
    async advance(milliseconds) {
        const end = this.elapsed + milliseconds;
        await settled();
        for (;;) {
            const [id, timer] = [...this.#timers].sort(([, one], [, other]) => one.due - other.due)[0] ?? [];
            if (!timer || timer.due > end) break;
            this.#timers.delete(id);
            this.#pass(Math.max(0, timer.due - this.elapsed));
            timer.action();
            await settled();
        }
        this.#pass(end - this.elapsed);
    }

    /** The device sleeps: time passes, and timers fire late and together. */
    async sleep(milliseconds) {
        this.trace?.in({ sleep: milliseconds });
        this.#pass(milliseconds);
        const late = [...this.#timers].filter(([, { due }]) => due <= this.elapsed);
        for (const [id] of late) this.#timers.delete(id);
        for (const [, { action }] of late) action();
        await settled();
    }

    #pass(milliseconds) {
        this.elapsed += milliseconds;
        this.#time += milliseconds;
    }
}

/** Lets everything happen that waits for nothing but its turn. */
export const settled = async () => {
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
};

/** Waits until something is so; fails with what it is instead. As long as what `moves` gives changes, it goes on waiting. */
export async function until(what, { seconds = 20, show = () => "", moves = () => "" } = {}) {
    let end = 0;
    let last;
    for (;;) {
        const value = await what();
        if (value) return value;
        const now = JSON.stringify(moves());
        if (now !== last) end = Date.now() + seconds * 1000;
        last = now;
        if (Date.now() > end) throw new Error(`not in ${seconds} s: ${what} ${JSON.stringify(await show())}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

/** Numbers that a seed determines (mulberry32). */
export function seeded(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let value = Math.imul(state ^ (state >>> 15), state | 1);
        value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
        return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
    };
    return { next, below: (bound) => Math.floor(next() * bound) };
}

/** MARTLET_SEED, or as many as the variable says: the same in each run, and fresh ones in a long one. */
export function seedsOf(variable) {
    if (process.env.MARTLET_SEED) return [Number(process.env.MARTLET_SEED)];
    const fresh = () => Math.floor(Math.random() * 2 ** 32);
    return Array.from({ length: Number(process.env[variable] ?? 1) }, (_, index) => (process.env.MARTLET_LONG ? fresh() : index + 1));
}

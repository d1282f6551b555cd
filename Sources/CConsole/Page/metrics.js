/** One page of the gateway's metrics, read. */
export class Sample {
    #values = new Map();

    constructor(page, seconds) {
        this.seconds = seconds;
        for (const line of page.split("\n")) {
            const space = line.lastIndexOf(" ");
            if (line.startsWith("#") || space < 0) continue;
            const name = line.slice(0, space);
            const metric = name.split("{", 1)[0];
            if (!this.#values.has(metric)) this.#values.set(metric, new Map());
            this.#values.get(metric).set(name, Number(line.slice(space + 1)));
        }
    }

    /** The sum of a metric's samples, or of those with a label, as the page writes it. */
    sum(metric, label = "") {
        let sum = 0;
        for (const [name, value] of this.#values.get(metric) ?? []) if (name.includes(label)) sum += value;
        return sum;
    }

    /** How much it rose in a second. After a restart of the gateway it begins at 0. */
    rate(before, metric, label = "") {
        return Math.max(0, this.sum(metric, label) - before.sum(metric, label)) / (this.seconds - before.seconds);
    }

    /** The upper bound in seconds of the bucket with the quantile of what was observed since; undefined: nothing was. */
    quantile(before, histogram, quantile) {
        const metric = `${histogram}_bucket`;
        const counts = new Map();
        for (const [name, count] of this.#values.get(metric) ?? []) {
            const bound = Number(/le="([^"]+)"/.exec(name)[1].replace("+Inf", "Infinity"));
            counts.set(bound, (counts.get(bound) ?? 0) + count - (before.#values.get(metric)?.get(name) ?? 0));
        }
        const all = counts.get(Infinity);
        if (!all || all < 0) return undefined;
        return [...counts].sort(([one], [other]) => one - other).find(([, count]) => count >= quantile * all)?.[0];
    }
}

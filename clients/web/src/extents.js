/**
 * The heights of a list's rows, for a list that has only those in its page that are seen. A row that was not measured
 * yet is taken to be as high as those that were are on average.
 */
export class Extents {
    #estimate;
    /** @type {string[]} */
    #keys = [];
    /** @type {Map<string, number>} */
    #places = new Map();
    /** @type {Map<string, number>} */
    #heights = new Map();
    #sum = 0;
    /** Where each row begins, and at the end the height of all; void until it is asked for. */
    #tops;

    /** @param {number} estimate the height of a row before any was measured */
    constructor(estimate) {
        this.#estimate = estimate;
    }

    get count() {
        return this.#keys.length;
    }

    get total() {
        return this.top(this.#keys.length);
    }

    /** @param {string[]} keys of the rows in their order, each once */
    set(keys) {
        this.#keys = keys;
        this.#places = new Map(keys.map((key, place) => [key, place]));
        for (const key of this.#heights.keys()) if (!this.#places.has(key)) this.#forget(key);
        this.#tops = undefined;
    }

    /**
     * Whether that is news.
     * @param {string} key
     * @param {number} height
     */
    measure(key, height) {
        const before = this.#heights.get(key);
        if (before !== undefined && Math.abs(before - height) < 0.5) return false;
        this.#forget(key);
        this.#heights.set(key, height);
        this.#sum += height;
        this.#tops = undefined;
        return true;
    }

    /** @param {string} key */
    place(key) {
        return this.#places.get(key) ?? -1;
    }

    /** @param {number} place */
    top(place) {
        this.#tops ??= this.#makeTops();
        return this.#tops[place];
    }

    /** The row at a height; the last one for all below it, and -1 if there is none. @param {number} y */
    at(y) {
        let low = 0;
        let high = this.#keys.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.top(middle) <= y) low = middle;
            else high = middle - 1;
        }
        return high;
    }

    /**
     * The rows that are seen, and those within `margin` above and below: from `first`, up to and without `end`.
     * @param {number} top
     * @param {number} height
     * @param {number} margin
     */
    range(top, height, margin) {
        if (this.#keys.length === 0) return { first: 0, end: 0 };
        return { first: this.at(Math.max(0, top - margin)), end: this.at(top + height + margin) + 1 };
    }

    /** @param {string} key */
    #forget(key) {
        this.#sum -= this.#heights.get(key) ?? 0;
        this.#heights.delete(key);
    }

    #makeTops() {
        const estimate = this.#heights.size > 0 ? this.#sum / this.#heights.size : this.#estimate;
        const tops = new Float64Array(this.#keys.length + 1);
        this.#keys.forEach((key, place) => (tops[place + 1] = tops[place] + (this.#heights.get(key) ?? estimate)));
        return tops;
    }
}

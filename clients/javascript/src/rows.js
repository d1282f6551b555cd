/** @typedef {import("./types.js").Change} Change */

/** Rows in memory, by their spaces and in the order of their keys. */
export class Rows {
    /** @type {Map<string, {keys: string[], values: Map<string, any>}>} */
    #spaces = new Map();
    size = 0;

    /**
     * @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit]
     * @returns {Array<[string, any]>}
     */
    range(space, from = "", to = undefined, limit = Infinity) {
        const { keys, values } = this.#space(space);
        const first = placeOf(keys, from);
        const end = to === undefined ? keys.length : placeOf(keys, to);
        return keys.slice(first, Math.min(end, first + limit)).map((key) => [key, structuredClone(values.get(key))]);
    }

    /** @param {Change[]} changes whose values are the rows' from now on */
    apply(changes) {
        for (const [space, key, value] of changes) {
            const { keys, values } = this.#space(space);
            const place = placeOf(keys, key);
            const isThere = keys[place] === key;
            if (value === undefined) {
                if (isThere) keys.splice(place, 1);
                values.delete(key);
                this.size -= Number(isThere);
            } else {
                if (!isThere) keys.splice(place, 0, key);
                values.set(key, value);
                this.size += Number(!isThere);
            }
        }
    }

    /** @returns {Change[]} all rows, as changes that make them */
    all() {
        return [...this.#spaces].flatMap(([space, { keys, values }]) => keys.map((key) => /** @type {Change} */ ([space, key, values.get(key)])));
    }

    /** @param {string} name */
    #space(name) {
        const space = this.#spaces.get(name) ?? { keys: [], values: new Map() };
        this.#spaces.set(name, space);
        return space;
    }
}

/**
 * Where a key is in a sorted list, or would be.
 * @param {string[]} keys @param {string} key
 */
function placeOf(keys, key) {
    if (keys[keys.length - 1] < key) return keys.length;
    let [low, high] = [0, keys.length - 1];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (keys[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * The row in which a value of release 0.3 goes on: it had no spaces.
 * @param {string} name @param {any} value
 * @returns {Change}
 */
export function movedRow(name, value) {
    if (name === "positions") return ["meta", "streams", value];
    const slash = name.indexOf("/");
    return [name.slice(0, slash), name.slice(slash + 1), value];
}

/**
 * @typedef {import("../types/protocol.js").Events["room.valuesChanged"]} Step
 * @typedef {Step["set"][number]} RoomValue
 */

/** The values of a room, or the elements of its queue, as far as this device has heard of their steps. */
export class RoomValues {
    /** @type {Map<string, RoomValue>} */
    byKey = new Map();
    /**
     * Nothing is known of them yet.
     * @type {number | undefined}
     */
    state;
    /** They are being read. */
    isReading = false;
    /** The last state that this device has heard of. */
    #heard = 0;

    /** Steps came while they were read. */
    get isBehind() {
        return this.#heard > (this.state ?? 0);
    }

    /**
     * False: steps before it are missing.
     * @param {Step} step
     */
    take({ former, state, set, removed }) {
        this.#heard = Math.max(this.#heard, state);
        if (this.state === undefined || former > this.state) return false;
        // One that began before what was read is as good.
        if (state > this.state) {
            for (const key of removed) this.byKey.delete(key);
            for (const value of set) this.byKey.set(value.key, value);
            this.state = state;
        }
        return true;
    }

    /**
     * As they were read. Steps that were heard meanwhile may have gone further.
     * @param {number} state
     * @param {RoomValue[]} values
     */
    begin(state, values) {
        if (this.state !== undefined && state <= this.state) return;
        this.byKey = new Map(values.map((value) => [value.key, value]));
        this.state = state;
    }
}

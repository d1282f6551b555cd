/** @param {number} bytes */
const randomHex = (bytes) =>
    [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A random name, of 16 bytes. */
export const randomName = () => randomHex(16);

/**
 * Makes UUIDs of version 7 that always rise, also when the device's clock is set back: the outbox is sorted by them.
 */
export class RisingIDs {
    #time = 0;
    #count = 0;

    /**
     * The next id is above this one, which came from another run.
     * @param {string} id
     */
    startAfter(id) {
        this.#time = Math.max(this.#time, parseInt(id.replace("-", "").slice(0, 12), 16) || 0);
        this.#count = 0xfff;
    }

    /** @param {number} now */
    next(now) {
        if (now > this.#time) {
            this.#time = now;
            this.#count = 0;
        } else if (++this.#count > 0xfff) {
            this.#time++;
            this.#count = 0;
        }
        const time = this.#time.toString(16).padStart(12, "0");
        const random = randomHex(8);
        const variant = ((parseInt(random[0], 16) & 3) | 8).toString(16);
        return `${time.slice(0, 8)}-${time.slice(8)}-7${this.#count.toString(16).padStart(3, "0")}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
    }
}

import { Emitter } from "./emitter.js";
import { operations } from "./operations.js";

/**
 * Operations as functions: `friend.add(data)` is `request("friend.add", data)`.
 * @extends {Emitter<any>}
 */
export class Families extends Emitter {}

for (const [family, names] of Object.entries(operations)) {
    Object.defineProperty(Families.prototype, family, {
        // Few applications use all families, so each is made when it is first asked for.
        get() {
            const call = (/** @type {string} */ name) => (/** @type {any} */ data, /** @type {any} */ options) =>
                this.request(`${family}.${name}`, data, options);
            const value = Object.fromEntries(names.split(" ").map((name) => [name, call(name)]));
            Object.defineProperty(this, family, { value });
            return value;
        },
    });
}

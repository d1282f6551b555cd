import { Emitter } from "./emitter.js";
import { families } from "./operations.js";

/**
 * Operations as functions: `friend.add(data)` is `request("friend.add", data)`. Which operations there are, the types know:
 * their names would be a twentieth of the core.
 * @extends {Emitter<any>}
 */
export class Families extends Emitter {
    constructor() {
        super();
        const self = /** @type {any} */ (this);
        for (const family of families.split(" ")) {
            self[family] = new Proxy({}, {
                // A family is no promise.
                get: (_, name) =>
                    typeof name === "string" && name !== "then"
                    && ((/** @type {any} */ data, /** @type {any} */ options) => self.request(`${family}.${name}`, data, options)),
            });
        }
    }
}

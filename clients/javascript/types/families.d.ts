/**
 * Operations as functions: `friend.add(data)` is `request("friend.add", data)`. Which operations there are, the types know:
 * their names would be a twentieth of the core.
 * @extends {Emitter<any>}
 */
export class Families extends Emitter<any> {
    constructor();
}
import { Emitter } from "./emitter.js";

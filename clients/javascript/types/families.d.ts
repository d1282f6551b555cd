/**
 * Operations as functions: `friend.add(data)` is `request("friend.add", data)`.
 * @extends {Emitter<any>}
 */
export class Families extends Emitter<any> {
    constructor();
}
import { Emitter } from "./emitter.js";

import assert from "node:assert/strict";

import { opOf } from "./watching.js";

/** Clients round times, and their texts are not of one length: in milliseconds. */
const tolerance = 100;

/** Holds what a client does against the rows of a trace: ../README.md#traces. */
export class Matching {
    /** What a trace's names stand for in this run. */
    #values = new Map();
    #ops;

    /** @param {any[]} rows of the trace */
    constructor(rows) {
        this.#ops = new Set(rows.flatMap(([, , { call, op }]) => (call ? [opOf(call, op)] : [])));
    }

    /** A value of the trace with what its names stand for. @param {any} value */
    filled(value) {
        return JSON.parse(JSON.stringify(value, (_, part) => (this.#values.has(part) ? this.#values.get(part) : part)));
    }

    /** @param {Array<[number, string, any]>} expected @param {Array<[number, any]>} actual */
    compare(expected, actual) {
        const lanes = new Map();
        for (const [at, value] of actual) {
            const lane = this.#lane(value);
            lanes.set(lane, [...(lanes.get(lane) ?? []), [at, value]]);
        }
        for (const [at, direction, value] of expected) {
            const lane = lanes.get(this.#lane(value));
            if (direction === "may" && !this.#mayBe(value, lane?.[0]?.[1])) continue;
            const next = lane?.shift();
            assert.ok(next, `at ${at}: ${JSON.stringify(value)} does not come`);
            if (!this.#fits(value, next[1])) assert.deepEqual(next[1], this.filled(value), `at ${at}`);
            assert.ok(Math.abs(next[0] - at) <= tolerance, `at ${at}: ${JSON.stringify(value)} comes at ${next[0]}`);
        }
        for (const [[at, value]] of [...lanes.values()].filter((left) => left.length > 0)) {
            assert.fail(`at ${at}: ${JSON.stringify(value)} comes, which is in no row`);
        }
    }

    /** Names stand for nothing that does not come. @param {any} pattern @param {any} value */
    #mayBe(pattern, value) {
        const values = new Map(this.#values);
        const fits = this.#fits(pattern, value);
        if (!fits) this.#values = values;
        return fits;
    }

    /** What is told in one order, beside other things. @param {any} value */
    #lane({ frame, on, done, failed, ...other }) {
        if (frame) return `frame ${on} ${this.#ops.has(frame.op) ? "call" : frame.op}`;
        return `${Object.keys(other)[0]} ${done ?? failed ?? ""}`;
    }

    /** @param {any} pattern @param {any} value @returns {boolean} */
    #fits(pattern, value) {
        if (isName(pattern)) return this.#isBound(pattern, value);
        if (typeof pattern !== "object" || pattern === null) return pattern === value;
        if (typeof value !== "object" || value === null) return false;
        const names = Object.keys(pattern);
        const isAlike = Array.isArray(pattern) === Array.isArray(value) && names.length === Object.keys(value).length;
        return isAlike && names.every((name) => this.#fits(pattern[name], value[name]));
    }

    /** A name stands for one value, and no other name stands for that. @param {string} name @param {any} value */
    #isBound(name, value) {
        if (this.#values.has(name)) return this.#values.get(name) === value;
        // Numbers of requests begin anew with each client.
        if (typeof value === "string" && [...this.#values.values()].includes(value)) return false;
        this.#values.set(name, value);
        return value !== undefined && value !== null;
    }
}

/** @param {any} value */
const isName = (value) => typeof value === "string" && /^\$[rkm]\d+$/.test(value);

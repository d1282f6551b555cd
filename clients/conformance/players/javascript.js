#!/usr/bin/env node
/** Plays traces against clients/javascript: ../README.md#traces. Names of traces choose some. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import * as martlet from "../../javascript/src/index.js";
import { FakeClock, settled } from "../../javascript/test/support/clock.js";
import { FailingStorage } from "../../javascript/test/support/rig.js";
import { ScriptedGateway } from "../../javascript/test/support/scripted.js";
import { Matching } from "./matching.js";
import { calls, watch, watchResult } from "./watching.js";

const folder = new URL("../traces/", import.meta.url);

/** @returns {Map<string, any>} all traces by their names */
export function traces() {
    const names = readdirSync(folder).sort().map((file) => file.replace(/\.json$/, ""));
    return new Map(names.map((name) => [name, JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"))]));
}

/**
 * Fails where the client does anything else than the trace says.
 * @param {any} trace
 * @param {any} [Client] another build of it
 */
export async function play({ rows, end }, Client = martlet.Client) {
    const stage = new Stage(Client);
    const matching = new Matching(rows);
    for (let row = 0; row < rows.length; ) {
        const [at] = rows[row];
        while (rows[row]?.[0] === at && rows[row][1] === "in") {
            // A crash comes after all that an earlier client could do.
            if (rows[row][2].start) await settled();
            stage.give(matching.filled(rows[row++][2]));
        }
        const first = row;
        while (row < rows.length && rows[row][1] !== "in") row++;
        await stage.until(rows[row]?.[0] ?? end);
        matching.compare(rows.slice(first, row), stage.take());
    }
    stage.client.disconnect();
}

/** What is around a client: the application, the gateway, the storage and the time. */
class Stage {
    clock = new FakeClock();
    storage = new FailingStorage();
    #sockets = [];
    #outs = [];
    #sleep = 0;
    /** What the client of now does. @param {object} value */
    #out = (value) => {};
    /** Gives the token that was asked for, or fails. */
    #token = {};

    constructor(Client) {
        this.Client = Client;
    }

    /** @param {any} value of a row */
    give(value) {
        const socket = this.#sockets[(value.accept ?? value.on ?? value.closed) - 1];
        if (value.start) this.#start(value.start);
        else if (value.call) this.#call(value);
        else if ("token" in value) this.#giveToken(value.token);
        else if (value.accept) socket.accept();
        else if (value.frame) socket.give(value.frame);
        else if ("text" in value) socket.text(value.text);
        else if (value.closed) socket.drop(value.code, value.reason);
        else if (value.storage) this.storage.isFailing = value.storage === "fails";
        else if (value.clock) this.clock.time += value.clock;
        else this.#sleep = value.sleep;
    }

    /** @param {string | null} token */
    #giveToken(token) {
        if (token === null) this.#token.reject(new Error("no token"));
        else this.#token.resolve(token);
    }

    /** Lets the client do what is due by then. @param {number} at */
    async until(at) {
        if (this.#sleep > 0) await this.clock.sleep(this.#sleep);
        this.#sleep = 0;
        await this.clock.advance(at - this.clock.elapsed);
    }

    take() {
        return this.#outs.splice(0);
    }

    /** Of an earlier client, which has crashed, nothing is heard any more. @param {object} options */
    #start(options) {
        const { elapsed, time } = this.clock;
        const clock = (this.clock = Object.assign(new FakeClock(), { elapsed, time }));
        this.#out = (value) => clock === this.clock && this.#outs.push([clock.elapsed, value]);
        const out = this.#out;
        const gateway = new ScriptedGateway();
        gateway.isAnswering = false;
        gateway.trace = {
            in: () => {},
            out,
            connect: () => (out({ connect: this.#sockets.push(gateway.socket) }), this.#sockets.length),
            frame: (on, frame) => out({ frame, on }),
        };
        this.client = new this.Client({
            url: "ws://gateway/v1/ws", user: "alice", device: "d1",
            clock, WebSocket: gateway.WebSocket, storage: this.storage, ...options,
            token: (why) => new Promise((resolve, reject) => {
                this.#token = { resolve, reject };
                out({ token: why });
            }),
        });
        watch(this.client, out);
    }

    /** @param {any} value */
    #call({ call, as, ...named }) {
        const { client } = this;
        if (call === "wake") return client.link.wake();
        const result = client[call](...calls[call].map((name) => named[name]));
        watchResult(call, as, result, this.#out);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const chosen = process.argv.slice(2);
    for (const [name, trace] of traces()) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        await play(trace);
        console.log(name);
    }
    assert.ok(chosen.every((name) => traces().has(name)), "there is no such trace");
}

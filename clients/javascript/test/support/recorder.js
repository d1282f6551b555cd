import { strict as assert } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";

import { calls, opOf, watch, watchResult } from "../../../conformance/players/watching.js";

const folder = new URL("../../../conformance/traces/", import.meta.url);

/**
 * Writes down what a test does with a client and what the client does, as a trace that all clients are played:
 * clients/conformance/README.md. At the end of the test it is compared with the one in the repository, or takes its place
 * (`MARTLET_RECORD=1 node --test test/unit/`).
 */
export class Recorder {
    #rows = [];
    #names = new Map();
    #counts = {};
    /** The rig that is recorded now, and how long those before it have run. */
    #rig;
    #before = 0;
    #run = 0;
    #connections = 0;
    /** What the application has asked for, and what else has no reply yet, by connections and numbers. */
    #ops = new Set();
    #unanswered = new Map();
    /** A call of the application is made: what the client calls of itself meanwhile is none. */
    #isCalling = false;

    /** @param {import("node:test").TestContext} test @param {string} name */
    constructor(test, name) {
        test.after(() => this.#finish(test.name, name));
    }

    /**
     * A client begins; one before it has ended as a crash ends it.
     * @param {import("./rig.js").Rig} rig
     * @param {any} options
     */
    start(rig, options) {
        const { clock, client, gateway } = rig;
        const { gapLimit, keepsPositions } = options;
        const last = this.#rig;
        if (last) this.#before += last.clock.elapsed;
        this.#rig = rig;
        this.#run++;
        this.in({ start: { ...(gapLimit && { gapLimit }), ...(keepsPositions && { keepsPositions }) } });
        if (last && last.clock.time !== clock.time) this.in({ clock: clock.time - last.clock.time });
        gateway.trace = clock.trace = this;
        if (options.storage) options.storage.trace = this;
        watch(client, (value) => this.#of(rig, value));
        for (const call of Object.keys(calls)) this.#wrap(rig, client, call);
        const wake = client.link.wake.bind(client.link);
        client.link.wake = () => (this.in({ call: "wake" }), wake());
    }

    in(value) {
        if (value.frame) this.#unanswered.delete(`${value.on} ${value.frame.id}`);
        this.#rows.push([this.#now, "in", this.#named(value)]);
    }

    out(value) {
        this.#rows.push([this.#now, "out", this.#named(value)]);
    }

    connect() {
        this.out({ connect: ++this.#connections });
        return this.#connections;
    }

    /** @param {number} on @param {any} request */
    frame(on, request) {
        if (request.id !== 0) this.#learn("r", `${this.#run} ${request.id}`);
        if (request.key) this.#learn("k", request.key);
        if (request.data.clientMsgId) this.#learn("m", request.data.clientMsgId);
        const { op, data } = request;
        const asked = JSON.stringify([op, data]);
        // A read of the client's own that it has asked for already: some clients do not repeat it.
        const isOwn = !this.#ops.has(op) && op !== "session.open";
        const isRepeated = isOwn && [...this.#unanswered.values()].includes(asked);
        this.#rows.push([this.#now, isRepeated ? "may" : "out", this.#named({ frame: request, on })]);
        this.#unanswered.set(`${on} ${request.id}`, asked);
    }

    /** The application is asked for a token. @param {{refused: boolean}} why @param {() => any} give */
    async token(why, give) {
        this.out({ token: why });
        try {
            const token = await give();
            this.in({ token });
            return token;
        } catch (error) {
            this.in({ token: null });
            throw error;
        }
    }

    get #now() {
        return this.#before + this.#rig.clock.elapsed;
    }

    /** What an earlier client still does is none of the next one's. */
    #of(rig, value) {
        if (rig === this.#rig) this.out(value);
    }

    #wrap(rig, client, call) {
        const original = client[call].bind(client);
        client[call] = (...values) => {
            if (this.#isCalling || rig !== this.#rig) return original(...values);
            const as = this.#next("c");
            this.#ops.add(opOf(call, values[0]));
            this.in({ call, as, ...Object.fromEntries(calls[call].map((name, index) => [name, values[index]])) });
            this.#isCalling = true;
            try {
                const result = original(...values);
                watchResult(call, as, result, (value) => this.#of(rig, value));
                return result;
            } finally {
                this.#isCalling = false;
            }
        };
    }

    #next(kind) {
        return `${kind}${(this.#counts[kind] = (this.#counts[kind] ?? 0) + 1)}`;
    }

    #learn(kind, value) {
        if (!this.#names.has(value)) this.#names.set(value, `$${this.#next(kind)}`);
    }

    /** The value with names for what another run or another client calls otherwise. */
    #named(value) {
        const copy = JSON.parse(JSON.stringify(value, (_, part) => this.#names.get(part) ?? part));
        const id = copy.frame?.id;
        if (id) copy.frame.id = this.#names.get(`${this.#run} ${id}`) ?? id;
        return copy;
    }

    #finish(about, name) {
        const rows = this.#rows.map((row) => JSON.stringify(row));
        const text = `{"about": ${JSON.stringify(about)}, "end": ${this.#now}, "rows": [\n${rows.join(",\n")}\n]}\n`;
        const file = new URL(`${name}.json`, folder);
        if (process.env.MARTLET_RECORD) writeFileSync(file, text);
        else assert.equal(text, readFileSync(file, "utf8"), `${name} is another trace now; MARTLET_RECORD=1 writes it`);
    }
}

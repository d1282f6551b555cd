import { Client, MemoryStorage } from "../../src/index.js";
// Node 18 has what is random only with this.
import "../../src/node.js";
import { FakeClock, settled } from "./clock.js";
import { ScriptedGateway } from "./scripted.js";

/** A client of user alice with a clock and a gateway that the test drives. */
export class Rig {
    clock = new FakeClock();
    gateway = new ScriptedGateway();
    /** The reasons for which tokens were asked for. */
    tokens = [];
    /** All events that were delivered, as `[name, data]`. */
    events = [];
    states = [];

    /** @param {any} options of the client; `trace` is a recorder of what happens, `time` what the wall's clock says */
    constructor({ trace, time, ...options } = {}) {
        const give = options.token ?? (() => `token-${this.tokens.length}`);
        if (time !== undefined) this.clock.time = time;
        this.client = new Client({
            url: "ws://gateway/v1/ws",
            user: "alice",
            device: "d1",
            WebSocket: this.gateway.WebSocket,
            clock: this.clock,
            ...options,
            token: (why) => {
                this.tokens.push(why);
                return trace ? trace.token(why, () => give(why)) : give(why);
            },
        });
        trace?.start(this, options);
        this.client.on("event", ({ event, data }) => this.events.push([event, definedOf(data)]));
        this.client.on("state", ({ name }) => this.states.push(name));
    }

    async open() {
        await this.client.connect();
        await settled();
        if (this.client.state.name !== "open") throw new Error(`the client is ${JSON.stringify(this.client.state)}`);
        return this;
    }

    /** The texts of the messages that were delivered, in their order. */
    get texts() {
        return this.events.filter(([event]) => event === "message.new").map(([, { body }]) => body.text);
    }

    of(event) {
        return this.events.filter(([name]) => name === event).map(([, data]) => data);
    }
}

/** Without members that are undefined, as JSON leaves them out. */
const definedOf = (data) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

/** A storage that a test can have fail. */
export class FailingStorage extends MemoryStorage {
    /** What writes down that it fails or works again: `recorder.js`. */
    trace;
    #isFailing = false;

    get isFailing() {
        return this.#isFailing;
    }

    set isFailing(isFailing) {
        this.#isFailing = isFailing;
        this.trace?.in({ storage: isFailing ? "fails" : "works" });
    }

    async write(changes) {
        if (this.#isFailing) throw new Error("no room");
        return super.write(changes);
    }
}

import { Client } from "../../src/index.js";
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

    constructor(options = {}) {
        this.client = new Client({
            url: "ws://gateway/v1/ws",
            user: "alice",
            device: "d1",
            token: (why) => {
                this.tokens.push(why);
                return `token-${this.tokens.length}`;
            },
            WebSocket: this.gateway.WebSocket,
            clock: this.clock,
            ...options,
        });
        this.client.on("event", ({ event, data }) => this.events.push([event, data]));
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

import { connect, createServer } from "node:net";

import { notLean } from "./frames.js";

/** Stands between clients and a gateway, and does what networks do. */
export class Proxy {
    #server;
    #pairs = new Set();
    /** Milliseconds by which it delays what passes, each way. */
    delay = 0;
    /** New connections are refused. */
    isRefusing = false;
    /** Clients ask for lean sessions, and get others. */
    isLean = true;
    /** So many bytes have come from the gateway. */
    received = 0;
    /** Connections that are open go on existing, and nothing passes them any more. */
    connections = 0;

    static async start(targetPort) {
        const proxy = new Proxy();
        proxy.targetPort = targetPort;
        await new Promise((resolve) => {
            proxy.#server = createServer((client) => proxy.#take(client)).listen(0, "127.0.0.1", resolve);
        });
        proxy.port = proxy.#server.address().port;
        return proxy;
    }

    get url() {
        return `ws://127.0.0.1:${this.port}/v1/ws`;
    }

    #take(client) {
        this.connections++;
        client.on("error", () => {});
        if (this.isRefusing) return void client.destroy();
        const gateway = connect(this.targetPort, "127.0.0.1");
        gateway.on("error", () => {});
        const pair = { client, gateway, isSilent: false };
        this.#pairs.add(pair);
        const end = () => {
            this.#pairs.delete(pair);
            client.destroy();
            gateway.destroy();
        };
        this.#pass(pair, client, gateway, end, this.isLean ? undefined : notLean());
        this.#pass(pair, gateway, client, end);
        gateway.on("data", ({ length }) => (this.received += length));
    }

    #pass(pair, from, to, end, change = (bytes) => bytes) {
        // What passes keeps its order, also when the delay changes.
        let turn = Promise.resolve();
        const after = (action) => {
            const { delay } = this;
            turn = turn.then(() => (delay > 0 ? new Promise((resolve) => setTimeout(resolve, delay)) : undefined)).then(action);
        };
        from.on("data", (bytes) => {
            const passing = change(bytes);
            if (!pair.isSilent) after(() => !pair.isSilent && to.write(passing));
        });
        from.on("close", () => after(() => !pair.isSilent && end()));
    }

    /** Ends all connections at once, without a word. */
    cut() {
        for (const { client, gateway } of this.#pairs) {
            client.resetAndDestroy();
            gateway.resetAndDestroy();
        }
        this.#pairs.clear();
    }

    /** All connections stay open, and nothing passes any more: as after a sleep, or behind a dead router. */
    halfOpen() {
        for (const pair of this.#pairs) pair.isSilent = true;
    }

    async stop() {
        for (const { client, gateway } of this.#pairs) {
            client.destroy();
            gateway.destroy();
        }
        await new Promise((resolve) => this.#server.close(resolve));
    }
}

/** `scripts/demo`, from its start to its end. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { Client } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { watched } from "../support/children.js";
import { freePort, listens } from "../support/gateway.js";
import { until } from "../support/until.js";

const script = new URL("../../../../scripts/demo", import.meta.url).pathname;
const martlet = process.env.MARTLET ?? new URL("../../../../.build/debug/martlet", import.meta.url).pathname;

test("scripts/demo prints an address where a user signs in and writes, and ends with all it started", async () => {
    const port = await freePort();
    // What the tests are told by MARTLET_… would be settings to the gateway.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MARTLET")));
    const demo = watched(spawn(script, [String(port)], { env: { ...env, MARTLET: martlet }, stdio: ["ignore", "pipe", "inherit"] }));
    const ended = new Promise((resolve) => demo.once("exit", resolve));
    const address = await new Promise((resolve, reject) => {
        createInterface({ input: demo.stdout }).on("line", (line) => {
            const found = line.match(/http:\/\/127\.0\.0\.1:\d+/);
            if (found) resolve(found[0]);
        });
        ended.then(() => reject(new Error("the demo has ended")));
    });
    assert.match(await (await fetch(address)).text(), /<title>Martlet chat/);
    const signIn = async (user) => (await fetch(`${address}/sign-in`, { method: "POST", body: JSON.stringify({ user }) })).json();
    const { url } = await signIn("demo-alice");
    await signIn("demo-bob");
    const client = new Client({ url, user: "demo-alice", device: "test", token: async () => (await signIn("demo-alice")).token, WebSocket: NodeWebSocket });
    await client.connect();
    assert.equal((await client.send("c2c_demo-bob", "hello")).body.text, "hello");
    client.disconnect();
    demo.kill("SIGTERM");
    await ended;
    await until(async () => !(await listens(port)));
    await until(async () => !(await listens(Number(new URL(url).port))));
});

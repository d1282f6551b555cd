#!/usr/bin/env node
/**
 * Uploads and a room with a real gateway, through a network that is cut, by programs of which one is killed:
 * live.mjs CLASSPATH.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv } from "node:process";

import { watched } from "../../javascript/test/support/children.js";
import { Gateway } from "../../javascript/test/support/gateway.js";
import { Proxy } from "../../javascript/test/support/proxy.js";
import { until } from "../../javascript/test/support/until.js";

const folder = mkdtempSync(join(tmpdir(), "martlet-live-"));
const file = join(folder, "film.bin");
writeFileSync(file, randomBytes(8 << 20));
const gateway = await Gateway.start();
await gateway.makeAccounts("alice", "bob");
const proxy = await Proxy.start(gateway.port);

/** How much of the file the gateway has. */
function arrived() {
    const media = join(dirname(gateway.keyFiles[0]), "media");
    const stats = readdirSync(media, { recursive: true }).map((name) => statSync(join(media, name)));
    return Math.max(...stats.map((one) => (one.isFile() ? one.size : 0)));
}

function run(what, user, url, ...more) {
    const given = [what, url, user, gateway.token(user), join(folder, user), file, ...more];
    const java = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-cp", argv[2], "im.martlet.LiveTest"];
    const process = watched(spawn("java", [...java, ...given], { timeout: 120_000 }));
    const program = { process, said: "", exit: once(process, "exit") };
    for (const stream of [process.stdout, process.stderr]) stream.on("data", (part) => (program.said += part));
    program.ends = async () => assert.equal((await program.exit)[0], 0, program.said);
    return program;
}

try {
    // Each piece of 64 KiB takes 10 milliseconds, so that there is a middle.
    proxy.delay = 10;
    const killed = run("begin", "alice", proxy.url);
    await until(() => arrived() > 1 << 20, { seconds: 60, show: () => killed.said });
    proxy.cut();
    await until(() => arrived() > 3 << 20, { seconds: 60, show: () => killed.said });
    killed.process.kill("SIGKILL");
    await killed.exit;

    const next = run("finish", "alice", proxy.url);
    await next.ends();
    const first = Number(next.said.match(/sent (\d+)/)[1]);
    assert.ok(first > 3 << 20, `it began again at ${first}`);
    await run("read", "bob", gateway.url).ends();

    await gateway.ask("admin.room.create", { roomID: "live/7", title: "Show", owner: "bob" });
    proxy.delay = 0;
    const room = run("room", "bob", proxy.url, gateway.url, gateway.token("alice"));
    await until(() => room.said.includes("cut"), { seconds: 60, show: () => room.said });
    proxy.cut();
    await room.ends();
    console.log(`uploads and a room are fine; the second upload went on at ${first}`);
} finally {
    await proxy.stop();
    await gateway.stop();
    rmSync(folder, { recursive: true });
}

#!/usr/bin/env node
/** Runs examples/Backend.java, examples/java-chat and the programs of docs/jvm.md: examples.mjs CLASSPATH. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";

import { watched } from "../../javascript/test/support/children.js";
import { Gateway, freePort } from "../../javascript/test/support/gateway.js";
import { until } from "../../javascript/test/support/until.js";

const root = new URL("../../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "martlet-examples-"));
const secretFile = join(folder, "shop.secret");
writeFileSync(secretFile, `whsec_${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const gateway = await Gateway.start({
    events: { endpoints: [{ name: "shop", url: `${url}/events`, secretFile, types: ["account.*"] }] },
    hooks: { before: [{ url: `${url}/hook`, operations: ["message.send"], secretFile, timeoutMilliseconds: 3000 }] },
});
const http = `http://127.0.0.1:${gateway.port}`;
const [keys, adminKeys] = gateway.keyFiles;

/** A program that runs; `said` is what it has written. */
function run(file, ...given) {
    const java = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", argv[2], file, ...given];
    const process = watched(spawn("java", java, { cwd: folder }));
    const program = { process, said: "" };
    for (const stream of [process.stdout, process.stderr]) stream.on("data", (part) => (program.said += part));
    const show = (text) => `${text}: ${program.said}`;
    program.tells = (text) => until(() => program.said.includes(text), { seconds: 30, show: () => show(text) });
    program.ends = async () => assert.equal(process.exitCode ?? (await once(process, "exit"))[0], 0, program.said);
    return program;
}

try {
    for (const [, program] of readFileSync(`${root}docs/jvm.md`, "utf8").matchAll(/```java\n(import .*?)```/gs)) {
        writeFileSync(join(folder, `${program.match(/^final class (\w+)/m)[1]}.java`), program);
    }
    const backend = run(`${root}examples/Backend.java`, http, adminKeys, secretFile, String(port));
    await until(async () => (await fetch(url).catch(() => undefined)) !== undefined);

    const team = run("Team.java", http, keys, adminKeys);
    await team.ends();
    assert.match(team.said, /alice: \{"text":"Welcome, Bob"\}/);
    assert.match(team.said, /^\w+\.\w+\.[\w-]+$/m);
    for (const user of ["alice", "bob"]) {
        const texts = await until(async () => (await gateway.history(user, "c2c_helper").catch(() => []))[0]);
        assert.equal(texts.body.text, "Welcome!");
    }

    const bot = run("Bot.java", gateway.url, "bob", gateway.token("bob"));
    await bot.tells("OPEN");
    const chat = run(`${root}examples/java-chat/Chat.java`, gateway.url, "alice", gateway.token("alice"), "bob");
    await chat.tells("connected");
    chat.process.stdin.write("Hello\nthis is spam\ndamn it\n");
    await chat.tells("bob: You say: Hello");
    await chat.tells("* not sent: this is spam (No advertisements, please.)");
    await chat.tells("alice: **** it");
    await chat.tells("bob: You say: **** it");

    // Two people, and the second sees what was written before.
    await gateway.makeAccounts("carol");
    const carol = run(`${root}examples/java-chat/Chat.java`, gateway.url, "carol", gateway.token("carol"), "alice");
    await carol.tells("connected");
    carol.process.stdin.write("Hi Alice\n");
    await carol.tells("carol: Hi Alice");
    chat.process.stdin.write("/quit\n");
    await chat.ends();
    const again = run(`${root}examples/java-chat/Chat.java`, gateway.url, "alice", gateway.token("alice"), "carol");
    await again.tells("carol: Hi Alice");
    again.process.stdin.write("Hi Carol\n");
    await carol.tells("alice: Hi Carol");
    for (const one of [carol, again]) {
        one.process.stdin.end();
        await one.ends();
    }

    for (const one of [bot, backend]) {
        one.process.kill();
        await once(one.process, "exit");
    }
    console.log("the examples are fine");
} finally {
    await gateway.stop();
    rmSync(folder, { recursive: true });
}

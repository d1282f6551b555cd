#!/usr/bin/env node
/** Runs PhonesTest, and does with a gateway what it says: phones.mjs CLASSPATH. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { watched } from "../../javascript/test/support/children.js";
import { Gateway } from "../../javascript/test/support/gateway.js";

const gateway = await Gateway.start();
await gateway.makeAccounts("alice", "bob");
const folder = mkdtempSync(join(tmpdir(), "martlet-phones-"));
const java = ["-XX:TieredStopAtLevel=1", `-Djava.io.tmpdir=${folder}`, "-cp", process.argv[2]];
java.push("im.martlet.android.PhonesTest", gateway.url);
const phones = watched(spawn("java", [...java, gateway.token("alice"), gateway.token("bob")], { timeout: 120_000 }));
phones.stderr.pipe(process.stderr);

const answers = {
    down: () => gateway.kill().then(() => "done"),
    up: () => gateway.start().then(() => "done"),
    has: async (userID) => {
        const { sessions } = await gateway.ask("admin.session.list", { userID });
        return String(sessions.length > 0);
    },
};
const exit = once(phones, "exit");
for await (const line of createInterface({ input: phones.stdout })) {
    const [question, ...given] = line.split(" ");
    phones.stdin.write(`${await answers[question](...given)}\n`);
}
const [status] = await exit;
await gateway.stop();
rmSync(folder, { recursive: true });
console.log(status === 0 ? "the phones are fine" : "the phones have failed");
process.exit(status ?? 1);

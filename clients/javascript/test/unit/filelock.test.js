/** One process has a storage in a file. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { FileStorage } from "../../src/file.js";
import { watched } from "../support/children.js";

const fileTest = (name, body) =>
    test(name, { timeout: 60_000 }, async () => {
        const folder = await mkdtemp(join(tmpdir(), "martlet-lock-"));
        try {
            await body(join(folder, "rows.jsonl"), folder);
        } finally {
            await rm(folder, { recursive: true });
        }
    });

/** A program that writes a row and goes on; `told` is what it says then. */
async function program(path, then = "setInterval(() => {}, 1000);") {
    const source = `import { FileStorage } from ${JSON.stringify(new URL("../../src/file.js", import.meta.url).href)};
        const storage = new FileStorage(${JSON.stringify(path)});
        await storage.write([["s", String(process.pid), 1]]).then(() => console.log("written"), ({ name }) => console.log(name));
        ${then}`;
    const child = watched(spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: ["ignore", "pipe", "inherit"] }));
    const [told] = await once(child.stdout, "data");
    return { child, told: String(told).trim() };
}

async function kill(child, signal = "SIGKILL") {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
}

const locked = { system: "client", name: "locked" };

fileTest("a second process is refused, also while the first is stopped, and has the file when that was killed", async (path) => {
    const { child, told } = await program(path);
    assert.equal(told, "written");
    const storage = new FileStorage(path);
    await assert.rejects(storage.range("s"), { ...locked, message: new RegExp(` names ${child.pid}$`) });
    child.kill("SIGSTOP");
    await assert.rejects(storage.write([["s", "late", 1]]), locked);
    await kill(child);
    await storage.write([["s", "late", 1]]);
    assert.equal((await storage.range("s")).length, 2);
    const other = await program(path);
    assert.equal(other.told, "locked");
    await kill(other.child);
});

fileTest("a storage that is closed leaves the file to another process, and reads it anew", async (path, folder) => {
    const storage = new FileStorage(path);
    await storage.write([["s", "own", 1]]);
    storage.close();
    const { child, told } = await program(path, "storage.close();");
    await once(child, "exit");
    assert.deepEqual([told, await readdir(folder)], ["written", ["rows.jsonl"]]);
    assert.equal((await storage.range("s")).length, 2);
});

fileTest("a lock of a process whose id another one has by now is taken over, and one that is torn", async (path) => {
    const { child } = await program(path);
    const lock = JSON.parse(await readFile(`${path}.lock`, "utf8"));
    await kill(child);
    const before = lock.start === undefined ? [] : [{ pid: 1, start: "7" }];
    for (const holder of [...before, { pid: process.pid, start: "7" }, { pid: process.pid }, "torn"]) {
        await writeFile(`${path}.lock`, holder === "torn" ? '{"pi' : JSON.stringify(holder));
        const storage = new FileStorage(path);
        await storage.write([["s", "key", 1]]);
        assert.equal(JSON.parse(await readFile(`${path}.lock`, "utf8")).pid, process.pid);
        storage.close();
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
});

fileTest("a process that died while it took over a dead one's file keeps no other from it", async (path, folder) => {
    await writeFile(`${path}.lock`, JSON.stringify({ pid: process.pid, start: "7" }));
    await writeFile(`${path}.lock.next`, JSON.stringify({ pid: process.pid, start: "8" }));
    const storage = new FileStorage(path);
    await storage.write([["s", "key", 1]]);
    assert.deepEqual((await readdir(folder)).sort(), ["rows.jsonl", "rows.jsonl.lock"]);
    const { child, told } = await program(path);
    await kill(child);
    assert.equal(told, "locked");
    storage.close();
});

fileTest("of several processes that find a dead one's lock, one has the file", async (path) => {
    const { child } = await program(path);
    await kill(child);
    const all = await Promise.all([1, 2, 3, 4].map(() => program(path)));
    for (const one of all) await kill(one.child);
    assert.deepEqual(all.map(({ told }) => told).sort(), ["locked", "locked", "locked", "written"]);
});

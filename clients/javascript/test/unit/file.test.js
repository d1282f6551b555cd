/** The storage in a file, on a disk that fails and after a crash. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { FileStorage } from "../../src/file.js";
import { Device } from "../support/device.js";
import { until } from "../support/until.js";
import { World } from "../support/world.js";

/** A test with the path of a file that is not there yet. */
const fileTest = (name, body) =>
    test(name, async () => {
        const folder = await mkdtemp(join(tmpdir(), "martlet-file-"));
        try {
            await body(join(folder, "values.jsonl"), folder);
        } finally {
            await rm(folder, { recursive: true });
        }
    });

/** The first line of a file. */
const head = '{"format":2}';

/** Runs a program that may write files of one block only, and gives what it prints. */
async function runWithoutRoom(program, path) {
    const source = `import { FileStorage } from ${JSON.stringify(new URL("../../src/file.js", import.meta.url).href)};
        const storage = new FileStorage(${JSON.stringify(path)});\n${program}`;
    const shell = `ulimit -f 1; exec "${process.execPath}" --input-type=module`;
    const running = promisify(execFile)("sh", ["-c", shell]);
    running.child.stdin.end(source);
    return JSON.parse((await running).stdout);
}

fileTest("what was acknowledged is there, although the disk has no room for what came then", async (path) => {
    const acknowledged = await runWithoutRoom(`
        const acknowledged = [];
        for (let index = 0; index < 200; index++) {
            await storage.write([["s", "key" + index, "x".repeat(40)]]).then(() => acknowledged.push("key" + index), () => {});
        }
        console.log(JSON.stringify(acknowledged));`, path);
    assert.ok(acknowledged.length > 5 && acknowledged.length < 200, `${acknowledged.length}`);
    const rows = await new FileStorage(path).range("s");
    assert.deepEqual(rows.map(([key]) => key).sort(), acknowledged.sort());
});

fileTest("after a write that failed the file is written anew, and takes more", async (path) => {
    const { failed, last } = await runWithoutRoom(`
        let failed = 0, last;
        for (let index = 0; index < 300; index++) {
            await storage.write([["s", "key", index]]).then(() => (last = index), () => failed++);
        }
        console.log(JSON.stringify({ failed, last }));`, path);
    assert.ok(failed > 0 && failed < 20, `${failed} failed`);
    assert.deepEqual(await new FileStorage(path).range("s"), [["key", last]]);
});

fileTest("a last line that a crash has torn is left out, and what is written then can be read", async (path) => {
    for (const torn of ['[["s","b",', '[["s","b",\n', "\0\0\0\n"]) {
        await writeFile(path, `${head}\n[["s","a",1]]\n${torn}`);
        const storage = new FileStorage(path);
        assert.deepEqual(await storage.range("s"), [["a", 1]]);
        await storage.write([["s", "c", 3]]);
        storage.close();
        assert.deepEqual(await new FileStorage(path).range("s"), [["a", 1], ["c", 3]]);
    }
});

fileTest("a file that is damaged before its end is not taken for whole", async (path) => {
    await writeFile(path, `${head}\n[["s","a",1]]\nrubbish\n[["s","b",2]]\n`);
    await assert.rejects(new FileStorage(path).range("s"), /line 3/);
    assert.match(await readFile(path, "utf8"), /rubbish/);
});

fileTest("a file that has grown by changes is written anew", async (path, folder) => {
    const storage = new FileStorage(path);
    for (let index = 0; index < 1100; index++) await storage.write([["s", "key", index], ["s", "gone", 1], ["s", "gone"]]);
    storage.close();
    assert.deepEqual(await new FileStorage(path).range("s"), [["key", 1099]]);
    assert.ok((await readFile(path, "utf8")).split("\n").length < 200);
    assert.deepEqual(await readdir(folder), ["values.jsonl", "values.jsonl.lock"]);
    await appendFile(path, '[["s","late",1]]\n');
    assert.equal((await new FileStorage(path).range("s")).length, 2);
});

fileTest("a damaged file goes on beside itself, and its unsent messages, drafts and what can be read anew are there", async (path) => {
    const world = new World();
    for (let count = 0; count < 3; count++) world.write("c2c_bob");
    const device = new Device(world, { storage: new FileStorage(path) });
    await device.open();
    await device.store.open("c2c_bob");
    device.store.keepDraft("c2c_bob", "mine");
    device.rig.gateway.isAnswering = false;
    device.rig.client.send("c2c_bob", "unsent").catch(() => {});
    await device.written();
    const isWritten = async () => /"range"/.test(await readFile(path, "utf8")) && /unsent/.test(await readFile(path, "utf8"));
    await until(isWritten);
    await device.close();
    const [first, ...lines] = (await readFile(path, "utf8")).split("\n");
    await writeFile(path, [first, "rubbish", ...lines].join("\n"));
    device.storage = new FileStorage(path);
    const store = await device.open();
    await until(() => device.rig.client.state.name === "open" && store.isListed);
    await store.open("c2c_bob");
    assert.match(device.lost[0], /line 2/);
    await until(() => device.asked("message.send").length === 1);
    assert.deepEqual([store.draft("c2c_bob"), device.seqs().slice(0, 3)], ["mine", [1, 2, 3]]);
    assert.match(await readFile(`${path}.damaged`, "utf8"), /rubbish/);
    device.rig.client.disconnect();
    await store.ready;
});

/** Uploads, messages that wait for theirs, and URLs; what goes wrong on the way is scripted. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { FileStorage, openFile } from "../../src/file.js";
import { Client } from "../../src/index.js";
import { mediaOf } from "../../src/media.js";
import "../../src/node.js";
import { refusal, ScriptedGateway } from "../support/scripted.js";
import { until } from "../support/until.js";
import { UploadServer } from "../support/uploadserver.js";

let server, folder;
before(async () => (folder = mkdtempSync(join(tmpdir(), "martlet-media-"))));
beforeEach(async (t) => {
    await server?.stop();
    server = await UploadServer.start();
});
after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
});

/** Waits are short. */
const quick = { now: Date.now, after: (act, ms) => setTimeout(act, Math.min(ms, 20)), cancel: clearTimeout, random: Math.random };

async function start(options = {}) {
    const gateway = new ScriptedGateway();
    // A message's media as they are, only the gateway knows.
    const asStored = ({ media, ...message }, msgId) => ({ ...message, msgId, from: "alice", seq: 1, time: 1, media: media.map((mediaID) => ({ mediaID, state: "ready" })) });
    gateway.answers = {
        ...server.answers,
        "message.get": ({ msgIds }) => ({ results: msgIds.map((id) => ({ message: asStored(gateway.asked("message.send").at(-1).data, id) })) }),
    };
    const client = new Client({
        url: `${server.url.replace("http", "ws")}/v1/ws`, user: "alice", token: () => "t", device: "d1",
        WebSocket: gateway.WebSocket, clock: quick, ...options,
    });
    await client.connect();
    return { gateway, client, media: mediaOf(client, { open: openFile }) };
}

const content = (size, seed = 1) => Buffer.from(Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8) * seed) & 255));
const blob = (bytes, type = "image/png", name = "cat.png") => Object.assign(new Blob([bytes], { type }), { name });

test("a file goes in pieces, with its digest, and its progress is told", async () => {
    const { client, media } = await start();
    const bytes = content(2500);
    const told = [];
    const uploaded = await media.upload(blob(bytes), { width: 8, height: 6, onProgress: (sent, size) => told.push([sent, size]) });
    assert.deepEqual(uploaded, { mediaID: "m1", state: "ready", type: "image/png", size: 2500 });
    assert.deepEqual(server.bytes.get("m1"), bytes);
    const sha256 = createHash("sha256").update(bytes).digest("base64url");
    assert.deepEqual(server.prepared.get("m1"), { name: "cat.png", type: "image/png", size: 2500, sha256 });
    assert.deepEqual(server.completed.get("m1"), { mediaID: "m1", width: 8, height: 6 });
    assert.deepEqual(told.at(-1), [2500, 2500]);
    assert.deepEqual(told.map(([sent]) => sent), told.map(([sent]) => sent).sort((one, other) => one - other));
    assert.deepEqual(server.requests, Array(3).fill("PATCH /v1/media/m1?t=1"));
    client.disconnect();
});

test("after a lost connection it goes on behind what has arrived", async () => {
    const { client, media } = await start();
    const bytes = content(5000);
    let losses = 0;
    server.meddle = ({ method, id, request, had, response }) => {
        if (method !== "PATCH" || had.length < 2000 || losses++ > 0) return false;
        request.once("data", (chunk) => {
            server.bytes.set(id, Buffer.concat([had, chunk.subarray(0, 345)]));
            response.destroy();
        });
        return true;
    };
    await media.upload(blob(bytes));
    assert.deepEqual(server.bytes.get("m1"), bytes);
    assert.deepEqual(server.requests.map((request) => request.split(" ")[0]), ["PATCH", "PATCH", "PATCH", "HEAD", "PATCH", "PATCH", "PATCH"]);
    client.disconnect();
});

test("a gateway that cannot now, and a URL that has ended, only delay it", async () => {
    const { client, gateway, media } = await start();
    const failures = [503, 403, 429, 409];
    server.meddle = ({ method, response }) => {
        if (method !== "PATCH" || failures.length === 0) return false;
        response.writeHead(failures.shift()).end();
        return true;
    };
    await media.upload(blob(content(1500)));
    assert.deepEqual(server.bytes.get("m1"), content(1500));
    assert.deepEqual(gateway.asked("media.prepare").slice(1).map(({ data }) => data), Array(3).fill({ mediaID: "m1" }));
    client.disconnect();
});

test("a refusal ends it: too large, another digest, no right", async () => {
    const { client, media } = await start();
    for (const [status, name] of [[413, "tooLarge"], [460, "otherDigest"], [415, "notUploaded"], [404, "urlEnded"]]) {
        server.meddle = ({ response }) => (response.writeHead(status).end(), true);
        await assert.rejects(media.upload(blob(content(10))), { name });
    }
    server.meddle = () => false;
    server.plan = () => {
        throw refusal("gw", 1012, "quota");
    };
    await assert.rejects(media.upload(blob(content(10))), { system: "gw", code: 1012 });
    client.disconnect();
});

test("what the gateway refuses when it has looked at it fails", async () => {
    const { client, gateway, media } = await start();
    gateway.answers["media.complete"] = () => ({ state: "refused" });
    await assert.rejects(media.upload(blob(content(10))), { name: "mediaRefused" });
    client.disconnect();
});

test("what the gateway has already is not sent", async () => {
    const { client, gateway, media } = await start();
    gateway.answers["media.prepare"] = () => ({ mediaID: "m9", state: "ready" });
    gateway.answers["media.complete"] = () => ({ state: "ready", type: "image/png", size: 10 });
    assert.equal((await media.upload(blob(content(10)))).mediaID, "m9");
    assert.deepEqual(server.requests, []);
    client.disconnect();
});

test("stores of others: one PUT, a form, and parts whose URLs are used up", async () => {
    const { client, gateway, media } = await start();
    server.plan = (id) => ({ kind: "put", url: `${server.url}/v1/media/${id}`, headers: { "x-amz-a": "1" } });
    await media.upload(blob(content(100)));
    assert.deepEqual(server.bytes.get("m1"), content(100));

    server.plan = (id) => ({ kind: "form", url: `${server.url}/v1/media/${id}`, fields: { key: "k", policy: "p" } });
    await media.upload(blob(content(50)));
    const form = server.bytes.get("m2").toString("latin1");
    assert.match(form, /name="key"\r\n\r\nk\r\n[^]*name="policy"\r\n\r\np\r\n[^]*name="file"/);
    assert.ok(form.includes(content(50).toString("latin1")));

    const parts = new Map();
    server.meddle = ({ url, request, response }) => {
        const number = Number(/part=(\d+)/.exec(url)[1]);
        const chunks = [];
        request.on("data", (chunk) => chunks.push(chunk));
        request.on("end", () => {
            parts.set(number, Buffer.concat(chunks));
            response.writeHead(200).end();
        });
        return true;
    };
    server.plan = (id) => {
        const first = parts.size + 1;
        const urls = [first, first + 1].filter((number) => number <= 5).map((number) => `${server.url}/v1/media/${id}?part=${number}`);
        return { kind: "parts", bytes: 100, first, urls };
    };
    await media.upload(blob(content(450)));
    assert.deepEqual(Buffer.concat([1, 2, 3, 4, 5].map((number) => parts.get(number))), content(450));
    assert.equal(gateway.asked("media.prepare").filter(({ data }) => data.mediaID === "m3").length, 2);
    client.disconnect();
});

test("a message waits for its files as uploading, while others go before it", async () => {
    const { client, gateway, media } = await start();
    let go;
    const held = new Promise((resolve) => (go = resolve));
    server.meddle = ({ method, had, id, request, response }) => {
        if (method !== "PATCH" || had.length === 0 || !go) return false;
        // Nothing moves until the test lets it.
        held.then(() => response.destroy());
        go && request.resume();
        return true;
    };
    const sent = media.send("c2c_bob", [blob(content(1500))], { body: { text: "look" } });
    await until(() => media.progress(client.outbox.entries()[0]?.clientMsgId)?.sent >= 1000);
    const [entry] = client.outbox.entries();
    assert.equal(entry.state, "uploading");
    assert.deepEqual(entry.files.map(({ key, ...file }) => file), [{ name: "cat.png", type: "image/png", size: 1500 }]);
    assert.equal(media.local(entry.files[0].key).size, 1500);
    await client.send("c2c_bob", "meanwhile");
    server.meddle = () => false;
    go();
    const message = await sent;
    assert.deepEqual(gateway.asked("message.send").map(({ data }) => [data.body.text, data.media, data.type]), [
        ["meanwhile", undefined, 0], ["look", ["m1"], 1],
    ]);
    assert.equal(message.clientMsgId, entry.clientMsgId);
    assert.deepEqual(message.media, [{ mediaID: "m1", state: "ready" }]);
    assert.deepEqual(client.outbox.entries(), []);
    client.disconnect();
});

test("a message whose upload is refused fails, and can be sent again with its files", async () => {
    const { client, gateway, media } = await start();
    server.meddle = ({ response }) => (response.writeHead(413).end(), true);
    await assert.rejects(media.send("c2c_bob", [blob(content(20))]), { name: "tooLarge" });
    const [failed] = client.outbox.entries();
    assert.equal(failed.state, "failed");
    server.meddle = () => false;
    await (await client.outbox.retry(failed.clientMsgId)).stored;
    assert.deepEqual(gateway.asked("message.send").map(({ data }) => data.media), [["m1"]]);
    assert.deepEqual(server.bytes.get("m1"), content(20));
    client.disconnect();
});

test("a message that is discarded while it uploads is not sent", async () => {
    const { client, gateway, media } = await start();
    server.meddle = ({ request }) => (request.resume(), true);
    const sent = media.send("c2c_bob", [blob(content(20))]);
    await until(() => server.requests.length === 1);
    await client.outbox.discard(client.outbox.entries()[0].clientMsgId);
    await assert.rejects(sent, { name: "discarded" });
    server.meddle = () => false;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual([client.outbox.entries(), gateway.asked("message.send")], [[], []]);
    client.disconnect();
});

/** As a process ends when all is on the disk: reading waits for what is being written. */
async function leave({ client }) {
    const [[, entry]] = await client.storage.range("outbox");
    assert.equal(entry.state, client.outbox.entries()[0].state);
    client.disconnect();
    client.storage.close();
}

test("it goes on after a restart where it was, as long as the file can be read", async () => {
    const path = join(folder, "cat.png");
    writeFileSync(path, content(3000));
    const kept = () => new FileStorage(join(folder, "store"));
    const first = await start({ storage: kept() });
    server.meddle = ({ method, had, request }) => method === "PATCH" && had.length >= 2000 && (request.resume(), true);
    first.media.send("c2c_bob", [path]).catch(() => {});
    await until(() => server.requests.length === 3);
    await leave(first);
    server.meddle = () => false;

    const second = await start({ storage: kept() });
    await until(() => second.gateway.asked("message.send").length === 1);
    assert.deepEqual(second.gateway.asked("message.send")[0].data.media, ["m1"]);
    assert.deepEqual(server.bytes.get("m1"), content(3000));
    assert.deepEqual(server.requests.slice(3), ["PATCH", "HEAD", "PATCH"].map((method) => `${method} /v1/media/m1?t=1`));
    await until(async () => (await second.client.storage.range("uploads")).length === 0);

    server.meddle = ({ request }) => (request.resume(), true);
    second.media.send("c2c_bob", [path]).catch(() => {});
    await until(() => second.client.outbox.entries().length === 1 && server.requests.length === 7);
    await leave(second);
    rmSync(path);
    const third = await start({ storage: kept() });
    await until(() => third.client.outbox.entries()[0]?.state === "failed");
    await leave(third);
});

test("URLs are asked for together, kept until shortly before their end, and one that is refused spoils no other", async () => {
    const { client, gateway, media } = await start();
    let life = 3_600_000;
    gateway.answers["media.url"] = ({ mediaIDs }) => {
        if (mediaIDs.every((id) => id === "no")) throw refusal("gw", 1010);
        const until = client.serverTime + life;
        return { urls: mediaIDs.map((mediaID) => (mediaID === "no" ? { mediaID, code: 1010 } : { mediaID, url: `/v1/media/${mediaID}?s=1`, until })) };
    };
    const ids = Array.from({ length: 60 }, (_, index) => `m${index}`);
    const urls = await Promise.all(ids.map((id) => media.url(id)));
    assert.equal(urls[59], `${server.url}/v1/media/m59?s=1`);
    assert.deepEqual(gateway.asked("media.url").map(({ data }) => data.mediaIDs.length), [50, 10]);
    await media.url("m3");
    assert.equal(gateway.asked("media.url").length, 2);
    media.forget("m3");
    life = 59_000;
    await media.url("m3");
    await media.url("m3");
    assert.equal(gateway.asked("media.url").length, 4);
    const [one, refused, other] = await Promise.allSettled(["a", "no", "b"].map((id) => media.url(id)));
    assert.deepEqual([one.status, refused.reason.code, other.status], ["fulfilled", 1010, "fulfilled"]);
    await assert.rejects(media.url("no"), { code: 1010 });
    client.disconnect();
});

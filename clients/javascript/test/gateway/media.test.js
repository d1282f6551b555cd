/** Pictures and files with a real gateway, which is killed, and over a network that fails. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { openFile } from "../../src/file.js";
import { Client } from "../../src/index.js";
import { mediaOf } from "../../src/media.js";
import { NodeWebSocket } from "../../src/node.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

const folder = mkdtempSync(join(tmpdir(), "martlet-media-"));
const path = (name, bytes) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
};
/** A picture of one point, with what makes it long. */
const png = (bytes) => Buffer.concat([
    Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"), randomBytes(bytes),
]);
let gateway;
const clients = [];

before(async () => {
    gateway = await Gateway.start();
    await gateway.makeAccounts("alice", "bob", "carol");
});
after(async () => {
    for (const client of clients) client.disconnect();
    await gateway.stop();
    rmSync(folder, { recursive: true });
});

async function start(user, url = gateway.url) {
    const client = new Client({ url, user, token: () => gateway.token(user), device: `${user}-1`, WebSocket: NodeWebSocket });
    clients.push(client);
    await client.connect();
    await until(() => client.state.name === "open");
    return { client, media: mediaOf(client, { open: openFile }) };
}

const read = async (url) => Buffer.from(await (await fetch(url)).arrayBuffer());
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

test("a picture goes from one user to another, and to nobody else", async () => {
    const [alice, bob, carol] = await Promise.all(["alice", "bob", "carol"].map((user) => start(user)));
    const heard = new Promise((resolve) => bob.client.on("message.new", resolve));
    const bytes = png(3000);
    const sent = await alice.media.send("c2c_bob", [path("cat.png", bytes)], { body: { text: "look" } });
    const { media } = await heard;
    assert.deepEqual(sent.media, media);
    const [{ mediaID, ...shown }] = media;
    assert.deepEqual(shown, { state: "ready", type: "image/png", name: "cat.png", size: bytes.length, width: 1, height: 1 });
    assert.deepEqual(await read(await bob.media.url(mediaID)), bytes);
    await assert.rejects(carol.media.url(mediaID), { system: "gw", code: 1010 });
});

test("an avatar is read by everybody, by a URL for the profile", async () => {
    const { client, media } = await start("alice");
    const bytes = png(100);
    const { url } = await media.upload(path("me.png", bytes), { use: "avatar" });
    await client.request("profile.modifySelf", { values: { faceUrl: url } });
    assert.deepEqual(await read(new URL(url, gateway.url.replace(/^ws/, "http"))), bytes);
});

test("two uploads at once, of which one is stopped", async () => {
    const { client, media } = await start("alice");
    const stop = new AbortController();
    const [kept, stopped] = [randomBytes(4_000_000), randomBytes(40_000_000)];
    const other = media.upload(path("b", stopped), { signal: stop.signal, onProgress: (sent) => sent > 2_000_000 && stop.abort() });
    const uploaded = media.upload(path("a", kept));
    await assert.rejects(other, { name: "stopped" });
    const { mediaID, verified } = await uploaded;
    assert.equal(verified, "digest");
    assert.equal(digest(await read(await media.url(mediaID))), digest(kept));
    client.disconnect();
});

test("an upload goes on after kill -9 of the gateway and lost connections", async (t) => {
    const proxy = await Proxy.start(gateway.port);
    const { client, media } = await start("alice", proxy.url);
    const bytes = randomBytes(30_000_000);
    const told = [];
    let kills = 0;
    const uploading = media.upload(path("large", bytes), { onProgress: (sent) => told.push(sent) });
    for (const place of [3_000_000, 12_000_000, 20_000_000]) {
        await until(() => told.at(-1) >= place);
        if (kills++ === 1) {
            proxy.cut();
            continue;
        }
        await gateway.kill();
        await gateway.start();
    }
    const { mediaID, verified } = await uploading;
    assert.equal(verified, "digest");
    assert.equal(digest(await read(await media.url(mediaID))), digest(bytes));
    // What was on the disk was not sent again: each loss has cost a piece at most.
    const again = told.filter((sent, index) => index > 0 && sent < told[index - 1]).length;
    assert.ok(again <= 3, told.join());
    client.disconnect();
    await proxy.stop();
});

test("docs/media.md sends a picture as it says", async () => {
    const page = readFileSync(new URL("../../../../docs/media.md", import.meta.url), "utf8");
    const [, snippet] = page.match(/```js\n(.*?)```/s);
    const { client } = await start("alice");
    const bob = await start("bob");
    const [input, shown] = [{}, []];
    const body = snippet.replace(/^import .*\n/, "");
    const Image = class {};
    const document = { body: { append: (image) => shown.push(image) } };
    for (const each of [client, bob.client]) new Function("mediaOf", "client", "input", "Image", "document", body)(mediaOf, each, each === client ? input : {}, Image, document);
    const bytes = png(50);
    input.files = [Object.assign(new Blob([bytes], { type: "image/png" }), { name: "dog.png" })];
    input.onchange();
    await until(() => shown.length > 0);
    assert.deepEqual(await read(shown[0].src), bytes);
});

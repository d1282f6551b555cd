import assert from "node:assert/strict";
import { test } from "node:test";

import { download, upload } from "../../src/files.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";

/** A client whose gateway takes pieces of a file. */
async function withFiles() {
    const rig = await new Rig().open();
    rig.gateway.answers["group.addFile"] = { fileID: "f1" };
    rig.gateway.answers["group.putFile"] = ({ offset }) => ({ received: Math.min(offset + 32_768, 40_000) });
    rig.gateway.answers["group.getFile"] = { data: { b: btoa("content") }, size: 7, isFinished: true };
    return rig;
}

const content = new Blob([new Uint8Array(40_000)]);

test("a transfer waits for a connection as long as that takes", async () => {
    const rig = await withFiles();
    const uploading = upload(rig.client, "1", "zeros", content, { onAdded: () => (rig.gateway.isAnswering = false) });
    const downloading = download(rig.client, "1", "f0");
    await settled();
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(600_000);
    rig.gateway.isAnswering = true;
    rig.client.link.wake();
    await rig.clock.advance(70_000);
    assert.equal(await uploading, "f1");
    assert.equal(await (await downloading).text(), "content");
});

test("a transfer that is stopped ends at once, also without a connection", async () => {
    const rig = await withFiles();
    const stop = new AbortController();
    const { signal } = stop;
    const added = new Promise((resolve) => (rig.added = resolve));
    const uploading = upload(rig.client, "1", "zeros", content, { signal, onAdded: () => (rig.added(), (rig.gateway.isAnswering = false)) });
    await added;
    await settled();
    assert.equal(rig.gateway.asked("group.putFile").length, 1);
    stop.abort();
    await assert.rejects(uploading, { name: "stopped" });
    await assert.rejects(download(rig.client, "1", "f1", { signal }), { name: "stopped" });
});

/** What comes late, or while a page is awaited, leaves no hole in what a page shows. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Device } from "../support/device.js";
import { World } from "../support/world.js";

const bob = "c2c_bob";

test("an own message that an earlier run has sent makes no hole before what is new", async () => {
    const world = new World();
    const device = new Device(world);
    await device.open();
    device.rig.client.send(bob, "lost reply").catch(() => {});
    const [entry] = device.rig.client.outbox.entries(bob);
    await settled();
    await device.close();
    // Of the conversation the storage has the place in the list alone, which bob has moved meanwhile.
    world.write(bob);
    device.storage = new MemoryStorage();
    await device.open();
    await device.written();
    await device.close();
    await device.storage.write([["outbox", entry.clientMsgId, entry]]);
    await device.open();
    await settled();
    assert.deepEqual(device.rig.of("message.sent").map(({ seq }) => seq), [1]);
    world.write(bob);
    const store = await device.reopen();
    await store.open(bob);
    await settled();
    assert.deepEqual(device.seqs(), [1, 2, 3]);
});

/** A page that has no connection yet shows what is on the device, and removes nothing by a clock that may be wrong. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/store.js";
import { Device } from "../support/device.js";
import { Rig } from "../support/rig.js";
import { World } from "../support/world.js";

const bob = "c2c_bob";
const day = 86_400_000;

test("what waits is shown before the client connects", async () => {
    const world = new World();
    world.write(bob);
    const device = new Device(world);
    await device.open({ isOffline: true });
    device.rig.client.send(bob, "waits").catch(() => {});
    await device.written();
    await device.close();
    const { client } = new Rig({ storage: device.storage, clock: device.clock });
    const store = new Store(client);
    await store.ready;
    assert.deepEqual(store.view(bob).unsent.map(({ message }) => message.body.text), ["waits"]);
    assert.equal(client.state.name, "stopped");
});

test("a device whose clock was set a day ahead removes nothing before the gateway has told the time", async () => {
    const world = new World();
    const device = new Device(world);
    world.write(bob, { expireAt: device.clock.now() + 3_600_000 });
    await device.open();
    await device.store.open(bob);
    await device.written();
    await device.close();
    world.now = () => device.clock.now() - day;
    device.clock.time += day;
    const store = await device.open({ isOffline: true });
    await store.open(bob);
    assert.deepEqual(device.seqs(), []);
    device.rig.client.send(bob, "a write").catch(() => {});
    await device.reopen();
    await device.store.open(bob);
    assert.equal(device.seqs()[0], 1);
});

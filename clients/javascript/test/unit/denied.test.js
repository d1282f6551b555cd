/** A browser that denies a page its storage or its locks. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { IndexedDBStorage } from "../../src/index.js";
import { tabDevice } from "../../src/device.js";
import { shareTabs } from "../../src/tabs.js";
import { FakeClock, settled } from "../support/clock.js";
import { FakeChannels } from "../support/locks.js";
import { Rig } from "../support/rig.js";

let requests = 0;
const denied = () => {
    requests++;
    return Promise.reject(new DOMException("not here", "SecurityError"));
};
const forbidden = { get: () => { throw new DOMException("not here", "SecurityError"); }, configurable: true };
const channels = new FakeChannels();

before(() => {
    Object.defineProperty(globalThis, "navigator", { value: { locks: { request: denied } }, configurable: true });
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(globalThis, name, forbidden);
});
after(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) delete globalThis[name];
});

test("a tab without locks and storage has a name", async () => {
    assert.match(await tabDevice(), /./);
});

test("tabs without locks have a connection each, and a name each", async () => {
    const tabs = [];
    const clock = new FakeClock();
    requests = 0;
    for (const owner of [0, 1]) {
        globalThis.BroadcastChannel = channels.classFor(owner);
        const tab = new Rig({ clock, link: shareTabs, device: undefined });
        tabs.push(tab);
        await tab.client.connect();
        await settled();
    }
    assert.deepEqual(tabs.map(({ client }) => client.state.name), ["open", "open"]);
    const [one, other] = tabs.map(({ gateway }) => gateway.socket.open.device);
    assert.notEqual(one, other);
    assert.ok(requests < 10, `${requests} requests for locks`);
    tabs[0].gateway.answers["profile.getSelf"] = { nickname: "Alice" };
    assert.deepEqual(await tabs[0].client.request("profile.getSelf"), { nickname: "Alice" });
    await clock.advance(60_000);
    assert.deepEqual(tabs.map(({ gateway }) => gateway.sockets.length), [1, 1]);
    for (const { client } of tabs) client.disconnect();
    assert.deepEqual(tabs.map(({ client }) => client.state.name), ["stopped", "stopped"]);
});

test("a storage that the browser denies is told as unsaved, and messages go", async () => {
    const rig = new Rig({ storage: new IndexedDBStorage("martlet") });
    const unsaved = [];
    rig.client.on("unsaved", ({ name }) => unsaved.push(name));
    await rig.open();
    assert.equal((await rig.client.send("c2c_bob", "hello")).body.text, "hello");
    assert.ok(unsaved.length > 0 && unsaved.every((name) => name === "notSaved"), `${unsaved}`);
});

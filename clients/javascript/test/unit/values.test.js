/** What an application asks for that is no JSON, or that it changes afterwards. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { Browser } from "../support/tabs.js";

const cyclic = {};
cyclic.self = cyclic;

for (const [name, bad] of [["a BigInt", { count: 1n }], ["a cycle", cyclic]]) {
    test(`${name} fails where it is asked for, and the client connects and goes on`, async () => {
        const rig = new Rig();
        rig.gateway.answers["profile.getSelf"] = { nickname: "Alice" };
        const connecting = rig.client.connect();
        const asked = rig.client.request("profile.modifySelf", bad);
        const next = rig.client.request("profile.getSelf");
        await assert.rejects(asked, { system: "client", name: "internal" });
        await connecting;
        assert.deepEqual(await next, { nickname: "Alice" });
        assert.equal(rig.client.state.name, "open");
        await assert.rejects(rig.client.request("profile.modifySelf", bad), { name: "internal" });
        await rig.gateway.socket.drop(1006);
        await rig.clock.advance(1500);
        assert.deepEqual(await rig.client.request("profile.getSelf"), { nickname: "Alice" });
        assert.deepEqual(rig.gateway.asked("profile.modifySelf"), []);
    });
}

test("a trace that is no JSON fails that call alone", async () => {
    const rig = await new Rig().open();
    await assert.rejects(rig.client.request("profile.getSelf", {}, { trace: cyclic }), { name: "internal" });
    assert.equal(rig.client.state.name, "open");
});

test("an object that is changed while its request waits is sent as it was", async () => {
    const rig = new Rig();
    await rig.client.connect();
    const values = { nickname: "Alice" };
    rig.client.request("profile.modifySelf", { values });
    values.nickname = "Bob";
    await settled();
    rig.gateway.isAnswering = false;
    const again = { values: { nickname: "Carol" } };
    rig.client.request("profile.modifySelf", again);
    await settled();
    again.values.nickname = "Dan";
    rig.gateway.isAnswering = true;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    const asked = rig.gateway.asked("profile.modifySelf");
    assert.deepEqual(asked.map(({ data }) => data.values.nickname), ["Alice", "Carol", "Carol"]);
    assert.equal(asked[1].key, asked[2].key);
});

test("a tab that follows takes what can be JSON, and refuses only what cannot", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.open(), await browser.open()];
    first.gateway.answers["profile.getSelf"] = { nickname: "Alice" };
    const proxy = second.client.request("profile.modifySelf", new Proxy({ values: { nickname: "Alice" } }, {}));
    const bad = second.client.request("profile.modifySelf", { count: 1n });
    const next = second.client.request("profile.getSelf");
    await assert.rejects(bad, { name: "internal" });
    await proxy;
    assert.deepEqual(await next, { nickname: "Alice" });
    assert.deepEqual(first.gateway.asked("profile.modifySelf")[0].data, { values: { nickname: "Alice" } });
});

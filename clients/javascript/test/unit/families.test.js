/** Operations as functions of the client. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const { operations } = JSON.parse(readFileSync(new URL("../../../../docs/asyncapi.json", import.meta.url), "utf8"));
const ofUsers = Object.entries(operations)
    .filter(([, { description }]) => description === "Role: user.")
    .map(([key]) => key.split("_"));

test("each operation of users has its function, which asks for it and gives its reply", async () => {
    const rig = await new Rig().open();
    assert.ok(ofUsers.length > 100);
    for (const [family, method] of ofUsers) {
        const name = `${family}.${method}`;
        // The gateway allows so many at once.
        await rig.clock.advance(1000);
        rig.gateway.answers[name] = { seq: 1, of: name };
        // The client itself looks at these two after a message was sent or a channel subscribed to.
        const data = { conversationID: "c2c_bob", channelID: "news" };
        assert.deepEqual(await rig.client[family][method](data), { seq: 1, of: name });
        assert.deepEqual(rig.gateway.asked(name).at(-1).data, data);
    }
});

test("its options are those of request, and it has no data if none is given", async () => {
    const rig = await new Rig().open();
    rig.gateway.isAnswering = false;
    const asked = rig.client.friend.list(undefined, { key: "mine", timeout: 2000 });
    await settled();
    const [{ key, data }] = rig.gateway.asked("friend.list");
    assert.deepEqual([key, data], ["mine", {}]);
    const failed = assert.rejects(asked, { name: "timeout" });
    await rig.clock.advance(2000);
    await failed;
});

test("a family is no promise, and what is no family is nothing", async () => {
    const rig = await new Rig().open();
    assert.equal(await rig.client.friend, rig.client.friend);
    assert.equal(rig.client.frend, undefined);
    assert.equal(rig.gateway.asked("friend.then").length, 0);
});

test("the gateway refuses what is no operation, by its name", async () => {
    const rig = await new Rig().open();
    rig.gateway.answers["friend.ad"] = () => { throw refusal("gw", 1002, "unknownOperation"); };
    await assert.rejects(rig.client.friend.ad({ userID: "bob" }), { name: "unknownOperation" });
});

for (const page of ["docs/clients.md", "docs/zh-CN/clients.md"]) {
    test(`the calls of ${page} work`, async () => {
        const text = readFileSync(new URL(`../../../../${page}`, import.meta.url), "utf8");
        const [program] = text.match(/^const { groupID } = await .*?(?=```)/ms);
        const rig = await new Rig().open();
        Object.assign(rig.gateway.answers, { "group.create": { groupID: "1" }, "friend.add": { result: {} }, "session.list": { sessions: [] } });
        const AsyncFunction = (async () => {}).constructor;
        assert.equal(await new AsyncFunction("client", `${program}return groupID;`)(rig.client), "1");
        assert.deepEqual(rig.gateway.asked("friend.add").map(({ data }) => data), [{ userID: "bob", addWording: "Hi Bob" }]);
    });
}

test("each client asks by itself", async () => {
    const [one, other] = [await new Rig().open(), await new Rig().open()];
    await one.client.friend.list();
    assert.equal(one.gateway.asked("friend.list").length, 1);
    assert.equal(other.gateway.asked("friend.list").length, 0);
    assert.notEqual(one.client.friend, other.client.friend);
});

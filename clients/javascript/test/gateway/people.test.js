/** Names, who is typing, and who has read, against a real gateway. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { People } from "../../src/people.js";
import { Profiles } from "../../src/profiles.js";
import { Reads } from "../../src/reads.js";
import { Store } from "../../src/store.js";
import { Typing } from "../../src/typing.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

let gateway;
/** Clients of a test, which end with it. */
let clients = [];

before(async () => {
    gateway = await Gateway.start({ groups: { receipts: true }, hosting: { enabled: true } });
});
after(() => gateway.stop());

async function connect(user, options = {}) {
    const client = new Client({
        url: gateway.url, user, token: () => gateway.token(user), WebSocket: NodeWebSocket,
        device: `${user}-${clients.length}`, ...options,
    });
    clients.push(client);
    const listed = new Promise((resolve) => client.on("sync.list", resolve));
    await client.connect();
    await listed;
    return client;
}

/** A test with users of its own, whose clients are disconnected at its end. */
const sessionTest = (name, users, body) =>
    test(name, async () => {
        await gateway.makeAccounts(...users);
        try {
            await body(...users);
        } finally {
            for (const client of clients.splice(0)) client.disconnect();
        }
    });

sessionTest("typing is shown to the other, and ends with the message", ["alice1", "bob1"], async (alice, bob) => {
    const [one, other] = [await connect(alice), await connect(bob)];
    const [mine, theirs] = [new Typing(one), new Typing(other)];
    await one.send(`c2c_${bob}`, "Hello");
    mine.write(`c2c_${bob}`);
    await until(() => theirs.of(`c2c_${alice}`).includes(alice));
    assert.deepEqual(mine.of(`c2c_${bob}`), []);
    one.send(`c2c_${bob}`, "How are you?");
    mine.stop(`c2c_${bob}`);
    await until(() => theirs.of(`c2c_${alice}`).length === 0, { seconds: 3 });
    mine.write(`c2c_${bob}`);
    await until(() => theirs.of(`c2c_${alice}`).includes(alice));
    mine.stop(`c2c_${bob}`);
    await until(() => theirs.of(`c2c_${alice}`).length === 0, { seconds: 3 });
});

sessionTest("names are those of now", ["alice2", "bob2", "carol2"], async (alice, bob, carol) => {
    const [one, phone, other] = [await connect(alice), await connect(alice), await connect(bob)];
    const people = new People(one);
    await other.request("profile.modifySelf", { values: { nickname: "Bob", faceUrl: "https://example.com/bob" } });
    const { groupID } = await other.request("group.create", { name: "Team", invitees: [alice, carol] });
    people.look([alice, bob, carol, "nobody"], { groupID });
    await until(() => people.name(bob) === "Bob");
    assert.equal(people.avatar(bob), "https://example.com/bob");
    assert.deepEqual([people.name(carol), people.name("nobody")], [carol, "nobody"]);
    await other.request("group.setAttributes", { groupID, attributes: { nickname: "Captain" } });
    await until(() => people.name(bob, { groupID }) === "Captain");
    await one.request("friend.add", { userID: bob, remark: "Bobby" });
    await until(() => people.name(bob, { groupID }) === "Bobby");
    await one.request("friend.modify", { userID: bob, values: { remark: "Robbie" } });
    assert.equal(people.name(bob), "Robbie");
    await phone.request("friend.modify", { userID: bob, values: { remark: "" } });
    await until(() => people.name(bob) === "Bob");
    await other.request("profile.modifySelf", { values: { nickname: "Robert" } });
    await until(() => people.name(bob) === "Robert");
    await one.request("profile.modifySelf", { values: { nickname: "Alice" } });
    await until(() => people.name(alice) === "Alice");
});

sessionTest("a device that was away has the new names", ["alice3", "bob3", "carol3"], async (alice, bob, carol) => {
    const proxy = await Proxy.start(gateway.port);
    try {
        const [one, phone] = [await connect(alice, { url: proxy.url }), await connect(alice)];
        const people = new People(one);
        await one.request("friend.add", { userID: bob, remark: "Bobby" });
        await one.send(`c2c_${carol}`, "Hello");
        people.look([bob, carol]);
        await until(() => people.name(bob) === "Bobby" && people.profile(carol));
        proxy.isRefusing = true;
        proxy.cut();
        await until(() => one.state.name !== "open");
        await phone.request("friend.modify", { userID: bob, values: { remark: "Robbie" } });
        await gateway.ask("profile.modifySelf", { values: { nickname: "Carol" } }, carol);
        proxy.isRefusing = false;
        one.link.wake();
        await until(() => people.name(bob) === "Robbie" && people.name(carol) === "Carol");
    } finally {
        for (const client of clients) client.disconnect();
        await proxy.stop();
    }
});

sessionTest("a deleted user has no name, another of this id a new one", ["alice4", "bob4"], async (alice, bob) => {
    const one = await connect(alice);
    const people = new People(one);
    await gateway.ask("profile.modifySelf", { values: { nickname: "Bob" } }, bob);
    await one.request("friend.add", { userID: bob, remark: "Bobby" });
    people.look([bob]);
    await until(() => people.name(bob) === "Bobby");
    await gateway.ask("admin.account.delete", { userIDs: [bob] });
    await until(() => people.name(bob) === bob && !people.profile(bob));
    await gateway.ask("admin.account.create", { accounts: [{ userID: bob, nickname: "Another Bob" }] });
    const hello = { conversationID: `c2c_${alice}`, clientMsgId: "m1", type: 0, body: { text: "Hello" } };
    await gateway.ask("message.send", hello, bob);
    await until(() => people.name(bob) === "Another Bob");
});

sessionTest("an own message is sent, then read, and the divider stays", ["alice5", "bob5"], async (alice, bob) => {
    const [one, other] = [await connect(alice), await connect(bob)];
    const [mine, theirs] = [new Reads(one), new Reads(other, new Store(other))];
    const first = await one.send(`c2c_${bob}`, "Hello");
    await theirs.open(`c2c_${alice}`);
    assert.equal(theirs.divider(`c2c_${alice}`), 0);
    assert.equal(mine.state(first), "sent");
    await other.markRead(`c2c_${alice}`);
    await until(() => mine.state(first) === "read");
    assert.equal(theirs.divider(`c2c_${alice}`), 0);
    theirs.open(`c2c_${alice}`);
    assert.equal(theirs.divider(`c2c_${alice}`), undefined);
    theirs.leave(`c2c_${alice}`);
    await one.send(`c2c_${bob}`, "Are you there?");
    await until(async () => (await theirs.open(`c2c_${alice}`), theirs.divider(`c2c_${alice}`) === first.seq));
});

sessionTest("members who have read are counted", ["alice6", "bob6", "carol6"], async (alice, bob, carol) => {
    const proxy = await Proxy.start(gateway.port);
    try {
        const one = await connect(alice, { url: proxy.url });
        const { groupID } = await one.request("group.create", { name: "Team", invitees: [bob, carol] });
        const reads = new Reads(one);
        const sent = await one.send(`group_${groupID}`, { body: { text: "Hello" }, teamReceipt: true });
        reads.look([sent]);
        await until(() => reads.receipts(sent)?.unreadCount === 2);
        await gateway.ask("groupReceipt.send", { groupID, msgIds: [sent.msgId] }, bob);
        await until(() => reads.receipts(sent).readCount === 1);
        proxy.isRefusing = true;
        proxy.cut();
        await until(() => one.state.name !== "open");
        await gateway.ask("group.leave", { groupID }, carol);
        proxy.isRefusing = false;
        one.link.wake();
        await until(() => reads.state(sent) === "read");
        assert.deepEqual(reads.receipts(sent), { readCount: 1, unreadCount: 0 });
    } finally {
        for (const client of clients) client.disconnect();
        await proxy.stop();
    }
});

sessionTest("the name of a stranger who is followed is right", ["alice7", "bob7"], async (alice, bob) => {
    const [one, other] = [await connect(alice), await connect(bob)];
    const [profiles, people] = [new Profiles(one), new People(one)];
    await other.request("userProfile.setVisibility", { visibility: 2 });
    await other.request("userProfile.update", { name: "Bob", email: "bob@example.com" });
    people.look([bob]);
    const stop = profiles.watch([bob]);
    await until(() => profiles.profile(bob)?.email === "bob@example.com" && people.name(bob) === "Bob");
    await other.request("userProfile.update", { name: "Robert" });
    await until(() => profiles.profile(bob).name === "Robert" && people.name(bob) === "Robert");
    stop();
    assert.equal(profiles.profile(bob), undefined);
});

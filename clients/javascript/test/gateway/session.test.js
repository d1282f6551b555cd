/** The client against a real gateway, in Node. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "../../src/index.js";
import { download, upload } from "../../src/files.js";
import { NodeWebSocket } from "../../src/node.js";
import { Presence } from "../../src/presence.js";
import { Store } from "../../src/store.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

let gateway;
/** Clients of a test, which end with it. */
let clients = [];

before(async () => {
    gateway = await Gateway.start();
    await gateway.makeAccounts("alice", "bob", "carol");
});
after(() => gateway.stop());

async function connect(user, options = {}) {
    const client = new Client({
        url: gateway.url, user, token: () => gateway.token(user), WebSocket: NodeWebSocket, device: `${user}-${clients.length}`, ...options,
    });
    clients.push(client);
    // From its first list on it misses nothing.
    const listed = new Promise((resolve) => client.on("sync.list", resolve));
    await client.connect();
    await until(() => client.state.name === "open", { show: () => client.state });
    await listed;
    return client;
}

/** A test whose clients are disconnected at its end. */
const sessionTest = (name, body) =>
    test(name, async () => {
        try {
            await body();
        } finally {
            for (const client of clients.splice(0)) client.disconnect();
        }
    });

sessionTest("two users write to each other, and see the same", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const [aliceStore, bobStore] = [new Store(alice), new Store(bob)];
    const heard = new Promise((resolve) => bob.on("message.new", resolve));
    const stored = await alice.send("c2c_bob", "Hello Bob");
    const message = await heard;
    assert.deepEqual([message.body.text, message.msgId, message.from], ["Hello Bob", stored.msgId, "alice"]);
    await until(() => bobStore.conversation("c2c_alice")?.unreadCount === 1 && bobStore.totalUnread === 1);
    await bobStore.open("c2c_alice");
    assert.equal(bobStore.view("c2c_alice").messages.at(-1).body.text, "Hello Bob");
    await bob.markRead("c2c_alice");
    await until(() => (aliceStore.conversation("c2c_bob")?.peerReadTime ?? 0) >= stored.time);
    await until(() => bobStore.totalUnread === 0);
});

sessionTest("a group's members hear of each other, and share a file", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const { groupID } = await alice.request("group.create", { name: "Team", style: 3, invitees: ["bob"], isInviteNeedConfirm: false });
    const heard = new Promise((resolve) => bob.on("message.new", (message) => message.type === 0 && resolve(message)));
    await alice.send(`group_${groupID}`, { body: { text: "Welcome" }, atUserList: ["bob"] });
    assert.deepEqual((await heard).atUserList, ["bob"]);
    const content = new Blob([Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)]);
    const progress = [];
    const fileID = await upload(alice, groupID, "numbers", content, { onProgress: (bytes) => progress.push(bytes) });
    assert.deepEqual(progress, [32_768, 65_536, 98_304, 100_000]);
    const copy = await download(bob, groupID, fileID);
    assert.deepEqual(new Uint8Array(await copy.arrayBuffer()), new Uint8Array(await content.arrayBuffer()));
});

sessionTest("presence is told as long as it is watched", async () => {
    const alice = await connect("alice");
    const presence = new Presence(alice);
    const stop = presence.watch(["carol"]);
    const carol = await connect("carol");
    await until(() => presence.isOnline("carol") === true);
    carol.disconnect();
    await until(() => presence.isOnline("carol") === false);
    stop();
    assert.equal(presence.isOnline("carol"), undefined);
});

sessionTest("presence is known to a device that comes later, and told when another one stops watching", async () => {
    const [phone, tablet, carol] = [await connect("alice"), await connect("alice"), await connect("carol")];
    const first = new Presence(phone);
    const stop = first.watch(["carol"]);
    await until(() => first.isOnline("carol") === true);
    const second = new Presence(tablet);
    second.watch(["carol"]);
    await until(() => second.isOnline("carol") === true);
    stop();
    carol.disconnect();
    await until(() => second.isOnline("carol") === false);
});

sessionTest("kill -9: what was acknowledged is there, what was not is sent again, and nothing twice", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const heard = [];
    bob.on("message.new", ({ body, conversationID }) => conversationID === "c2c_alice" && heard.push(body.text));
    const texts = Array.from({ length: 300 }, (_, index) => `kill ${index}`);
    const sent = texts.map((text) => alice.send("c2c_bob", text));
    await sent[50];
    await gateway.kill();
    await gateway.start();
    await Promise.all(sent);
    await until(() => heard.length >= texts.length, { show: () => heard.length });
    assert.deepEqual(heard, texts);
});

sessionTest("drain: all come back to the gateway's successor, and go on", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const draining = new Promise((resolve) => alice.on("server.draining", resolve));
    const gone = gateway.drain();
    assert.ok((await draining).reconnectAfterMilliseconds >= 0);
    await gone;
    await gateway.start();
    const heard = new Promise((resolve) => bob.on("message.new", resolve));
    await alice.send("c2c_bob", "after the drain");
    assert.equal((await heard).body.text, "after the drain");
});

sessionTest("a device that was away gets 3,000 missed messages in order", async () => {
    const alice = await connect("alice");
    const proxy = await Proxy.start(gateway.port);
    const bob = await connect("bob", { url: proxy.url, gapLimit: Infinity });
    try {
        const heard = [];
        bob.on("message.new", ({ body }) => heard.push(body.text));
        proxy.isRefusing = true;
        proxy.cut();
        const missed = Array.from({ length: 30 }, (_, part) => Array.from({ length: 100 }, (_, index) => `missed ${part * 100 + index}`));
        for (const part of missed) {
            const calls = part.map((text) => ({ op: "message.send", as: "alice", data: { conversationID: "c2c_bob", clientMsgId: text, type: 0, body: { text } } }));
            for (let first = 0; first < calls.length; first += 50) await gateway.ask("batch", { calls: calls.slice(first, first + 50) });
        }
        proxy.isRefusing = false;
        await until(() => bob.state.name === "open", { seconds: 30 });
        await alice.send("c2c_bob", "live");
        await until(() => heard.includes("live"), { seconds: 30, show: () => heard.length });
        assert.deepEqual(heard, [...missed.flat(), "live"]);
    } finally {
        bob.disconnect();
        await proxy.stop();
    }
});

sessionTest("a token that ends is refreshed, and the session stays", async () => {
    let asked = 0;
    const alice = await connect("alice", { token: () => (asked++, gateway.token("alice", 6)) });
    const session = alice.state.session;
    await new Promise((resolve) => setTimeout(resolve, 9000));
    assert.ok(asked >= 3, `${asked} tokens`);
    assert.equal(alice.state.session, session);
});

sessionTest("another session of the same device ends this one, and it stays away", async () => {
    const first = await connect("alice", { device: "same" });
    const second = await connect("alice", { device: "same" });
    // Sessions this young may have replaced each other by late attempts of one client: each comes back once.
    await until(() => first.state.name === "ended");
    assert.equal(first.state.kick.reason, "sameDevice");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    assert.deepEqual([first.state.name, second.state.name], ["ended", "open"]);
});

sessionTest("a half-open connection is found out, and messages go on", async () => {
    const proxy = await Proxy.start(gateway.port);
    const alice = await connect("alice", { url: proxy.url });
    try {
        await new Promise((resolve) => setTimeout(resolve, 1100));
        proxy.halfOpen();
        const sent = alice.send("c2c_bob", "through a dead socket");
        alice.link.wake();
        assert.equal((await sent).body.text, "through a dead socket");
    } finally {
        alice.disconnect();
        await proxy.stop();
    }
});

sessionTest("a recalled message is recalled on each device, and on one that comes back", async () => {
    const proxy = await Proxy.start(gateway.port);
    const alice = await connect("alice");
    const bob = await connect("bob", { url: proxy.url });
    const store = new Store(bob);
    try {
        const sent = await Promise.all(["one", "two", "three"].map((text) => alice.send("c2c_bob", text)));
        await store.open("c2c_alice");
        const shown = () => store.view("c2c_alice").messages.slice(-3).map(({ body, recalled }) => recalled?.reason ?? body.text);
        await until(() => shown().at(-1) === "three");
        const own = new Promise((resolve) => alice.on("message.changed", resolve));
        await alice.recall("c2c_bob", sent[0].msgId, "first");
        assert.equal((await own).message.msgId, sent[0].msgId);
        await until(() => shown()[0] === "first");
        proxy.isRefusing = true;
        proxy.cut();
        await until(() => bob.state.name !== "open");
        await alice.recall("c2c_bob", sent[2].msgId, "third");
        proxy.isRefusing = false;
        await until(() => shown()[2] === "third");
        assert.deepEqual(shown(), ["first", "two", "third"]);
        const { conversation } = await bob.request("conversation.get", { conversationID: "c2c_alice" });
        await until(() => store.conversation("c2c_alice").unreadCount === conversation.unreadCount);
        assert.equal(bob.positions.changes.c2c_alice, conversation.change);
    } finally {
        bob.disconnect();
        await proxy.stop();
    }
});

sessionTest("a message that expires is hidden at its end, also by a client without a connection", async () => {
    const proxy = await Proxy.start(gateway.port);
    try {
        const [alice, bob] = [await connect("alice"), await connect("bob", { url: proxy.url })];
        const [sender, receiver] = [new Store(alice), new Store(bob)];
        await Promise.all([sender.open("c2c_bob"), receiver.open("c2c_alice")]);
        const sent = await alice.send("c2c_bob", { body: { text: "the code" }, expireSeconds: 3 });
        const has = (store, id) => store.view(id).messages.some(({ msgId }) => msgId === sent.msgId);
        await until(() => has(sender, "c2c_bob") && has(receiver, "c2c_alice"));
        const { expireAt } = receiver.view("c2c_alice").messages.at(-1);
        assert.equal(sent.expireAt, expireAt);
        proxy.isRefusing = true;
        proxy.cut();
        const gone = new Promise((resolve) => alice.on("message.gone", resolve));
        await until(() => !has(receiver, "c2c_alice"));
        assert.ok(bob.serverTime >= expireAt && bob.state.name !== "open");
        assert.deepEqual([receiver.conversation("c2c_alice").lastMessage.body, receiver.conversation("c2c_alice").lastMessage.isExpired], [{}, true]);
        assert.equal((await gone).msgId, sent.msgId);
        assert.equal(has(sender, "c2c_bob"), false);
        proxy.isRefusing = false;
        bob.link.wake();
        await until(() => bob.state.name === "open");
        assert.equal(has(receiver, "c2c_alice"), false);
    } finally {
        await proxy.stop();
    }
});

sessionTest("a reply has what it replies to at once, and what is deleted on one device is gone on the other", async () => {
    const [alice, phone, tablet] = [await connect("alice"), await connect("bob"), await connect("bob")];
    const stores = [phone, tablet].map((client) => new Store(client));
    await Promise.all(stores.map((store) => store.open("c2c_alice")));
    const first = await alice.send("c2c_bob", "Are you there?");
    const reply = await phone.send("c2c_alice", { body: { text: "Yes" }, replyTo: { msgId: first.msgId } });
    assert.deepEqual(reply.replyTo, { msgId: first.msgId, seq: first.seq, from: "alice" });
    const textsOf = (store) => store.view("c2c_alice").messages.slice(-2).map(({ body }) => body.text);
    await until(() => stores.every((store) => `${textsOf(store)}` === "Are you there?,Yes"));
    await phone.request("message.delete", { conversationID: "c2c_alice", msgIds: [first.msgId] });
    await until(() => stores.every((store) => !textsOf(store).includes("Are you there?")), { show: () => stores.map(textsOf) });
});

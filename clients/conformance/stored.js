import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { until } from "../javascript/test/support/until.js";
import { judgeHoles, judgeStore, same, scrollToEnd, shownOf } from "./judge.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const numbered = (name, count) => Array.from({ length: count }, (_, number) => `${name} ${number}`);

/** A write of the store waits for others of the same moment. */
export const written = () => pause(500);

/** A client is away from here on. */
export async function away(client) {
    client.proxy.isRefusing = true;
    client.proxy.cut();
    await until(() => client.state !== "open");
}

/** A client's process ends as by a crash, and another shows what is on the device. */
export async function openOffline(client) {
    await written();
    await client.kill();
    client.launch({ isOffline: true });
    await until(() => client.isOpened);
}

/** The client that is open connects. */
export async function comeBack(client) {
    client.proxy.isRefusing = false;
    if (client.isOpened) client.connect();
    await client.opened();
}

/** A message of a user, which ends after so many seconds. */
export const sendFrom = (gateway, user, to, text, more = {}) =>
    gateway.ask("message.send", { conversationID: `c2c_${to}`, clientMsgId: text, type: 0, body: { text }, ...more }, user);

/** Scenarios, as in scenarios.js, of clients with a store on the device. */
export const stored = {
    offline: {
        about: "a start without a network: the list, counts, messages, drafts and unsent messages are those of before",
        needs: "store",
        isToldAgain: true,
        async run({ gateway, alice, bob, start, storage }) {
            const carol = await start("carol", { storage });
            bob.send("c2c_carol", ...numbered("b", 70));
            alice.send("c2c_carol", ...numbered("a", 5));
            await until(async () => (await carol.show()).totalUnread === 75, { show: () => carol.show() });
            await carol.scroll("c2c_bob", 30);
            carol.do("read", { conversationID: "c2c_alice" });
            await until(async () => (await carol.show()).totalUnread === 70);
            carol.do("draft", { conversationID: "c2c_alice", text: "a draft that goes" });
            carol.do("draft", { conversationID: "c2c_alice", text: "" });
            carol.do("draft", { conversationID: "c2c_bob", text: "half a thought" });
            await away(carol);
            carol.send("c2c_bob", "unsent one", "unsent two");
            carol.send("c2c_alice", "unsent three");
            const { messages: _, ...before } = await carol.show();
            assert.deepEqual(before.drafts, { c2c_bob: "half a thought" });
            assert.deepEqual(before.waiting, { c2c_bob: ["unsent one", "unsent two"], c2c_alice: ["unsent three"] });
            await openOffline(carol);
            const { connections } = carol.proxy;
            const { messages, ...now } = await carol.show();
            assert.deepEqual([messages, now.call], [{}, before.call + 1]);
            assert.deepEqual({ ...now, call: before.call }, before);
            for (const [id, count] of [["c2c_bob", 70], ["c2c_alice", 5]]) {
                await carol.scroll(id, 100);
                const history = (await gateway.history("carol", id)).map(shownOf);
                await same(async () => (await carol.show()).messages[id], history.slice(-count), `carol shows ${id} offline`);
            }
            assert.equal(carol.proxy.connections, connections, "nobody has connected");
            bob.send("c2c_carol", "while carol looks at it");
            await comeBack(carol);
        },
    },
    gap: {
        about: "more missed messages than are fetched: scrolling shows no older message before the gap is filled",
        needs: "store",
        settings: { streams: { resumeMessages: 10 } },
        isJudged: false,
        async run({ gateway, bob, start, storage }) {
            const carol = await start("carol", { storage, gapLimit: 40 });
            bob.send("c2c_carol", ...numbered("before", 30));
            await until(() => carol.told.get("c2c_bob")?.length === 30);
            await carol.scroll("c2c_bob", 10);
            const truth = async () => (await gateway.history("carol", "c2c_bob")).map(shownOf);
            for (const round of ["first", "second"]) {
                await away(carol);
                bob.send("c2c_carol", ...numbered(`${round} missed`, 70));
                await until(() => bob.isDone());
                await comeBack(carol);
                await until(async () => (await carol.show()).gaps.c2c_bob?.length === 1, { show: () => carol.show() });
                bob.send("c2c_carol", `${round} live`);
                const shows = async () => (await carol.show()).messages.c2c_bob.at(-1)?.[1];
                await same(shows, `${round} live`, "the newest is shown");
                for (let count = 0; count < 3; count++) {
                    await carol.scroll("c2c_bob", 10);
                    await judgeHoles(carol, "c2c_bob", await truth());
                }
                // The rest of the gap is as little known to the next run.
                await openOffline(carol);
                await carol.scroll("c2c_bob", 5);
                await judgeHoles(carol, "c2c_bob", await truth());
                await comeBack(carol);
            }
            await scrollToEnd(carol, "c2c_bob", { truth: await truth() });
            await judgeStore(carol, gateway);
            await openOffline(carol);
            await scrollToEnd(carol, "c2c_bob", { limit: 100, truth: await truth() });
            await same(async () => (await carol.show()).messages.c2c_bob, await truth(), "all of it is on the device");
        },
    },
    openedEarly: {
        about: "a conversation that is opened before its first message, which this device sends: all of it is shown later",
        needs: "store",
        async run({ gateway, bob, start, storage }) {
            const carol = await start("carol", { storage });
            await carol.scroll("c2c_bob");
            carol.send("c2c_bob", "the first one");
            await until(() => carol.isDone());
            bob.send("c2c_carol", "the second one");
            await until(() => carol.told.get("c2c_bob")?.length === 1);
            await away(carol);
            await openOffline(carol);
            await carol.scroll("c2c_bob");
            await comeBack(carol);
            await judgeStore(carol, gateway);
        },
    },
    ends: {
        about: "messages that expire while there is no network are hidden at their time, in the list too, and stay hidden",
        needs: "store",
        isJudged: false,
        async run({ gateway, start, storage }) {
            const carol = await start("carol", { storage });
            await sendFrom(gateway, "bob", "carol", "stays");
            await sendFrom(gateway, "bob", "carol", "ends when nothing runs", { expireSeconds: 3 });
            await sendFrom(gateway, "alice", "carol", "stays, too");
            const { time } = await sendFrom(gateway, "alice", "carol", "ends while it is shown", { expireSeconds: 14 });
            await until(() => carol.told.get("c2c_alice")?.length === 2 && carol.told.get("c2c_bob")?.length === 2);
            await away(carol);
            await written();
            await carol.kill();
            await pause(time + 4000 - Date.now());
            carol.launch({ isOffline: true });
            await until(() => carol.isOpened);
            const last = async (id) => (await carol.show()).list.find(({ conversationID }) => conversationID === id).last;
            for (const id of ["c2c_alice", "c2c_bob"]) await carol.scroll(id, 10);
            const texts = async () => {
                const { messages } = await carol.show();
                return ["c2c_alice", "c2c_bob"].map((id) => messages[id].map(([, text]) => text));
            };
            assert.deepEqual(await texts(), [["stays, too", "ends while it is shown"], ["stays"]]);
            assert.deepEqual([await last("c2c_alice"), await last("c2c_bob")], ["ends while it is shown", null]);
            await pause(time + 14_200 - Date.now());
            await same(texts, [["stays, too"], ["stays"]], "what has ended is hidden");
            assert.equal(await last("c2c_alice"), null);
            await comeBack(carol);
            await judgeStore(carol, gateway);
        },
    },
    clocks: {
        about: "devices whose clock is a day ahead and a day behind: messages end at their time, and what waits goes",
        needs: "store",
        isJudged: false,
        async run({ gateway, start, folder }) {
            const day = 86_400;
            const [ahead, behind] = [
                await start("carol", { storage: join(folder, "ahead"), ahead: day }),
                await start("carol", { storage: join(folder, "behind"), ahead: -day }),
            ];
            const both = [ahead, behind];
            await sendFrom(gateway, "bob", "carol", "an hour", { expireSeconds: 3600 });
            const { time } = await sendFrom(gateway, "bob", "carol", "three seconds", { expireSeconds: 3 });
            const texts = async (one) => (await one.show()).messages.c2c_bob.map(([, text]) => text);
            for (const one of both) {
                await until(() => one.told.get("c2c_bob")?.length === 2);
                await one.scroll("c2c_bob");
                assert.deepEqual(await texts(one), ["an hour", "three seconds"]);
            }
            await pause(time + 3200 - Date.now());
            // The client knows the gateway's clock as well as the network and the machine let it.
            for (const one of both) await same(() => texts(one), ["an hour"], "what has ended is hidden");
            // From here on each clock is wrong by another day, and the device has nobody to ask.
            for (const one of both) {
                await away(one);
                one.ahead += one.ahead < 0 ? -day : day;
                await openOffline(one);
                await one.scroll("c2c_bob");
                assert.ok(!(await texts(one)).includes("three seconds"), "what has ended stays hidden");
                one.do("draft", { conversationID: "c2c_bob", text: "a write" });
                one.send("c2c_bob", `written with ${one.ahead}`);
                await written();
                await comeBack(one);
                await until(() => one.isDone(), { show: () => one.show() });
                await same(async () => (await texts(one))[0], "an hour", "what has not ended is shown");
            }
            for (const one of both) await judgeStore(one, gateway);
            const sent = (await gateway.history("carol", "c2c_bob")).filter(({ from }) => from === "carol");
            assert.deepEqual(sent.map(({ body }) => body.text), [`written with ${2 * day}`, `written with ${-2 * day}`]);
        },
    },
    twoUsers: {
        about: "two users on one device, one after the other: a sign-out wipes what is kept of one, and nothing else",
        needs: "store",
        isJudged: false,
        async run({ gateway, alice, bob, start, folder }) {
            await gateway.makeAccounts("dave");
            const one = await start("carol", { storage: join(folder, "carol"), device: "phone" });
            const become = (user) => Object.assign(one, { user, storage: join(folder, user) });
            alice.send("c2c_dave", ...numbered("to dave", 10));
            bob.send("c2c_carol", ...numbered("to carol", 10));
            await until(() => one.told.get("c2c_bob")?.length === 10);
            one.do("draft", { conversationID: "c2c_bob", text: "carol's draft" });
            await written();
            // Another page of the device, of another user.
            await one.kill();
            become("dave");
            one.launch();
            await one.opened();
            await one.scroll("c2c_alice", 10);
            one.do("draft", { conversationID: "c2c_alice", text: "dave's draft" });
            await away(one);
            one.do("send", { conversationID: "c2c_alice", text: "dave's unsent", id: "dave's unsent" });
            const { list } = await one.show();
            await written();
            await one.kill();
            become("carol");
            one.proxy.isRefusing = false;
            one.launch();
            await one.opened();
            await away(one);
            one.do("send", { conversationID: "c2c_bob", text: "carol's unsent", id: "carol's unsent" });
            await until(async () => (await one.show()).unsent === 1);
            await one.signOut();
            assert.deepEqual(traces(folder, "carol"), []);
            // The same process goes on with dave.
            become("dave");
            one.do("open", one.options);
            await until(() => one.isOpened);
            await one.scroll("c2c_alice", 10);
            const now = await one.show();
            assert.deepEqual(now.list, list);
            assert.equal(now.messages.c2c_alice.length, 10);
            assert.deepEqual([now.drafts, now.waiting], [{ c2c_alice: "dave's draft" }, { c2c_alice: ["dave's unsent"] }]);
            await comeBack(one);
            await until(() => one.isDone());
            await judgeStore(one, gateway);
            await one.kill();
            become("carol");
            one.launch();
            await one.opened();
            const { drafts, waiting } = await one.show();
            assert.deepEqual([drafts, waiting], [{}, {}]);
            await judgeStore(one, gateway);
            assert.ok((await gateway.history("carol", "c2c_bob")).every(({ body }) => body.text !== "carol's unsent"));
        },
    },
    lean: {
        about: "a lean session and one that is not show the same",
        needs: "store",
        isJudged: false,
        async run({ gateway, alice, bob, start }) {
            const lean = await start("carol");
            const other = await start("carol");
            other.proxy.isLean = false;
            other.proxy.cut();
            await until(() => other.state !== "open");
            await other.opened();
            const before = [lean, other].map(({ proxy }) => proxy.received);
            for (let round = 0; round < 5; round++) {
                alice.send("c2c_carol", ...numbered(`a${round}`, 8));
                bob.send("c2c_carol", ...numbered(`b${round}`, 8));
                await pause(100);
                if (round === 2) lean.do("read", { conversationID: "c2c_bob" });
                if (round === 3) await gateway.ask("conversation.pin", { conversationID: "c2c_alice", pinned: true }, "carol");
                lean.send("c2c_bob", `to bob ${round}`);
                await until(() => lean.isDone());
            }
            await until(async () => (await alice.isDone()) && (await bob.isDone()));
            const shown = async (one) => {
                const { call, ...rest } = await one.show();
                return rest;
            };
            for (const one of [lean, other]) await judgeStore(one, gateway);
            await same(() => shown(other), await shown(lean), "both show the same");
            const [few, many] = [lean, other].map(({ proxy }, index) => proxy.received - before[index]);
            assert.ok(many > 1.3 * few, `the lean session has heard ${few} bytes, the other ${many}`);
        },
    },
    groups: {
        about: "a group's name and all its members: right while they change, shown without a network, and read again behind it",
        needs: "groups",
        isJudged: false,
        async run({ gateway, start, storage }) {
            const others = numbered("member", 240).map((name) => name.replace(" ", "-"));
            for (const from of [0, 100, 200]) await gateway.makeAccounts(...others.slice(from, from + 100));
            const asAlice = (op, data) => gateway.ask(op, { groupID, ...data }, "alice");
            const team = { name: "Team", isInviteNeedConfirm: false, maxUsers: 500 };
            const { groupID } = await gateway.ask("group.create", team, "alice");
            const invited = ["bob", "carol", ...others];
            for (let from = 0; from < invited.length; from += 60) {
                await asAlice("group.invite", { userIDs: invited.slice(from, from + 60) });
            }
            const carol = await start("carol", { storage });
            const shows = async () => {
                const { name, members } = await carol.members(groupID);
                return [name, ...members.sort()];
            };
            const truth = (name, gone) => [name, ...["alice", ...invited].filter((user) => !gone.includes(user)).sort()];
            await same(shows, truth("Team", []), "all members");
            await asAlice("group.remove", { userIDs: ["member-7"] });
            await same(shows, truth("Team", ["member-7"]), "one has gone");
            await away(carol);
            await openOffline(carol);
            assert.deepEqual(await shows(), truth("Team", ["member-7"]), "without a network");
            await asAlice("group.remove", { userIDs: ["bob", "member-200"] });
            await asAlice("group.modify", { name: "Crew" });
            await comeBack(carol);
            await same(shows, truth("Crew", ["member-7", "bob", "member-200"]), "what has changed meanwhile");
        },
    },
};

/** Texts of a user's messages and drafts that are left in the files of the device. */
function traces(folder, user) {
    const files = readdirSync(folder).filter((name) => name.startsWith(user));
    const texts = ["to carol", "carol's draft", "carol's unsent"];
    const isIn = (name, text) => readFileSync(join(folder, name), "latin1").includes(text);
    return files.flatMap((name) => texts.filter((text) => isIn(name, text)).map((text) => [name, text]));
}

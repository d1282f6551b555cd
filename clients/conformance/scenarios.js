import assert from "node:assert/strict";

import { seeded, until } from "../javascript/test/support/until.js";
import { crashes } from "./crashes.js";
import { resets } from "./resets.js";
import { restarts } from "./restarts.js";
import { stored } from "./stored.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const numbered = (name, count) => Array.from({ length: count }, (_, number) => `${name} ${number}`);

/** None, if the two have never written. */
const textsOf = async (gateway, user, conversationID) =>
    (await gateway.history(user, conversationID).catch(() => [])).map(({ body }) => body.text);

/**
 * Each has the settings of its gateway, and what happens: `alice` and `bob` are clients with a device each, `start` makes
 * another. Afterwards all that they show is judged, unless `isJudged` is false.
 */
export const scenarios = {
    ...restarts,
    ...stored,
    ...resets,
    ...crashes,
    silentToken: {
        about: "an application that never answers for a token: it is asked again",
        async run({ gateway, start }) {
            const carol = await start("carol");
            carol.token = () => undefined;
            carol.proxy.cut();
            await until(() => carol.tokensAsked.length === 2);
            carol.token = () => gateway.token("carol");
            carol.send("c2c_bob", "after the silence");
            await until(() => carol.isDone(), { seconds: 45, show: () => [carol.states, carol.tokensAsked] });
        },
    },
    plain: {
        about: "two users write to each other, and one reads",
        async run({ alice, bob }) {
            alice.send("c2c_bob", ...numbered("a", 60));
            bob.send("c2c_alice", ...numbered("b", 60));
            await until(async () => (await alice.isDone()) && (await bob.isDone()));
            alice.do("read", { conversationID: "c2c_bob" });
        },
    },
    noJSON: {
        about: "a message that is no JSON, which fails alone: what was written before and behind it goes",
        async run({ alice }) {
            alice.send("c2c_bob", "before it");
            alice.do("send", { conversationID: "c2c_bob", id: "no JSON", isJSON: false });
            alice.send("c2c_bob", "behind it");
            await until(() => alice.outcomes.size === 3, { show: () => [...alice.outcomes] });
            assert.ok(alice.outcomes.get("no JSON").error);
        },
    },
    rate: {
        about: "more messages at once than the gateway's rate, of which none is refused or overtaken",
        settings: { requests: { perSecondPerSession: 50, burstPerSession: 60, perSecondPerUser: 60, burstPerUser: 70 } },
        async run({ alice }) {
            alice.send("c2c_bob", ...numbered("a", 200));
            await until(() => alice.isDone(), { moves: () => alice.outcomes.size });
            assert.ok([...alice.outcomes.values()].every(({ seq }) => seq > 0));
        },
    },
    slow: {
        about: "a network with half a second from end to end and back",
        async run({ alice, bob }) {
            alice.proxy.delay = bob.proxy.delay = 125;
            alice.send("c2c_bob", ...numbered("a", 15));
            bob.send("c2c_alice", ...numbered("b", 15));
            await until(async () => (await alice.isDone()) && (await bob.isDone()));
        },
    },
    cut: {
        about: "connections that are cut while messages are on their way",
        async run({ alice, bob }) {
            for (let round = 0; round < 6; round++) {
                alice.send("c2c_bob", ...numbered(`a${round}`, 15));
                bob.send("c2c_alice", ...numbered(`b${round}`, 15));
                await pause(40);
                (round % 2 ? alice : bob).proxy.cut();
                await pause(400);
            }
        },
    },
    halfOpen: {
        about: "a connection that stays open, and nothing passes it any more",
        settings: { heartbeat: { intervalMilliseconds: 1000, timeoutMilliseconds: 10_000 } },
        async run({ alice, bob }) {
            alice.send("c2c_bob", ...numbered("before", 5));
            await until(() => alice.isDone());
            alice.proxy.halfOpen();
            alice.send("c2c_bob", ...numbered("into nowhere", 5));
            bob.send("c2c_alice", ...numbered("unheard", 5));
            await until(() => alice.isDone(), { seconds: 30, show: () => alice.states });
        },
    },
    unanswered: {
        about: "a network that dies under a message: the client says soon that it waits, and comes back",
        async run({ alice }) {
            alice.proxy.halfOpen();
            alice.send("c2c_bob", "into nowhere");
            // A silence without a request takes 30 seconds.
            await until(() => alice.states.includes("waiting"), { seconds: 20, show: () => alice.states });
            await until(() => alice.isDone(), { seconds: 20, show: () => alice.states });
        },
    },
    refuse: {
        about: "a gateway that takes no connections for a while, and messages that are written meanwhile",
        async run({ alice }) {
            alice.proxy.isRefusing = true;
            alice.proxy.cut();
            alice.send("c2c_bob", ...numbered("offline", 20));
            await pause(2500);
            assert.notEqual(alice.state, "ended");
            alice.proxy.isRefusing = false;
        },
    },
    kill: {
        about: "a gateway that crashes twice while messages are on their way",
        async run({ gateway, alice, bob }) {
            for (let round = 0; round < 2; round++) {
                alice.send("c2c_bob", ...numbered(`a${round}`, 40));
                bob.send("c2c_alice", ...numbered(`b${round}`, 40));
                await pause(60);
                await gateway.kill();
                await gateway.start();
                await until(() => alice.state === "open" && bob.state === "open", { seconds: 30 });
            }
        },
    },
    drain: {
        about: "a gateway that leaves and tells when to come back, before which nobody comes",
        settings: { drain: { reconnectDelayMilliseconds: 2000, reconnectJitterMilliseconds: 500, timeoutSeconds: 5 } },
        async run({ gateway, alice, bob }) {
            alice.send("c2c_bob", ...numbered("a", 20));
            await gateway.drain();
            await gateway.start();
            await until(() => alice.state === "open" && bob.state === "open", { seconds: 30, show: () => [alice.states, bob.states] });
        },
    },
    missed: {
        about: "more missed messages than a resume brings: the client fetches them, and live ones wait behind them",
        settings: {
            streams: { resumeMessages: 50 },
            requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 1000, burstPerUser: 2000 },
        },
        async run({ alice, bob }) {
            alice.proxy.isRefusing = true;
            alice.proxy.cut();
            bob.send("c2c_alice", ...numbered("missed", 600));
            await until(() => bob.isDone(), { moves: () => bob.outcomes.size });
            alice.proxy.isRefusing = false;
            bob.send("c2c_alice", ...numbered("live", 30));
        },
    },
    begun: {
        about: "conversations that begin while a client is away, more than its resume tells of: it is told all their messages",
        settings: { streams: { resumeEvents: 2 } },
        async run({ gateway, alice, start }) {
            const users = ["dave", "erin", "frank"];
            await gateway.makeAccounts(...users);
            const carol = await start("carol");
            alice.proxy.isRefusing = true;
            alice.proxy.cut();
            await until(() => alice.state !== "open");
            for (const user of users) {
                await gateway.ask("message.send", { conversationID: "c2c_alice", clientMsgId: user, type: 0, body: { text: "hello" } }, user);
            }
            carol.send("c2c_alice", ...numbered("begun", 5));
            await until(() => carol.isDone());
            alice.proxy.isRefusing = false;
            carol.send("c2c_alice", "live");
            await until(() => users.every((user) => alice.told.get(`c2c_${user}`)?.length === 1), { seconds: 30, show: () => [...alice.told] });
        },
    },
    recall: {
        about: "messages that are taken back while a client looks, and while it is away",
        async run({ alice, bob }) {
            bob.send("c2c_alice", "one", "two", "three");
            await until(() => alice.told.get("c2c_bob")?.length === 3);
            const [one, two] = alice.told.get("c2c_bob");
            bob.do("recall", { conversationID: "c2c_alice", msgId: one.msgId });
            await until(() => alice.changed.length === 1);
            alice.proxy.isRefusing = true;
            alice.proxy.cut();
            await until(() => alice.state !== "open");
            bob.do("recall", { conversationID: "c2c_alice", msgId: two.msgId });
            await until(() => bob.changed.length === 2);
            alice.proxy.isRefusing = false;
            await until(() => alice.changed.length === 2, { show: () => alice.changed });
            assert.deepEqual(alice.changed.map(({ msgId, isRecalled }) => [msgId, isRecalled]), [[one.msgId, true], [two.msgId, true]]);
        },
    },
    reload: {
        about: "a client that crashes with unsent messages, and sends them when it runs again",
        async run({ start, storage }) {
            const carol = await start("carol", { storage });
            carol.proxy.isRefusing = true;
            carol.proxy.cut();
            await until(() => carol.state !== "open");
            carol.send("c2c_bob", ...numbered("kept", 10));
            await until(async () => (await carol.show()).unsent === 10);
            await pause(300);
            await carol.kill();
            carol.proxy.isRefusing = false;
            carol.launch();
            await carol.opened();
            carol.send("c2c_bob", "after them");
            await until(() => carol.isDone());
        },
    },
    old: {
        about: "messages that have waited for longer than the gateway knows them: one that it has is found, and one that it has not is sent",
        settings: {
            auth: { keysFile: "keys.json", adminKeysFile: "admin.json", leewaySeconds: 1, testMode: true },
            messages: { retryHours: 1 },
        },
        async run({ gateway, start, storage }) {
            const hours = 3;
            const carol = await start("carol", { storage });
            // The reply is held back until nothing passes any more.
            carol.proxy.delay = 3000;
            carol.send("c2c_bob", "its reply is lost");
            carol.send("c2c_alice", "first");
            await until(async () => (await textsOf(gateway, "carol", "c2c_bob")).length === 1);
            carol.proxy.halfOpen();
            carol.send("c2c_bob", "never sent");
            await until(async () => (await carol.show()).unsent === 3, { show: () => carol.show() });
            await pause(300);
            await carol.kill();
            await gateway.drain();
            gateway.settings.data = { directory: ".", clockOffsetSeconds: hours * 3600 };
            await gateway.start();
            carol.ahead = hours * 3600;
            carol.proxy.delay = 0;
            carol.launch();
            await carol.opened();
            await until(() => carol.isDone(), { show: () => [carol.states, carol.outcomes] });
            assert.deepEqual(await textsOf(gateway, "carol", "c2c_bob"), ["its reply is lost", "never sent"]);
        },
    },
    expiry: {
        about: "tokens of six seconds: the session stays, with new ones",
        async run({ gateway, start }) {
            const carol = await start("carol", { token: () => gateway.token("carol", 6) });
            await pause(9000);
            assert.ok(carol.tokensAsked.length >= 3 && carol.tokensAsked.length < 12, `${carol.tokensAsked.length} tokens`);
            assert.equal(carol.states.filter((state) => state === "open").length, 1, "one session");
        },
    },
    badToken: {
        about: "a token that is refused: the client asks for another, and says why",
        async run({ gateway, start }) {
            const carol = await start("carol", { token: ({ refused }) => (refused ? gateway.token("carol") : "nonsense") });
            assert.deepEqual(carol.tokensAsked.slice(0, 2).map(({ refused }) => Boolean(refused)), [false, true]);
        },
    },
    replaced: {
        about: "another client of the same device: the two do not take turns for ever",
        isJudged: false,
        async run({ start }) {
            const first = await start("carol", { device: "same" });
            const second = await start("carol", { device: "same" });
            await until(() => first.state === "ended" || second.state === "ended", { show: () => [first.states, second.states] });
            await pause(3000);
            assert.deepEqual([first.state, second.state].sort(), ["ended", "open"]);
        },
    },
    disabled: {
        about: "a user who is disabled: the client ends, and stays away",
        isJudged: false,
        async run({ gateway, start }) {
            const carol = await start("carol");
            await gateway.ask("admin.account.disable", { userIDs: ["carol"] });
            await until(() => carol.state === "ended", { show: () => carol.states });
            const { connections } = carol.proxy;
            await pause(2500);
            assert.equal(carol.proxy.connections, connections);
        },
    },
    random: {
        about: "300 messages each way under 20 random faults, between two clients whose clocks are wrong",
        settings: {
            drain: { reconnectDelayMilliseconds: 500, reconnectJitterMilliseconds: 500, timeoutSeconds: 5 },
            heartbeat: { intervalMilliseconds: 1000, timeoutMilliseconds: 10_000 },
            requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 },
        },
        async run({ gateway, alice, bob, seed }) {
            const random = seeded(seed);
            // Each clock is wrong by up to a day. What was told before is told once all the same.
            for (const client of [alice, bob]) {
                client.ahead = random.below(172_800) - 86_400;
                await client.kill();
                client.launch();
                await client.opened();
            }
            const faults = {
                cut: (client) => client.proxy.cut(),
                halfOpen: (client) => client.proxy.halfOpen(),
                delay: (client) => (client.proxy.delay = random.below(80)),
                async refuse(client) {
                    client.proxy.isRefusing = true;
                    client.proxy.cut();
                    await pause(random.below(1500));
                    client.proxy.isRefusing = false;
                },
                async kill() {
                    await gateway.kill();
                    await gateway.start();
                },
                async drain() {
                    await gateway.drain();
                    await gateway.start();
                },
                /** Its time stands still. */
                async stop(client) {
                    client.process.kill("SIGSTOP");
                    await pause(random.below(3000));
                    client.process.kill("SIGCONT");
                },
            };
            const kinds = ["cut", "cut", "cut", "halfOpen", "delay", "refuse", "kill", "drain", "stop"];
            for (let round = 0; round < 20; round++) {
                alice.send("c2c_bob", ...numbered(`a${round}`, 15));
                bob.send("c2c_alice", ...numbered(`b${round}`, 15));
                await pause(random.below(300));
                if (random.below(4) === 0) alice.do("read", { conversationID: "c2c_bob" });
                await faults[kinds[random.below(kinds.length)]](random.below(2) ? alice : bob);
            }
            alice.proxy.delay = bob.proxy.delay = 0;
        },
    },
};

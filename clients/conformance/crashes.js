import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { watch } from "node:fs";

import { seeded, until } from "../javascript/test/support/until.js";
import { historyOf, judgeHoles, judgeStore, same, shownOf } from "./judge.js";
import { away, comeBack, openOffline, sendFrom, written } from "./stored.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const numbered = (name, count) => Array.from({ length: count }, (_, number) => `${name} ${number}`);
const isDone = (client) => until(() => client.isDone(), { seconds: 45, show: () => [client.states.slice(-5), client.unsaved] });
const heartbeat = { intervalMilliseconds: 1000, timeoutMilliseconds: 3000 };

/** A process that may write files of so many kilobytes, and hears of it as of a full disk. */
const limited = (kilobytes) => ["sh", "-c", `trap '' XFSZ; ulimit -S -f ${2 * kilobytes}; exec "$@"`, "sh"];

/** Scenarios, as in scenarios.js, of processes that end or stand still anywhere, and of storage that fails. */
export const crashes = {
    stopped: {
        about: "a process that stands still while its session ends: it comes back with all that it has missed",
        settings: { heartbeat },
        async run({ alice, bob, isLong }) {
            alice.send("c2c_bob", "before it");
            await isDone(alice);
            alice.process.kill("SIGSTOP");
            bob.send("c2c_alice", ...numbered("unheard", 20));
            alice.send("c2c_bob", "written meanwhile");
            await isDone(bob);
            await pause(isLong ? 90_000 : 8000);
            alice.process.kill("SIGCONT");
            await isDone(alice);
        },
    },
    suspended: {
        about: "a device that sleeps, and is told when it is awake",
        needs: "suspend",
        settings: { heartbeat },
        async run({ alice, bob, isLong }) {
            const seconds = isLong ? 90 : 6;
            alice.do("suspend", { seconds });
            bob.send("c2c_alice", ...numbered("unheard", 20));
            await pause(seconds * 1000);
            await until(() => alice.state === "open", { seconds: 20, show: () => alice.states });
            alice.send("c2c_bob", "awake");
            await isDone(alice);
        },
    },
    damaged: {
        about: "a file that is damaged: the client says so, unsent messages and drafts are saved, the rest is read again",
        needs: "store",
        isToldAgain: true,
        async run({ bob, start, storage }) {
            const carol = await start("carol", { storage });
            bob.send("c2c_carol", ...numbered("b", 30));
            await until(() => carol.told.get("c2c_bob")?.length === 30);
            await carol.scroll("c2c_bob");
            carol.do("draft", { conversationID: "c2c_bob", text: "half a thought" });
            await away(carol);
            carol.send("c2c_bob", "unsent one", "unsent two");
            await until(async () => (await carol.show()).unsent === 2);
            await written();
            await carol.kill();
            await carol.alone("damage", { storage });
            carol.launch({ isOffline: true });
            await until(() => carol.isOpened && carol.lost === 1, { show: () => [carol.isOpened, carol.lost] });
            assert.deepEqual((await carol.show()).waiting, { c2c_bob: ["unsent one", "unsent two"] });
            await comeBack(carol);
            assert.deepEqual((await carol.show()).drafts, { c2c_bob: "half a thought" });
            await isDone(carol);
            await openOffline(carol);
            assert.equal(carol.lost, 1, "the next run finds nothing damaged");
            await comeBack(carol);
        },
    },
    fullDisk: {
        about: "a disk that is full: the client says so and goes on in memory, and keeps all of it when there is room again",
        needs: "store",
        isToldAgain: true,
        async run({ gateway, start, storage, bob }) {
            await gateway.makeAccounts("dave");
            const carol = await start("carol", { storage, wrap: limited(100) });
            carol.send("c2c_bob", "while there is room");
            await isDone(carol);
            // Messages that come apart are written one by one.
            for (let count = 0; carol.unsaved === 0; count++) {
                assert.ok(count < 40, "the disk is never full");
                await sendFrom(gateway, "dave", "carol", `${count}`, { body: { text: `${count} ${"long ".repeat(900)}` } });
                await pause(150);
            }
            carol.send("c2c_bob", "while there is none");
            await isDone(carol);
            // Messages of one millisecond have no order in a list of the client's own.
            await pause(20);
            await sendFrom(gateway, "dave", "carol", "heard while there is none");
            await isDone(carol);
            await until(() => carol.told.get("c2c_dave").at(-1).text === "heard while there is none");
            await judgeStore(carol, gateway);
            execFileSync("prlimit", ["--pid", String(carol.process.pid), "--fsize=unlimited:"]);
            bob.send("c2c_carol", "there is room again");
            await until(() => carol.told.get("c2c_bob")?.at(-1).text === "there is room again");
            const { list } = await carol.show();
            carol.wrap = [];
            await away(carol);
            await openOffline(carol);
            await carol.scroll("c2c_dave", 100);
            assert.deepEqual((await carol.show()).list, list);
            const history = (await gateway.history("carol", "c2c_dave")).map(shownOf);
            await same(async () => (await carol.show()).messages.c2c_dave, history, "all of it is on the device");
            await comeBack(carol);
        },
    },
    killed: {
        about: "a process that is killed at random writes: nothing is lost, doubled or shown with holes",
        needs: "store",
        isJudged: false,
        async run({ gateway, alice, bob, start, folder, storage, seed, isLong }) {
            const random = seeded(seed);
            const carol = await start("carol", { storage });
            // Until its first list is written, the next run begins with a list of its own.
            await written();
            const writers = [alice, bob];
            const acknowledged = () => [...carol.outcomes.values()].filter(({ seq }) => seq).map(({ id }) => id);
            const kept = new Set();
            for (let round = 0; round < (isLong ? 50 : 6); round++) {
                const dead = killAt(carol, folder, 1 + random.below(12));
                for (let step = 0; !dead.isSo && step < 200; step++) {
                    const writer = writers[random.below(2)];
                    writer.send("c2c_carol", ...numbered(`${round}.${step}`, 1 + random.below(4)));
                    carol.send(`c2c_${writer.user}`, `carol ${round}.${step}`);
                    if (random.below(4) === 0) carol.do("scroll", { conversationID: `c2c_${writer.user}`, limit: 10, call: 0 });
                    if (random.below(6) === 0) carol.do("read", { conversationID: `c2c_${writer.user}` });
                    await pause(random.below(60));
                }
                await dead.end;
                for (const id of acknowledged()) kept.add(id);
                carol.launch({ isOffline: true });
                await until(() => carol.isOpened);
                for (const { user } of writers) {
                    const id = `c2c_${user}`;
                    await Promise.race([carol.scroll(id, 1 + random.below(30)), pause(300)]);
                    const truth = (await historyOf(gateway, "carol", id)).map(shownOf);
                    await judgeHoles(carol, id, truth);
                }
                // What the device shows as waiting is sent.
                for (const texts of Object.values((await carol.show()).waiting)) for (const text of texts) kept.add(text);
                carol.connect();
                await carol.opened();
            }
            await isDone(carol);
            for (const writer of writers) {
                // Last messages of one millisecond have no order in a list of the client's own.
                writer.send("c2c_carol", "the last one");
                await isDone(writer);
                await pause(20);
                const id = `c2c_${writer.user}`;
                const own = (await gateway.history("carol", id)).filter(({ from }) => from === "carol").map(({ body }) => body.text);
                assert.deepEqual(own, carol.texts.get(id).filter((text) => own.includes(text)), `once and in order to ${id}`);
                assert.deepEqual([...kept].filter((text) => carol.texts.get(id).includes(text) && !own.includes(text)), [], `lost to ${id}`);
                const theirs = (await gateway.history("carol", id)).filter(({ from }) => from === writer.user);
                const isTold = (seq) => carol.told.get(id).some((told) => told.seq === seq);
                const untold = () => theirs.map(({ seq }) => seq).filter((seq) => !isTold(seq));
                await until(() => untold().length === 0, { show: () => [`never told of ${id}`, untold()] });
            }
            await judgeStore(carol, gateway);
            await openOffline(carol);
            for (const { user } of writers) {
                await carol.scroll(`c2c_${user}`, 1000);
                await judgeHoles(carol, `c2c_${user}`, (await gateway.history("carol", `c2c_${user}`)).map(shownOf));
            }
        },
    },
};

/** Kills a client as soon as its files have changed so many times. */
function killAt(client, folder, changes) {
    const dead = { isSo: false };
    let missing = changes;
    dead.end = new Promise((resolve) => {
        const watcher = watch(folder, () => {
            if (--missing !== 0) return;
            dead.isSo = true;
            watcher.close();
            resolve(client.kill());
        });
    });
    return dead;
}

import assert from "node:assert/strict";

import { until } from "../javascript/test/support/until.js";
import { historyOf, judgeStore, same, scrollToEnd, shownOf } from "./judge.js";
import { away, comeBack, openOffline, sendFrom, written } from "./stored.js";

const day = 86_400;

/** A client with a store, that has what bob has written. */
async function withMessages({ gateway, start, storage }, count) {
    const carol = await start("carol", { storage });
    for (let number = 1; number <= count; number++) await sendFrom(gateway, "bob", "carol", `before ${number}`);
    await until(() => carol.told.get("c2c_bob")?.length === count);
    await carol.scroll("c2c_bob");
    await written();
    return carol;
}

/** What carol's device is to show of a conversation. */
const truthOf = async (gateway, id) => (await historyOf(gateway, "carol", id)).map(shownOf);

/** What is shown after a reset is shown by the next run, too, without a network. */
async function judgeAgain(carol, gateway) {
    await judgeStore(carol, gateway);
    await away(carol);
    const shown = await carol.show();
    await openOffline(carol);
    for (const id of Object.keys(shown.messages)) {
        await carol.scroll(id, 100);
        await same(async () => (await carol.show()).messages[id], shown.messages[id], `${id} is on the device`);
    }
    const now = await carol.show();
    assert.deepEqual([now.list, now.totalUnread], [shown.list, shown.totalUnread]);
}

/** The gateway goes on with a copy of its store, of which the client has more. */
async function goBack(carol, gateway, copy) {
    await written();
    await away(carol);
    await gateway.kill();
    gateway.restore(copy);
    await gateway.start();
}

/** Scenarios, as in scenarios.js, of streams that do not go on where the device is, each for another reason. */
export const resets = {
    resetKept: {
        about: "a device that was away for longer than messages are kept: it shows all that the gateway has, and nothing false",
        needs: "store",
        isJudged: false,
        settings: {
            auth: { keysFile: "keys.json", adminKeysFile: "admin.json", leewaySeconds: 1, testMode: true },
            messages: { retentionDays: 1 },
            streams: { retentionDays: 1 },
        },
        async run(scenario) {
            const { gateway } = scenario;
            const carol = await withMessages(scenario, 5);
            await away(carol);
            for (let number = 1; number <= 4; number++) await sendFrom(gateway, "bob", "carol", `missed for ever ${number}`);
            const ever = await truthOf(gateway, "c2c_bob");
            await gateway.drain();
            gateway.settings.data = { directory: ".", clockOffsetSeconds: 3 * day };
            await gateway.start();
            await until(async () => (await truthOf(gateway, "c2c_bob")).length < 5, { seconds: 30 });
            await comeBack(carol);
            await sendFrom(gateway, "bob", "carol", "after it");
            await until(() => carol.told.get("c2c_bob").at(-1).text === "after it", { show: () => carol.told.get("c2c_bob") });
            const now = await truthOf(gateway, "c2c_bob");
            await scrollToEnd(carol, "c2c_bob");
            const shown = (await carol.show()).messages.c2c_bob;
            // What the device had, and the gateway keeps no longer, it may show: those are messages that there were.
            const old = shown.filter(([seq]) => !now.some(([kept]) => kept === seq));
            assert.deepEqual(old, ever.filter(([seq]) => old.some(([kept]) => kept === seq)));
            assert.ok(old.every(([seq]) => seq <= 5), "there is nothing of what was missed");
            assert.deepEqual(shown.filter(([seq]) => now.some(([kept]) => kept === seq)), now);
        },
    },
    resetDeleted: {
        about: "a conversation that another device has deleted, and that has begun anew: what was deleted is not shown again",
        needs: "store",
        isJudged: false,
        async run(scenario) {
            const { gateway } = scenario;
            const carol = await withMessages(scenario, 5);
            await away(carol);
            await gateway.ask("conversation.delete", { conversationID: "c2c_bob" }, "carol");
            await sendFrom(gateway, "bob", "carol", "begins anew");
            await comeBack(carol);
            const { messages: [first] } = await gateway.ask("message.history", { conversationID: "c2c_bob" }, "carol");
            assert.equal(first.seq, 6);
            await until(() => carol.told.get("c2c_bob").at(-1).seq === 6, { show: () => carol.told.get("c2c_bob") });
            await judgeAgain(carol, gateway);
        },
    },
    resetBeyond: {
        about: "a gateway that goes on from an older copy of its store: what it has not, is not shown, and what is new, is",
        needs: "store",
        isJudged: false,
        async run(scenario) {
            const { gateway, alice } = scenario;
            const carol = await withMessages(scenario, 5);
            await gateway.drain();
            const copy = gateway.backUp();
            await gateway.start();
            await until(() => carol.state === "open", { seconds: 30 });
            for (let number = 1; number <= 4; number++) await sendFrom(gateway, "bob", "carol", `of no copy ${number}`);
            await until(() => carol.told.get("c2c_bob").length === 9);
            await goBack(carol, gateway, copy);
            for (let number = 1; number <= 2; number++) await sendFrom(gateway, "bob", "carol", `in their place ${number}`);
            await comeBack(carol);
            await until(() => alice.state === "open", { seconds: 30 });
            await judgeAgain(carol, gateway);
            await comeBack(carol);
            await sendFrom(gateway, "bob", "carol", "live");
            await same(async () => (await carol.show()).messages.c2c_bob.at(-1)[1], "live", "it goes on");
        },
    },
    resetUnknown: {
        about: "a conversation and a group that the gateway does not know: what the device has of them goes",
        needs: "store",
        isJudged: false,
        async run({ gateway, alice, start, storage }) {
            await gateway.drain();
            const copy = gateway.backUp();
            await gateway.start();
            await until(() => alice.state === "open", { seconds: 30 });
            const carol = await withMessages({ gateway, start, storage }, 5);
            const { groupID } = await gateway.ask("group.create", { name: "Team", invitees: ["carol"] }, "bob");
            const id = `group_${groupID}`;
            const message = { conversationID: id, clientMsgId: "in the group", type: 0, body: { text: "in the group" } };
            await gateway.ask("message.send", message, "bob");
            await until(() => carol.told.get(id)?.some(({ text }) => text === "in the group"), { show: () => [...carol.told] });
            await carol.scroll(id);
            await written();
            await goBack(carol, gateway, copy);
            await sendFrom(gateway, "alice", "carol", "of another conversation");
            await comeBack(carol);
            await judgeAgain(carol, gateway);
        },
    },
};

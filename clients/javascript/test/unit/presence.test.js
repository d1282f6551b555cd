/** Who is online, as a page shows it that is not the first to ask. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Presence } from "../../src/presence.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const state = (userId, eventValue, subscribeType = 1) => ({ userId, subscribeType, details: [{ eventValue, changeTime: 1, platform: 3 }] });

/** A gateway where bob is online, and only who asks is told. */
function rigWithBob() {
    const rig = new Rig();
    rig.gateway.answers["subscription.subscribe"] = { status: 0, failedUserIds: [] };
    rig.gateway.answers["subscription.query"] = ({ userIds }) => ({
        events: userIds.filter((user) => user === "bob").map((user) => state(user, 1)),
    });
    return rig;
}

const subscribed = (rig) => rig.gateway.asked("subscription.subscribe").map(({ data }) => data.userIds);

test("a user who is followed already is known as soon as it is watched", async () => {
    const rig = await rigWithBob().open();
    const presence = new Presence(rig.client);
    const changed = [];
    presence.on("change", (users) => changed.push(users));
    presence.watch(["bob", "carol"]);
    await settled();
    assert.deepEqual([presence.isOnline("bob"), presence.isOnline("carol"), changed], [true, undefined, [["bob"]]]);
});

test("users who are watched before connect() are asked for when the session opens", async () => {
    const rig = rigWithBob();
    const presence = new Presence(rig.client);
    presence.watch(["bob"]);
    await rig.open();
    await settled();
    assert.equal(presence.isOnline("bob"), true);
    assert.deepEqual(subscribed(rig), [["bob"]]);
});

test("what has changed while there was no connection is known when it is back", async () => {
    const rig = await rigWithBob().open();
    const presence = new Presence(rig.client);
    presence.watch(["bob"]);
    await settled();
    rig.gateway.answers["subscription.query"] = { events: [state("bob", 0)] };
    const changed = [];
    presence.on("change", (users) => changed.push([users, presence.isOnline("bob")]));
    await rig.gateway.socket.drop(1006);
    assert.deepEqual(changed, [[["bob"], undefined]]);
    await rig.clock.advance(1500);
    assert.equal(presence.isOnline("bob"), false);
    assert.deepEqual(subscribed(rig), [["bob"]]);
});

test("a subscription is renewed as long as it is watched, and ends by itself: other devices may watch, too", async () => {
    const rig = await rigWithBob().open();
    const presence = new Presence(rig.client);
    const stop = presence.watch(["bob"]);
    const { expiry } = (await settled(), rig.gateway.asked("subscription.subscribe")[0].data);
    await rig.clock.advance(expiry * 1000);
    assert.ok(subscribed(rig).length >= 2, `${subscribed(rig).length}`);
    stop();
    const before = subscribed(rig).length;
    await rig.clock.advance(3 * expiry * 1000);
    assert.equal(subscribed(rig).length, before);
    assert.deepEqual(rig.gateway.asked("subscription.unsubscribe"), []);
    assert.equal(presence.isOnline("bob"), undefined);
});

test("a user who is watched twice stays watched until both have stopped", async () => {
    const rig = await rigWithBob().open();
    const presence = new Presence(rig.client);
    const [one, other] = [presence.watch(["bob"]), presence.watch(["bob"])];
    await settled();
    one();
    one();
    assert.equal(presence.isOnline("bob"), true);
    other();
    assert.equal(presence.isOnline("bob"), undefined);
});

test("a user who has watched too many others follows the watched ones", async () => {
    const rig = rigWithBob();
    let followed = [];
    rig.gateway.answers["subscription.subscribe"] = ({ userIds }) => {
        if (new Set([...followed, ...userIds]).size > 2) throw refusal("rc", 26022, "subscriberFull");
        followed = [...followed, ...userIds];
        return { status: 0, failedUserIds: [] };
    };
    rig.gateway.answers["subscription.unsubscribe"] = ({ userIds }) => {
        followed = followed.filter((user) => !userIds.includes(user));
        return { status: 0, failedUserIds: [] };
    };
    await rig.open();
    const presence = new Presence(rig.client);
    const failed = [];
    presence.on("failed", ({ name }) => failed.push(name));
    presence.watch(["carol", "dan"])();
    await settled();
    presence.watch(["bob"]);
    await settled();
    assert.deepEqual([followed, presence.isOnline("bob"), failed], [["bob"], true, []]);
    presence.watch(["carol", "dan"]);
    await settled();
    assert.deepEqual(failed, ["subscriberFull"]);
});

test("mutual friends are known without being watched", async () => {
    const rig = await rigWithBob().open();
    const presence = new Presence(rig.client);
    rig.gateway.socket.event("subscription.eventChanged", { events: [state("dan", 1, 3)] });
    presence.watch(["dan"])();
    assert.equal(presence.isOnline("dan"), true);
});

test("where presence is off, that is told", async () => {
    const rig = rigWithBob();
    rig.gateway.answers["subscription.subscribe"] = () => {
        throw refusal("rc", 26020, "subscriptionsOff");
    };
    await rig.open();
    const presence = new Presence(rig.client);
    const failed = [];
    presence.on("failed", ({ name }) => failed.push(name));
    presence.watch(["bob"]);
    await settled();
    assert.deepEqual([failed, presence.isOnline("bob")], [["subscriptionsOff"], undefined]);
});

test("after close() it hears and asks nothing", async () => {
    const rig = await rigWithBob().open();
    const presence = new Presence(rig.client);
    presence.watch(["bob"]);
    await settled();
    presence.close();
    const asked = rig.gateway.requests.length;
    rig.gateway.socket.event("subscription.eventChanged", { events: [state("bob", 0)] });
    await rig.clock.advance(90_000_000);
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual(rig.gateway.requests.slice(asked).filter(({ op }) => op.startsWith("subscription")), []);
    assert.equal(presence.isOnline("bob"), undefined);
});

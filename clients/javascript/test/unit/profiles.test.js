/** Hosted profiles of users who are watched. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { People } from "../../src/people.js";
import { Presence } from "../../src/presence.js";
import { Profiles } from "../../src/profiles.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const event = (userId, name, subscribeType = 2) => {
    return { userId, subscribeType, subscribeTime: 1, expiry: 3600, userProfile: { userId, name, portraitUri: "" } };
};

/** A gateway where all users have their ids in capitals as names. */
async function openProfiles() {
    const rig = new Rig();
    rig.gateway.answers["subscription.subscribe"] = { status: 0, failedUserIds: [] };
    rig.gateway.answers["subscription.unsubscribe"] = { status: 0, failedUserIds: [] };
    rig.gateway.answers["subscription.query"] = ({ userIds, subscribeType }) => ({
        events: userIds.map((user) => event(user, user.toUpperCase(), subscribeType)),
    });
    await rig.open();
    const profiles = new Profiles(rig.client);
    const changed = [];
    const failed = [];
    profiles.on("change", (users) => changed.push(users.join()));
    profiles.on("failed", ({ name, keys }) => failed.push([name, ...keys]));
    return { rig, profiles, changed, failed };
}

const subscribed = (rig) => rig.gateway.asked("subscription.subscribe").map(({ data }) => data.userIds.length);

test("a profile is there as long as it is watched, and right by events of the types 2 and 4", async () => {
    const { rig, profiles, changed } = await openProfiles();
    const stop = profiles.watch(["bob", "carol"]);
    await settled();
    assert.deepEqual([profiles.profile("bob").name, changed], ["BOB", ["bob,carol"]]);
    const tell = (...events) => rig.gateway.socket.event("subscription.eventChanged", { events });
    tell(event("bob", "Bobby"), event("carol", "CAROL"), event("stranger", "Dan"));
    tell(event("carol", "Caro", 4), { userId: "bob", subscribeType: 1, subscribeTime: 1, expiry: 60, details: [] });
    assert.deepEqual(changed.slice(1), ["bob", "carol"]);
    assert.deepEqual(["bob", "carol"].map((user) => profiles.profile(user).name), ["Bobby", "Caro"]);
    stop();
    tell(event("bob", "Robert"));
    assert.deepEqual([profiles.profile("bob"), changed.length], [undefined, 3]);
});

test("several parts of a page share a subscription, which is renewed and is not cancelled", async () => {
    const { rig, profiles } = await openProfiles();
    const stops = [profiles.watch(["bob"]), profiles.watch(["bob"])];
    await settled();
    assert.deepEqual(subscribed(rig), [1]);
    stops[0]();
    await rig.clock.advance(3_600_000);
    assert.ok(subscribed(rig).length >= 2);
    assert.equal(profiles.profile("bob").name, "BOB");
    stops[1]();
    await rig.clock.advance(7_200_000);
    assert.deepEqual(rig.gateway.asked("subscription.unsubscribe"), []);
});

test("very many users are followed by 200, and those that are watched no more make room", async () => {
    const { rig, profiles, failed } = await openProfiles();
    const followed = new Set();
    rig.gateway.answers["subscription.subscribe"] = ({ userIds }) => {
        const all = new Set([...followed, ...userIds]);
        if (all.size > 1000) throw refusal("rc", 26022, "subscriberFull");
        for (const user of userIds) followed.add(user);
        return { status: 0, failedUserIds: [] };
    };
    rig.gateway.answers["subscription.unsubscribe"] = ({ userIds }) => {
        for (const user of userIds) followed.delete(user);
        return { status: 0, failedUserIds: [] };
    };
    const users = (from, to) => Array.from({ length: to - from }, (_, index) => `user${from + index}`);
    const stop = profiles.watch(users(0, 900));
    await rig.clock.advance(1000);
    assert.deepEqual(subscribed(rig), [200, 200, 200, 200, 100]);
    stop();
    profiles.watch(users(900, 1100));
    await rig.clock.advance(1000);
    assert.deepEqual([followed.size, followed.has("user0"), failed], [200, false, []]);
    assert.equal(profiles.profile("user1099").name, "USER1099");
});

test("a user whom too many follow is told, and the others are followed", async () => {
    const { rig, profiles, failed } = await openProfiles();
    rig.gateway.answers["subscription.subscribe"] = { status: 26021, failedUserIds: ["star"] };
    rig.gateway.answers["subscription.query"] = { events: [event("bob", "BOB")] };
    profiles.watch(["star", "bob"]);
    await settled();
    assert.deepEqual([failed, profiles.profile("bob").name], [[["publisherFull", "star"]], "BOB"]);
    assert.equal(profiles.profile("star"), undefined);
});

test("profiles and presence of the same users do not disturb each other, and names follow", async () => {
    const { rig, profiles } = await openProfiles();
    rig.gateway.answers["friend.get"] = { friends: [], left: [], version: 1 };
    rig.gateway.answers["profile.get"] = { profiles: [{ userID: "bob", nickname: "BOB", faceUrl: "" }], left: [] };
    const [presence, people] = [new Presence(rig.client), new People(rig.client)];
    const stop = presence.watch(["bob"]);
    profiles.watch(["bob"]);
    people.look(["bob"]);
    await rig.clock.advance(100);
    const online = { userId: "bob", subscribeType: 1, subscribeTime: 1, expiry: 60, details: [{ eventValue: 1 }] };
    rig.gateway.socket.event("subscription.eventChanged", { events: [online, event("bob", "Bobby")] });
    assert.deepEqual([profiles.profile("bob").name, people.name("bob")], ["Bobby", "Bobby"]);
    assert.equal(presence.isOnline("bob"), true);
    stop();
    assert.deepEqual([presence.isOnline("bob"), profiles.profile("bob").name], [undefined, "Bobby"]);
});

test("after close() nothing is known, told or asked", async () => {
    const { rig, profiles, changed } = await openProfiles();
    profiles.watch(["bob"]);
    await settled();
    profiles.close();
    const asked = rig.gateway.requests.length;
    rig.gateway.socket.event("subscription.eventChanged", { events: [event("bob", "Bobby")] });
    await rig.clock.advance(7_200_000);
    const later = rig.gateway.requests.slice(asked).filter(({ op }) => op.startsWith("subscription"));
    assert.deepEqual([profiles.profile("bob"), changed, later], [undefined, ["bob"], []]);
});

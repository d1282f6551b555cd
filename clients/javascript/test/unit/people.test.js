/** Names and avatars: read once, many at once, and right however events and answers cross. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { People } from "../../src/people.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";
import { Browser } from "../support/tabs.js";

const dayMilliseconds = 86_400_000;

/** Users by their ids, as the gateway has them: of a friend also the remark. */
class Directory {
    users = { bob: { nickname: "Bob" }, carol: { nickname: "Carol" }, dan: { nickname: "" } };
    attributes = {};
    version = 1;

    answer(gateway) {
        gateway.answers["friend.get"] = ({ userIDs }) => ({
            friends: this.known(userIDs).filter((userID) => this.users[userID].remark !== undefined)
                .map((userID) => ({ userID, remark: this.users[userID].remark, profile: this.profile(userID) })),
            left: [], version: this.version,
        });
        gateway.answers["profile.get"] = ({ userIDs }) => {
            if (this.known(userIDs).length === 0) throw refusal("tim", 40003, "noAccount");
            return { profiles: this.known(userIDs).map((userID) => this.profile(userID)), left: [] };
        };
        gateway.answers["group.getAttributes"] = ({ userIDs }) => ({
            members: userIDs.map((userID) => ({ userID, attributes: this.attributes[userID] ?? {} })),
        });
    }

    known = (userIDs) => userIDs.filter((userID) => this.users[userID]);
    profile = (userID) => ({ userID, faceUrl: "", ...this.users[userID], remark: undefined });
}

async function openPeople({ isOpen = true } = {}) {
    const rig = new Rig();
    const directory = new Directory();
    directory.answer(rig.gateway);
    if (isOpen) await rig.open();
    return { rig, directory, ...peopleOf(rig.client) };
}

function peopleOf(client) {
    const people = new People(client);
    const changed = [];
    const failed = [];
    people.on("change", ({ users }) => changed.push([...users].sort().join()));
    people.on("failed", ({ name }) => failed.push(name));
    return { people, changed, failed };
}

const askedFor = (rig, op) => rig.gateway.asked(op).map(({ data }) => data.userIDs.join());
/** What is gathered is read, and answered. */
const read = (rig) => rig.clock.advance(100);

test("users who come onto the screen one by one are read together, and once", async () => {
    const { rig, directory, people, changed } = await openPeople();
    directory.users.carol.remark = "Caro";
    people.look(["bob"]);
    people.look(["bob", "carol"]);
    assert.deepEqual([people.name("bob"), people.name("carol")], ["bob", "carol"]);
    await read(rig);
    people.look(["carol", "bob"]);
    await read(rig);
    assert.deepEqual([people.name("bob"), people.name("carol")], ["Bob", "Caro"]);
    assert.deepEqual([askedFor(rig, "friend.get"), askedFor(rig, "profile.get")], [["bob,carol"], ["bob"]]);
    assert.deepEqual(changed, ["bob,carol"]);
    assert.equal(people.profile("carol").nickname, "Carol");
});

test("a name is known when it was read, when the list shows it, or when there is no such user", async () => {
    const { rig, people } = await openPeople();
    people.look(["bob", "nobody"]);
    const known = () => ["bob", "nobody", "eve"].map((user) => people.isKnown(user));
    assert.deepEqual(known(), [false, false, false]);
    await read(rig);
    assert.deepEqual(known(), [true, true, false]);
    rig.gateway.socket.event("conversation.new", { conversations: [conversation("c2c_eve", 0)] }, { stream: "user", seq: 1 });
    assert.deepEqual(known(), [true, true, true]);
});

test("two looks at once, the second while the first is being read, ask for each user once", async () => {
    const { rig, people } = await openPeople();
    rig.gateway.answers["friend.get"] = () => {
        people.look(["bob", "carol"]);
        return { friends: [], left: [], version: 1 };
    };
    people.look(["bob"]);
    await read(rig);
    assert.deepEqual(askedFor(rig, "profile.get"), ["bob", "carol"]);
});

test("250 users are read by 100, and those that did not fit are read again", async () => {
    const { rig, directory, people } = await openPeople();
    const users = Array.from({ length: 250 }, (_, index) => `user${index}`);
    for (const user of users) directory.users[user] = { nickname: user.toUpperCase() };
    const answer = rig.gateway.answers["profile.get"];
    rig.gateway.answers["profile.get"] = ({ userIDs }) => {
        return { ...answer({ userIDs: userIDs.slice(0, 90) }), left: userIDs.slice(90) };
    };
    people.look(users);
    await read(rig);
    assert.deepEqual(askedFor(rig, "profile.get").map((list) => list.split(",").length), [100, 100, 70]);
    assert.ok(users.every((user) => people.name(user) === user.toUpperCase()));
});

test("a name is the remark, the nickname in the group, the nickname, or the id", async () => {
    const { rig, directory, people, changed } = await openPeople();
    directory.attributes = { bob: { nickname: "Bobby" }, carol: { nickname: "Caz" } };
    directory.users.carol.remark = "Caro";
    people.look(["bob", "carol", "dan"], { groupID: "1" });
    await read(rig);
    const names = () => ["bob", "carol", "dan"].map((user) => people.name(user, { groupID: "1" }));
    assert.deepEqual([names(), people.name("bob"), people.name("nobody")], [["Bobby", "Caro", "dan"], "Bob", "nobody"]);
    const set = (userID, nickname) => ({ groupID: "1", userID, attributes: { nickname }, operatorID: userID });
    rig.gateway.socket.event("group.attributesChangedOfMember", set("bob", ""), { stream: "group_1", seq: 1 });
    rig.gateway.socket.event("group.attributesChangedOfMember", set("dan", "Danny"), { stream: "group_1", seq: 2 });
    await settled();
    assert.deepEqual([names(), changed.at(-1)], [["Bob", "Caro", "Danny"], "bob,dan"]);
    await rig.client.request("group.setAttributes", { groupID: "1", userID: "dan", attributes: { nickname: "Dan" } });
    assert.deepEqual(names(), ["Bob", "Caro", "Dan"]);
    rig.gateway.socket.event("group.userDidLeave", { groupID: "1", user: "dan" }, { stream: "group_1", seq: 3 });
    assert.deepEqual(names(), ["Bob", "Caro", "dan"]);
});

test("a day later a name is shown as it was, and read again when it is looked at", async () => {
    const { rig, directory, people } = await openPeople();
    people.look(["bob"]);
    await read(rig);
    directory.users.bob.nickname = "Robert";
    await rig.clock.advance(dayMilliseconds / 2);
    people.look(["bob"]);
    await read(rig);
    assert.deepEqual([people.name("bob"), askedFor(rig, "profile.get").length], ["Bob", 1]);
    await rig.clock.advance(dayMilliseconds / 2);
    people.look(["bob"]);
    assert.equal(people.name("bob"), "Bob");
    await read(rig);
    assert.equal(people.name("bob"), "Robert");
});

test("profile.changed reads who is on the screen at once, and others when they are looked at", async () => {
    const { rig, directory, people, changed } = await openPeople();
    people.look(["bob"]);
    for (let user = 0; user < 100; user++) people.look([`user${user}`]);
    people.look(["carol"]);
    await read(rig);
    directory.users.bob.nickname = "Robert";
    directory.users.carol.nickname = "Caroline";
    const asked = askedFor(rig, "friend.get").length;
    for (const [index, fromUser] of ["bob", "carol", "stranger"].entries()) {
        rig.gateway.socket.event("profile.changed", { type: 1, fromUser }, { stream: "user", seq: index + 1 });
    }
    await read(rig);
    assert.deepEqual([people.name("bob"), people.name("carol"), changed.at(-1)], ["Bob", "Caroline", "carol"]);
    assert.deepEqual(askedFor(rig, "friend.get").slice(asked), ["carol"]);
    people.look(["bob"]);
    await read(rig);
    assert.equal(people.name("bob"), "Robert");
});

test("a remark that is set while the profile is being read is not lost", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.bob.remark = "Bobby";
    people.look(["bob"]);
    await read(rig);
    const answer = rig.gateway.answers["friend.get"];
    // The answer is that of before, and comes after the event of another device.
    rig.gateway.answers["friend.get"] = (data, socket) => {
        const before = answer(data);
        rig.gateway.answers["friend.get"] = answer;
        directory.users.bob.remark = "Robbie";
        socket.event("friend.changed", { type: 8, users: [{ userID: "bob" }], version: 2, self: true });
        return before;
    };
    rig.gateway.socket.event("profile.changed", { type: 1, fromUser: "bob" }, { stream: "user", seq: 1 });
    await read(rig);
    assert.equal(people.name("bob"), "Robbie");
});

test("an own remark is shown at once, also if an older answer is on its way", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.bob.remark = "Bobby";
    people.look(["bob"]);
    await read(rig);
    const seen = [];
    people.on("change", () => seen.push(people.name("bob")));
    rig.gateway.isAnswering = false;
    rig.gateway.socket.event("profile.changed", { type: 1, fromUser: "bob" }, { stream: "user", seq: 1 });
    await read(rig);
    const asked = rig.gateway.asked("friend.get").at(-1);
    const old = rig.gateway.answers["friend.get"](asked.data);
    const modified = rig.client.request("friend.modify", { userID: "bob", values: { remark: "Robbie" } });
    await settled();
    directory.users.bob.remark = "Robbie";
    rig.gateway.socket.give({ id: rig.gateway.asked("friend.modify")[0].id, ok: {} });
    await modified;
    assert.equal(people.name("bob"), "Robbie");
    rig.gateway.isAnswering = true;
    rig.gateway.socket.give({ id: asked.id, ok: old });
    await read(rig);
    assert.deepEqual([people.name("bob"), seen, askedFor(rig, "friend.get").length], ["Robbie", ["Robbie"], 3]);
});

test("a friend who is added has the remark, and one who is deleted has none at once", async () => {
    const { rig, directory, people } = await openPeople();
    people.look(["bob"]);
    await read(rig);
    directory.users.bob.remark = "Bobby";
    const tell = (type, seq) => {
        const change = { type, users: [{ userID: "bob" }], version: seq + 1 };
        rig.gateway.socket.event("friend.changed", change, { stream: "user", seq });
    };
    tell(1, 1);
    await read(rig);
    assert.equal(people.name("bob"), "Bobby");
    delete directory.users.bob.remark;
    tell(2, 2);
    assert.equal(people.name("bob"), "Bob");
    const asked = rig.gateway.requests.length;
    tell(3, 3);
    await read(rig);
    assert.deepEqual(rig.gateway.requests.slice(asked).map(({ op }) => op), ["friend.get", "profile.get"]);
});

test("a user who changes the name while this device is away is shown with the new one after the resume", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.carol.remark = "";
    people.look(["bob", "carol"]);
    await read(rig);
    directory.users.carol.nickname = "Caroline";
    directory.users.bob.nickname = "Robert";
    const changed = conversation("c2c_bob", 1, { showName: "Robert" });
    rig.gateway.login = () => ({
        stream: { seq: 2 }, relations: { version: 1 },
        resume: {
            user: { verdict: "recovered", seq: 2, events: [
                { seq: 1, event: "profile.changed", data: { type: 1, fromUser: "carol" } },
                { seq: 2, event: "conversation.changed", data: { conversations: [changed] } },
            ] },
            conversations: {}, groups: {},
        },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual([people.name("carol"), people.name("bob")], ["Caroline", "Robert"]);
});

test("a longer gap, which only the pages of the stream tell, leaves no old name", async () => {
    const { rig, directory, people } = await openPeople();
    people.look(["carol"]);
    await read(rig);
    directory.users.carol.nickname = "Caroline";
    const missed = { seq: 1, event: "profile.changed", data: { type: 1, fromUser: "carol" } };
    rig.gateway.answers["stream.events"] = { events: [missed], seq: 1, isFinished: true };
    rig.gateway.login = () => ({
        stream: { seq: 1 }, relations: { version: 1 },
        resume: { user: { verdict: "gap", seq: 1, from: 1, to: 1 }, conversations: {}, groups: {} },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.equal(people.name("carol"), "Caroline");
});

test("after a reset of the user's stream all are read again", async () => {
    const { rig, directory, people } = await openPeople();
    people.look(["bob", "carol"]);
    await read(rig);
    Object.assign(directory.users, { bob: { nickname: "Robert" }, carol: { nickname: "Caroline" } });
    const user = { verdict: "reset", seq: 9, from: 5 };
    rig.gateway.login = () => ({ stream: { seq: 9 }, resume: { user, conversations: {}, groups: {} } });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual([people.name("bob"), people.name("carol")], ["Robert", "Caroline"]);
});

test("a remark that another device has set meanwhile is found out by the version of the relations", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.bob.remark = "Bobby";
    people.look(["bob", "carol"]);
    await read(rig);
    const resume = { user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {} };
    rig.gateway.login = () => ({ relations: { version: directory.version }, resume });
    const comeBack = async () => {
        await rig.gateway.socket.drop(1006);
        await rig.clock.advance(30_000);
    };
    await comeBack();
    assert.deepEqual(askedFor(rig, "friend.get"), ["bob,carol"]);
    directory.users.bob.remark = "Robbie";
    directory.version = 2;
    await comeBack();
    assert.deepEqual([askedFor(rig, "friend.get"), people.name("bob")], [["bob,carol", "bob"], "Robbie"]);
});

test("a user who is deleted has no name, and one made again by this id has the new one", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.bob = { nickname: "Bob", remark: "Bobby", faceUrl: "https://example.com/bob" };
    people.look(["bob"]);
    await read(rig);
    const { bob } = directory.users;
    delete directory.users.bob;
    const change = { type: 2, users: [{ userID: "bob" }], version: 2 };
    rig.gateway.socket.event("friend.changed", change, { stream: "user", seq: 1 });
    await read(rig);
    assert.deepEqual([people.name("bob"), people.avatar("bob"), people.profile("bob")], ["bob", "", undefined]);
    people.look(["bob"]);
    await read(rig);
    assert.equal(askedFor(rig, "friend.get").length, 2);
    directory.users.bob = { ...bob, nickname: "Another Bob", remark: undefined };
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await read(rig);
    assert.equal(people.name("bob"), "Another Bob");
});

test("users with a conversation have a name before they are read, and are read again when it changes", async () => {
    const rig = new Rig();
    const directory = new Directory();
    directory.answer(rig.gateway);
    const listed = conversation("c2c_bob", 1, { showName: "Bob", faceUrl: "https://example.com/bob" });
    const ofGroup = conversation("group_1", 1, { userID: undefined });
    rig.gateway.answers["conversation.list"] = { conversations: [listed, ofGroup], nextSeq: 0, isFinished: true };
    const { people } = peopleOf(rig.client);
    await rig.open();
    assert.deepEqual([people.name("bob"), people.avatar("bob")], ["Bob", "https://example.com/bob"]);
    directory.users.bob = { nickname: "Bob", faceUrl: "https://example.com/bob" };
    people.look(["bob"]);
    await read(rig);
    directory.users.bob.nickname = "Robert";
    for (const [seq, showName] of [[2, "Bob"], [3, "Robert"], [4, "Robert"]]) {
        rig.gateway.socket.event("conversation.changed", { conversations: [{ ...listed, seq, showName }] });
        await read(rig);
    }
    assert.deepEqual([people.name("bob"), askedFor(rig, "profile.get").length], ["Robert", 2]);
});

test("a hosted profile that is followed brings the name along", async () => {
    const { rig, people } = await openPeople();
    people.look(["bob"]);
    await read(rig);
    const userProfile = { userId: "bob", name: "Robert", portraitUri: "https://example.com/bob" };
    const event = { userId: "bob", subscribeType: 2, subscribeTime: 1, expiry: 60, userProfile };
    rig.gateway.socket.event("subscription.eventChanged", { events: [event] });
    assert.deepEqual([people.name("bob"), people.avatar("bob")], ["Robert", "https://example.com/bob"]);
});

test("who is looked at without a connection is read when there is one, and again after a lost answer", async () => {
    const { rig, people } = await openPeople({ isOpen: false });
    people.look(["bob"]);
    await rig.clock.advance(1000);
    await rig.open();
    await read(rig);
    assert.equal(people.name("bob"), "Bob");
    rig.gateway.isAnswering = false;
    people.look(["carol"]);
    await read(rig);
    rig.gateway.isAnswering = true;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual([people.name("carol"), askedFor(rig, "friend.get")], ["Carol", ["bob", "carol", "carol"]]);
});

test("a refused read is told, and tried again half a minute later when the user is looked at", async () => {
    const { rig, people, failed } = await openPeople();
    const answer = rig.gateway.answers["friend.get"];
    rig.gateway.answers["friend.get"] = () => {
        throw refusal("tim", 30001, "friendParameters");
    };
    for (let second = 0; second < 10; second++) {
        people.look(["bob"]);
        await rig.clock.advance(1000);
    }
    assert.deepEqual(failed, ["friendParameters"]);
    rig.gateway.answers["friend.get"] = answer;
    await rig.clock.advance(30_000);
    people.look(["bob"]);
    await read(rig);
    assert.equal(people.name("bob"), "Bob");
});

test("of very many users those who were looked at last are kept", async () => {
    const { rig, directory, people } = await openPeople();
    for (let user = 0; user < 2050; user++) {
        directory.users[`user${user}`] = { nickname: `User ${user}` };
        people.look([`user${user}`]);
    }
    people.look(["user60"]);
    for (let round = 0; round < 10; round++) await read(rig);
    const known = ["user49", "user50", "user60", "user2049"].map((user) => people.name(user));
    assert.deepEqual(known, ["user49", "User 50", "User 60", "User 2049"]);
});

test("a second tab shows what this one has changed, and each tab reads for itself", async () => {
    const browser = new Browser();
    const directory = new Directory();
    directory.users.bob.remark = "Bobby";
    const gateway = (scripted) => directory.answer(scripted);
    const [first, second] = [await browser.open({ gateway }), await browser.open({ gateway })];
    const [one, other] = [peopleOf(first.client), peopleOf(second.client)];
    one.people.look(["bob"]);
    other.people.look(["bob", "carol"]);
    await browser.clock.advance(100);
    assert.deepEqual([one.people.name("bob"), other.people.name("bob")], ["Bobby", "Bobby"]);
    assert.equal(other.people.name("carol"), "Carol");
    await second.client.request("friend.modify", { userID: "bob", values: { remark: "Robbie" } });
    await settled();
    assert.deepEqual([one.people.name("bob"), other.people.name("bob")], ["Robbie", "Robbie"]);
    await first.client.request("friend.modify", { userID: "bob", values: { remark: "Rob" } });
    await settled();
    assert.deepEqual([one.people.name("bob"), other.people.name("bob")], ["Rob", "Rob"]);
});

test("after close() it hears and asks nothing", async () => {
    const { rig, people, changed } = await openPeople();
    people.look(["bob"]);
    await read(rig);
    people.look(["carol"], { groupID: "1" });
    people.close();
    const asked = rig.gateway.requests.length;
    rig.gateway.socket.event("profile.changed", { type: 1, fromUser: "bob" }, { stream: "user", seq: 1 });
    people.look(["dan"]);
    await read(rig);
    assert.deepEqual([rig.gateway.requests.length, changed], [asked, ["bob"]]);
});

test("of two own remarks whose replies cross, the one that the gateway has is shown", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.bob.remark = "Bobby";
    people.look(["bob"]);
    await read(rig);
    rig.gateway.isAnswering = false;
    const modified = ["Robbie", "Rob"].map((remark) =>
        rig.client.request("friend.modify", { userID: "bob", values: { remark } }));
    await settled();
    directory.users.bob.remark = "Rob";
    const { socket } = rig.gateway;
    for (const { id } of rig.gateway.asked("friend.modify").reverse()) socket.give({ id, ok: {} });
    await Promise.all(modified);
    rig.gateway.isAnswering = true;
    await read(rig);
    assert.equal(people.name("bob"), "Rob");
});

test("a name that the conversation shows while the user is first read is not lost to an older answer", async () => {
    const { rig, directory, people } = await openPeople();
    const answer = rig.gateway.answers["friend.get"];
    rig.gateway.answers["friend.get"] = (data, socket) => {
        rig.gateway.answers["friend.get"] = answer;
        socket.event("conversation.changed", { conversations: [conversation("c2c_bob", 1, { showName: "Robert" })] });
        return answer(data);
    };
    rig.gateway.answers["profile.get"] = ({ userIDs }) => {
        const profiles = userIDs.map((userID) => directory.profile(userID));
        directory.users.bob.nickname = "Robert";
        return { profiles, left: [] };
    };
    people.look(["bob"]);
    await read(rig);
    assert.equal(people.name("bob"), "Robert");
});

test("an answer that knows of a change hides no other one that is lost with the connection", async () => {
    const { rig, directory, people } = await openPeople();
    rig.gateway.login = () => ({
        relations: { version: directory.version },
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {} },
    });
    Object.assign(directory.users, { bob: { nickname: "Bob", remark: "Bobby" }, carol: { nickname: "Carol", remark: "Caro" } });
    people.look(["bob", "carol"]);
    await read(rig);
    // Another device changes both. This one reads bob, and the connection is lost before an event tells of carol.
    Object.assign(directory, { version: 2 });
    directory.users.bob.remark = "Robbie";
    directory.users.carol.remark = "Caz";
    rig.gateway.socket.event("profile.changed", { type: 1, fromUser: "bob" }, { stream: "user", seq: 1 });
    await read(rig);
    assert.deepEqual([people.name("bob"), people.name("carol")], ["Robbie", "Caro"]);
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual([people.name("bob"), people.name("carol")], ["Robbie", "Caz"]);
});

test("a user who writes while an answer says that there is no such user is looked for again", async () => {
    const { rig, directory, people } = await openPeople();
    const answer = rig.gateway.answers["friend.get"];
    rig.gateway.answers["friend.get"] = (data, socket) => {
        rig.gateway.answers["friend.get"] = answer;
        const before = answer(data);
        // The reply to profile.get is of before, too.
        const { "profile.get": profiles } = rig.gateway.answers;
        rig.gateway.answers["profile.get"] = () => {
            rig.gateway.answers["profile.get"] = profiles;
            directory.users.frank = { nickname: "Frank" };
            socket.event("message.new", message("c2c_frank", 1, { from: "frank" }));
            throw refusal("tim", 40003, "noAccount");
        };
        return before;
    };
    people.look(["frank"]);
    await read(rig);
    assert.equal(people.name("frank"), "Frank");
});

test("profile.changed with a version shows the name at once, and one that is known already reads nothing", async () => {
    const { rig, directory, people } = await openPeople();
    directory.users.bob.version = 5;
    people.look(["bob"]);
    await read(rig);
    const tell = (seq, nickname, version) => {
        const change = { type: 1, fromUser: "bob", nickname, faceUrl: "", version };
        rig.gateway.socket.event("profile.changed", change, { stream: "user", seq });
    };
    tell(1, "Old", 5);
    await read(rig);
    assert.deepEqual([people.name("bob"), askedFor(rig, "profile.get").length], ["Bob", 1]);
    Object.assign(directory.users.bob, { nickname: "Robert", birthday: 7, version: 6 });
    tell(2, "Robert", 6);
    assert.equal(people.name("bob"), "Robert");
    await read(rig);
    assert.deepEqual([people.profile("bob").birthday, rig.gateway.asked("profile.get").at(-1).data.have], [7, undefined]);
});

test("a profile that is a day old is read only if it has another version", async () => {
    const { rig, directory, people } = await openPeople();
    Object.assign(directory.users.bob, { version: 5 });
    Object.assign(directory.users.carol, { version: 6 });
    people.look(["bob", "carol"]);
    await read(rig);
    Object.assign(directory.users.carol, { nickname: "Caroline", version: 7 });
    rig.gateway.answers["profile.get"] = () => ({ profiles: [directory.profile("carol")], unchanged: ["bob"], left: [] });
    await rig.clock.advance(dayMilliseconds);
    people.look(["bob", "carol"]);
    await read(rig);
    assert.deepEqual(rig.gateway.asked("profile.get").at(-1).data.have, { bob: 5, carol: 6 });
    assert.deepEqual([people.name("bob"), people.name("carol"), people.profile("bob").version], ["Bob", "Caroline", 5]);
    const asked = rig.gateway.requests.length;
    people.look(["bob", "carol"]);
    await read(rig);
    assert.equal(rig.gateway.requests.length, asked);
});

test("a page without a connection shows names, remarks and nicknames in groups that an earlier one has read", async () => {
    const storage = new MemoryStorage();
    const open = async (isOpen) => {
        const rig = new Rig({ storage });
        const directory = new Directory();
        directory.users.carol.remark = "Caro";
        directory.attributes = { bob: { nickname: "Bobby" } };
        directory.answer(rig.gateway);
        rig.gateway.isAnswering = isOpen;
        const shown = peopleOf(rig.client);
        await rig.client.connect();
        await settled();
        return { rig, directory, ...shown };
    };
    const first = await open(true);
    first.people.look(["bob", "carol"], { groupID: "1" });
    await read(first.rig);
    first.rig.client.disconnect();
    first.people.close();

    const second = await open(false);
    const names = (people) => [people.name("bob"), people.name("carol"), people.name("bob", { groupID: "1" })];
    assert.deepEqual([names(second.people), second.changed], [["Bob", "Caro", "Bobby"], ["bob,carol"]]);
    second.rig.client.disconnect();

    const third = await open(true);
    third.directory.users.bob.nickname = "Robert";
    third.rig.gateway.socket.event("group.didLeave", { groupID: "1", reason: 1 }, { stream: "user", seq: 1 });
    third.people.look(["bob"]);
    await read(third.rig);
    assert.deepEqual(names(third.people), ["Robert", "Caro", "Robert"]);
    assert.deepEqual(await storage.range("nickname"), []);
    await third.rig.client.signOut();
    assert.deepEqual(await storage.range("profile"), []);
});

test("a storage that cannot be read or written is told, and names are read all the same", async () => {
    const storage = new MemoryStorage();
    storage.range = storage.write = async () => {
        throw new Error("no disk");
    };
    const rig = new Rig({ storage });
    new Directory().answer(rig.gateway);
    const unsaved = [];
    rig.client.on("unsaved", ({ message }) => unsaved.push(message));
    const { people } = peopleOf(rig.client);
    await rig.open();
    people.look(["bob"]);
    await read(rig);
    assert.equal(people.name("bob"), "Bob");
    assert.ok(unsaved.length >= 3 && unsaved.every((text) => text.includes("no disk")), unsaved.join());
});

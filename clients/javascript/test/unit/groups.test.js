/** Groups and their members: read once, many at once, right however events come, and on the device. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Groups } from "../../src/groups.js";
import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Club } from "../support/club.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const many = Array.from({ length: 450 }, (_, index) => `user${index}`);

async function openGroups(groups, { isOpen = true, club = new Club(groups), ...options } = {}) {
    const rig = new Rig(options);
    club.serve(rig.gateway);
    rig.gateway.isAnswering = isOpen;
    const shown = new Groups(rig.client);
    const [changed, failed] = [[], []];
    shown.on("change", ({ groups }) => changed.push([...groups].sort().join()));
    shown.on("failed", ({ name }) => failed.push(name));
    await rig.client.connect();
    await settled();
    return { rig, club, groups: shown, changed, failed };
}

const asked = (rig, op) => rig.gateway.asked(op).map(({ data }) => data.groupIDs?.join() ?? data.groupID);
const read = (rig) => rig.clock.advance(100);
const ids = (groups, groupID = "1") => groups.members(groupID)?.map(({ userID }) => userID);
const roles = (groups) => groups.members("1").map(({ userID, role }) => `${userID} ${role}`);

test("groups that come onto the screen one by one are read together, and once", async () => {
    const { rig, groups, changed } = await openGroups({ 1: ["alice"], 2: ["bob", "alice"] });
    groups.look(["1"]);
    groups.look(["2", "1", "9"]);
    assert.equal(groups.group("1"), undefined);
    await read(rig);
    groups.look(["1", "2", "9"]);
    await read(rig);
    assert.deepEqual([groups.group("1").name, groups.group("2").memberCount, groups.group("9")], ["Group 1", 2, undefined]);
    assert.deepEqual([asked(rig, "group.getMany"), changed], [["1,2,9"], ["1,2,9"]]);
});

test("what an event tells of a group is shown at once, and read again", async () => {
    const { rig, club, groups } = await openGroups({ 1: ["alice", "bob"] });
    groups.look(["1"]);
    await read(rig);
    club.rename("1", "Renamed");
    rig.gateway.socket.event("group.ownerDidUpdate", { groupID: "1", newOwner: "bob", oldOwner: "alice" }, { stream: "user", seq: 1 });
    await settled();
    assert.deepEqual([groups.group("1").name, groups.group("1").owner], ["Renamed", "bob"]);
    await read(rig);
    assert.deepEqual([groups.group("1").owner, asked(rig, "group.getMany")], ["alice", ["1", "1"]]);
});

test("members come with the group while they are few, and owner and admins stand first", async () => {
    const { rig, club, groups } = await openGroups({ 1: ["alice", "bob", "carol"] });
    club.groups[1].admins = ["carol"];
    club.groups[1].nicknames = { bob: "Bobby" };
    const members = await groups.everyone("1");
    assert.deepEqual(members, [
        { userID: "alice", role: 2, nickname: "" }, { userID: "carol", role: 1, nickname: "" }, { userID: "bob", role: 0, nickname: "Bobby" },
    ]);
    await Promise.all([groups.everyone("1"), groups.everyone("1")]);
    assert.deepEqual([asked(rig, "group.get"), asked(rig, "group.members")], [["1"], []]);
});

test("many members are read in pages, and again if one joins between two of them", async () => {
    const { rig, club, groups } = await openGroups({ 1: many });
    const page = rig.gateway.answers["group.members"];
    let pages = 0;
    rig.gateway.answers["group.members"] = (data) => {
        if (++pages === 3) club.join("1", "late", { isSilent: true });
        return page(data);
    };
    const members = await groups.everyone("1");
    assert.deepEqual([members.length, ids(groups).includes("late"), asked(rig, "group.get")], [451, true, ["1", "1"]]);
    assert.equal(asked(rig, "group.members").length, 10);
});

test("an event that comes while the list is read has it read again", async () => {
    const { rig, club, groups } = await openGroups({ 1: ["alice", "bob"] });
    const get = rig.gateway.answers["group.get"];
    rig.gateway.answers["group.get"] = (data) => {
        rig.gateway.answers["group.get"] = get;
        const before = get(data);
        club.join("1", "carol");
        return before;
    };
    await groups.everyone("1");
    assert.deepEqual(ids(groups), ["alice", "bob", "carol"]);
});

test("a group in which members come and go all the time is shown as it was read, and read again when it is looked at", async () => {
    const { rig, club, groups } = await openGroups({ 1: many });
    const page = rig.gateway.answers["group.members"];
    let isBusy = true;
    rig.gateway.answers["group.members"] = (data) => {
        if (isBusy) club.join("1", `new${rig.gateway.requests.length}`, { isSilent: true });
        return page(data);
    };
    assert.ok((await groups.everyone("1")).length >= 450);
    assert.equal(asked(rig, "group.get").length, 3);
    isBusy = false;
    assert.equal((await groups.everyone("1")).length, club.groups[1].users.length);
});

test("events keep the members right, and an event that was not told has them read again", async () => {
    const { rig, club, groups, changed } = await openGroups({ 1: ["alice", "bob"] });
    await groups.everyone("1");
    club.join("1", "carol");
    club.leave("1", "bob");
    const named = { userID: "carol", attributes: { nickname: "Caz" }, operatorID: "carol" };
    club.happen("1", () => {}, "group.attributesChangedOfMember", named);
    await settled();
    assert.deepEqual([ids(groups), groups.members("1")[1].nickname, changed.at(-1)], [["alice", "carol"], "Caz", "1"]);
    await groups.everyone("1");
    assert.deepEqual(asked(rig, "group.get"), ["1"]);
    club.join("1", "dan", { isSilent: true });
    club.join("1", "eve");
    await groups.everyone("1");
    assert.deepEqual([ids(groups), asked(rig, "group.get")], [["alice", "carol", "dan", "eve"], ["1", "1"]]);
});

test("the device that has changed something follows by the notifications, also those of a super team", async () => {
    const { rig, club, groups } = await openGroups({ 1: ["alice", "bob", "carol"] });
    await groups.everyone("1");
    await read(rig);
    club.note("1", 7, ["bob"]);
    await settled();
    assert.deepEqual(roles(groups), ["alice 2", "bob 1", "carol 0"]);
    rig.gateway.socket.event("group.adminListDidUpdate", { groupID: "1", removed: "bob" });
    rig.gateway.socket.event("group.adminListDidUpdate", { groupID: "1", added: "carol" });
    await settled();
    assert.deepEqual(roles(groups), ["alice 2", "carol 1", "bob 0"]);
    club.note("1", 401, ["dan", "eve"]);
    club.note("1", 402, ["bob"]);
    club.note("1", 403, [], "eve");
    await settled();
    assert.deepEqual(ids(groups), ["alice", "carol", "dan"]);
});

test("after a lost connection, groups and members are read again whose stream has gone on, when they are looked at", async () => {
    const { rig, club, groups } = await openGroups({ 1: ["alice"], 2: ["alice"] });
    groups.look(["1", "2"]);
    await Promise.all(["1", "2"].map((id) => groups.everyone(id)));
    await read(rig);
    rig.gateway.requests = [];
    club.rename("2", "Other", { isSilent: true });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(3000);
    assert.deepEqual([asked(rig, "group.getMany"), groups.group("2").name], [["2"], "Other"]);
    await Promise.all(["1", "2"].map((id) => groups.everyone(id)));
    assert.deepEqual(asked(rig, "group.get"), ["2"]);
});

test("a group that the user has left loses its members, and a refused read is told", async () => {
    const { rig, club, groups, failed } = await openGroups({ 1: ["bob", "alice"] });
    await groups.everyone("1");
    rig.gateway.socket.event("group.didLeave", { groupID: "1", reason: 1 }, { stream: "user", seq: 1 });
    await settled();
    assert.equal(groups.members("1"), undefined);
    rig.gateway.answers["group.get"] = () => {
        throw refusal("em", 602, "notMember");
    };
    await assert.rejects(groups.everyone("1"), { name: "notMember" });
    rig.gateway.answers["group.getMany"] = () => {
        throw refusal("gw", 1009, "busy");
    };
    groups.look(["2"]);
    await read(rig);
    assert.deepEqual([failed, club.groups[1].seq], [["busy"], 1]);
});

test("a page without a connection shows the groups and members of an earlier one; with one, only what has gone on is read", async () => {
    const storage = new MemoryStorage();
    const club = new Club({ 1: ["alice", "bob"], 2: ["alice", "carol"] });
    const first = await openGroups({}, { club, storage, keepsPositions: true });
    first.groups.look(["1", "2"]);
    await Promise.all(["1", "2"].map((id) => first.groups.everyone(id)));
    await read(first.rig);
    await first.rig.clock.advance(1000);
    first.rig.client.disconnect();
    first.groups.close();

    const second = await openGroups({}, { club, storage, keepsPositions: true, isOpen: false });
    await settled();
    assert.deepEqual([second.groups.group("1").name, ids(second.groups, "2")], ["Group 1", ["alice", "carol"]]);
    assert.deepEqual((await second.groups.everyone("1")).length, 2);
    club.join("2", "dan", { isSilent: true });
    second.rig.client.disconnect();
    second.groups.close();

    const third = await openGroups({}, { club, storage, keepsPositions: true });
    third.groups.look(["1", "2"]);
    await read(third.rig);
    assert.deepEqual(asked(third.rig, "group.getMany"), ["2"]);
    await Promise.all(["1", "2"].map((id) => third.groups.everyone(id)));
    assert.deepEqual([ids(third.groups, "2"), asked(third.rig, "group.get")], [["alice", "carol", "dan"], ["2"]]);
});

test("what was kept for a month without being read goes, and signing out removes all of it", async () => {
    const storage = new MemoryStorage();
    const club = new Club({ 1: ["alice"] });
    const first = await openGroups({}, { club, storage });
    await first.groups.everyone("1");
    await read(first.rig);
    const kept = async () => (await Promise.all(["group", "member"].map((space) => storage.range(space)))).map(({ length }) => length);
    assert.deepEqual(await kept(), [1, 1]);
    const later = first.rig.clock.time + 31 * 86_400_000;
    const second = await openGroups({}, { club, storage, time: later, isOpen: false });
    await settled();
    assert.deepEqual([second.groups.group("1"), second.groups.members("1"), await kept()], [undefined, undefined, [0, 0]]);
    await first.rig.client.signOut();
    first.groups.look(["1"]);
    await settled();
    assert.deepEqual(await kept(), [0, 0]);
});

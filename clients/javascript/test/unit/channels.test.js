/** Messages of channels: each is told once and in order, also those that were missed. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";
import { Browser } from "../support/tabs.js";

const published = (seq, channelID = "news") => ({ channelID, msgId: `${seq}`, clientMsgId: `n${seq}`, seq, type: 0, body: { text: `${seq}` }, time: seq });
const seqsOf = (rig) => rig.of("channel.message").map(({ seq }) => seq);
const tell = (rig, ...seqs) => { for (const seq of seqs) rig.gateway.socket.event("channel.message", published(seq)); };

/** The gateway keeps the messages from `first` to `last`, and gives two a page. */
const keep = (rig, first, last) =>
    (rig.gateway.answers["channel.history"] = ({ cursor }) => {
        const seqs = [];
        for (let seq = Math.max(first, cursor + 1); seq <= last && seqs.length < 2; seq++) seqs.push(seq);
        const end = seqs.at(-1) ?? cursor;
        return { messages: seqs.map((seq) => published(seq)), cursor: end, isFinished: end >= last };
    });

/** A client that follows news and has it up to 3. */
async function following(options = {}) {
    const rig = new Rig(options);
    rig.gateway.login = () => ({ channels: { news: 2 } });
    await rig.open();
    tell(rig, 3);
    return rig;
}

/** It comes back, and the channel stands at `seq`. */
async function comeBack(rig, seq, verdict, isFollowed = true) {
    rig.events.length = 0;
    rig.gateway.login = () => ({
        ...(isFollowed && { channels: { news: seq } }),
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {}, channels: { news: { seq, ...verdict } } },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    return rig;
}

test("what a channel had before it was followed is not told, and each message after it once", async (t) => {
    const rig = await following({ trace: new Recorder(t, "channels-live") });
    tell(rig, 3, 4, 4);
    assert.deepEqual(seqsOf(rig), [3, 4]);
    assert.deepEqual(rig.client.positions.channels, { news: 4 });
    assert.deepEqual(rig.gateway.asked("channel.history"), []);
});

test("recovered: what was missed is told in order, before what is live", async (t) => {
    const rig = await following({ trace: new Recorder(t, "channels-recovered") });
    await comeBack(rig, 5, { verdict: "recovered", messages: [4, 5].map((seq) => published(seq)) });
    assert.deepEqual(rig.gateway.socket.open.resume.channels, { news: 3 });
    tell(rig, 5, 6);
    assert.deepEqual(seqsOf(rig), [4, 5, 6]);
});

test("gap: it is fetched by pages, and live messages wait", async (t) => {
    const rig = await following({ trace: new Recorder(t, "channels-gap") });
    keep(rig, 1, 8);
    const read = rig.gateway.answers["channel.history"];
    rig.gateway.answers["channel.history"] = (data) => {
        if (data.cursor === 3) tell(rig, 9);
        return read(data);
    };
    await comeBack(rig, 8, { verdict: "gap", from: 4, to: 8 });
    assert.deepEqual(seqsOf(rig), [4, 5, 6, 7, 8, 9]);
});

test("reset: the application is told, and hears what comes then", async (t) => {
    const rig = await comeBack(await following({ trace: new Recorder(t, "channels-reset") }), 90, { verdict: "reset", from: 50 });
    tell(rig, 91);
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "channel_news", isGone: false }]);
    assert.deepEqual([seqsOf(rig), rig.client.positions.channels], [[91], { news: 91 }]);
});

test("a channel that is followed no longer is gone", async (t) => {
    const rig = await comeBack(await following({ trace: new Recorder(t, "channels-left") }), 0, { verdict: "reset", from: 1 }, false);
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "channel_news", isGone: true }]);
    assert.equal(rig.client.positions.channels, undefined);
});

test("a gap beyond gapLimit is a reset", async () => {
    const rig = await comeBack(await following({ gapLimit: 10 }), 100, { verdict: "gap", from: 4, to: 100 });
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "channel_news", isGone: false }]);
    assert.deepEqual([rig.gateway.asked("channel.history"), rig.client.positions.channels], [[], { news: 100 }]);
});

test("a fetch that fails is told, and the channel goes on from there", async (t) => {
    const rig = await following({ trace: new Recorder(t, "channels-fails") });
    rig.gateway.answers["channel.history"] = () => { throw refusal("gw", 1020, "noChannel"); };
    await comeBack(rig, 8, { verdict: "gap", from: 4, to: 8 });
    assert.deepEqual(rig.of("sync.failed").map(({ stream, error }) => [stream, error.name]), [["channel_news", "noChannel"]]);
    tell(rig, 9);
    assert.deepEqual(seqsOf(rig), [9]);
});

test("a channel that is followed or left meanwhile is named from there, or not at all", async (t) => {
    const rig = await following({ trace: new Recorder(t, "channels-named") });
    rig.gateway.answers["channel.subscribe"] = ({ channelID }) => ({ channelID, seq: 7 });
    await rig.client.request("channel.subscribe", { channelID: "prices" });
    for (const [channelID, seq] of [["sport", 5], ["chess", 8]]) {
        rig.gateway.socket.event("channel.subscriptionChanged", { channelID, isSubscribed: true, seq });
    }
    assert.deepEqual(rig.client.positions.channels, { news: 3, prices: 7, sport: 5, chess: 8 });
    // The user leaves chess while the client is away.
    const channels = { news: 3, prices: 7, sport: 5 };
    const user = { verdict: "recovered", seq: 0, events: [] };
    rig.gateway.login = () => ({ channels, resume: { user, conversations: {}, groups: {} } });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual(rig.gateway.socket.open.resume.channels, { ...channels, chess: 8 });
    await rig.client.request("channel.unsubscribe", { channelID: "prices" });
    rig.gateway.socket.event("channel.subscriptionChanged", { channelID: "sport", isSubscribed: false });
    rig.gateway.socket.event("channel.destroyed", { channelID: "news" });
    assert.equal(rig.client.positions.channels, undefined);
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.equal(rig.gateway.socket.open.resume.channels, undefined);
});

test("a program that keeps its positions goes on in its channels when it starts again", async () => {
    const storage = new MemoryStorage();
    const first = await following({ storage, keepsPositions: true });
    await first.clock.advance(100);
    const second = await new Rig({ storage, keepsPositions: true }).open();
    assert.deepEqual(second.gateway.socket.open.resume.channels, { news: 3 });
});

test("each tab hears a channel, one that was frozen what it has missed, and one that takes the lead goes on", async () => {
    const browser = new Browser();
    const prepare = (gateway) => (gateway.login = () => ({ channels: { news: 2 } }));
    const [first, second] = [await browser.open({ gateway: prepare }), await browser.open({ gateway: prepare })];
    first.gateway.answers["channel.subscribe"] = ({ channelID }) => ({ channelID, seq: 7 });
    await first.client.request("channel.subscribe", { channelID: "prices" });
    tell(first, 3);
    await settled();
    assert.deepEqual([seqsOf(first), seqsOf(second)], [[3], [3]]);
    assert.deepEqual(second.client.positions.channels, { news: 3, prices: 7 });
    await browser.freeze(1);
    tell(first, 4, 5, 6);
    keep(first, 1, 6);
    await settled();
    await browser.thaw(1);
    tell(first, 7);
    await settled();
    assert.deepEqual([seqsOf(first), seqsOf(second)], [[3, 4, 5, 6, 7], [3, 4, 5, 6, 7]]);
    first.client.disconnect();
    await browser.clock.advance(100);
    assert.deepEqual(second.gateway.socket.open.resume.channels, { news: 7, prices: 7 });
});

test("a tab that was frozen for so long that messages are kept no longer is told", async () => {
    const browser = new Browser();
    const prepare = (gateway) => (gateway.login = () => ({ channels: { news: 2 } }));
    const [first, second] = [await browser.open({ gateway: prepare }), await browser.open()];
    tell(first, 3);
    await settled();
    await browser.freeze(1);
    tell(first, 4, 5, 6);
    keep(first, 6, 6);
    await settled();
    await browser.thaw(1);
    assert.deepEqual(second.of("sync.reset"), [{ stream: "channel_news", isGone: false }]);
    assert.deepEqual(seqsOf(second), [3, 6]);
});

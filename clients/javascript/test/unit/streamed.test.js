/** Messages whose texts come a chunk at a time. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { StreamedMessages } from "../../src/streamed.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { message, refusal } from "../support/scripted.js";

/** `texts`: what the gateway has when it is asked. */
async function openStreamed(texts = []) {
    const rig = await new Rig().open();
    rig.gateway.answers["conversation.watch"] = ({ conversationIDs }) => ({
        conversations: conversationIDs.map((conversationID) => ({
            conversationID,
            streams: conversationID === "c2c_bot" ? texts.map((text) => ({ streamID: "0-1", from: "bot", text })) : [],
        })),
    });
    const streamed = new StreamedMessages(rig.client);
    const changed = [];
    streamed.on("change", ({ conversationID }) => changed.push(conversationID));
    const hear = (offset, text, streamID = "0-1") =>
        rig.gateway.socket.event("message.appended", { conversationID: "c2c_bot", streamID, from: "bot", offset, text });
    const shown = () => streamed.of("c2c_bot").map(({ text }) => text);
    streamed.watch(["c2c_bot"]);
    await settled();
    return { rig, streamed, hear, shown, changed, asked: () => rig.gateway.asked("conversation.watch").length };
}

test("a text goes on behind what was there, and its message takes its place", async () => {
    const { rig, streamed, hear, shown, changed } = await openStreamed(["wörld"]);
    assert.deepEqual(shown(), ["wörld"]);
    hear(6, "!");
    hear(0, "another", "0-2");
    assert.deepEqual(shown(), ["wörld!", "another"]);
    rig.gateway.socket.event("message.new", message("c2c_bot", 1, { from: "bot", streamID: "0-1" }));
    rig.gateway.socket.event("message.ended", { conversationID: "c2c_bot", streamID: "0-2", reason: "stopped" });
    await settled();
    assert.deepEqual([shown(), changed.length], [[], 5]);
    // Another node may tell the text when the message is there.
    hear(0, "wörld!");
    streamed.watch(["c2c_bot"]);
    await settled();
    assert.deepEqual(shown(), []);
    streamed.close();
});

test("behind a hole the gateway is asked for the text", async () => {
    const texts = ["one"];
    const { hear, shown, asked } = await openStreamed(texts);
    texts[0] = "one two three";
    hear(7, " three");
    await settled();
    assert.deepEqual([shown(), asked()], [["one two three"], 2]);
    hear(13, ".");
    assert.deepEqual([shown(), asked()], [["one two three."], 2]);
});

test("a new session watches again, and a text that the gateway has no more is shown no more", async () => {
    const texts = ["half"];
    const { rig, shown, asked } = await openStreamed(texts);
    texts.pop();
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(60_000);
    await settled();
    assert.deepEqual([shown(), asked()], [[], 2]);
});

test("another conversation takes the place of the first, and none ends it", async () => {
    const { rig, streamed, shown } = await openStreamed(["x"]);
    streamed.watch(["group_1"]);
    assert.deepEqual(shown(), []);
    streamed.close();
    await settled();
    const asked = rig.gateway.asked("conversation.watch").map(({ data }) => data.conversationIDs);
    assert.deepEqual(asked, [["c2c_bot"], ["group_1"], []]);
});

test("a refusal is told", async () => {
    const { rig, streamed } = await openStreamed();
    const failed = [];
    streamed.on("failed", ({ code }) => failed.push(code));
    rig.gateway.answers["conversation.watch"] = () => {
        throw refusal("em", 602);
    };
    streamed.watch(["group_9"]);
    await settled();
    assert.deepEqual(failed, [602]);
});

/** The messages of conversations that begin while this device does not hear them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { conversation, message } from "../support/scripted.js";

const count = 6;
const began = { seq: 4, event: "conversation.new", data: { conversations: [conversation("c2c_dan", count)] } };
const seqsOf = (rig) => rig.of("message.new").map(({ seq }) => seq);
const all = Array.from({ length: count }, (_, index) => index + 1);

/** A client with an empty list. Then dan writes for the first time, and six messages, which the client does not hear. */
async function away(options) {
    const rig = new Rig(options);
    rig.gateway.login = () => ({ stream: { seq: 3 } });
    await rig.open();
    Object.assign(rig.gateway.answers, {
        "conversation.list": { conversations: [conversation("c2c_dan", count)], nextSeq: 0, isFinished: true },
        "stream.events": { events: [began], seq: 4, isFinished: true },
        "message.history": ({ cursor }) => ({ messages: all.filter((seq) => seq > cursor).map((seq) => message("c2c_dan", seq)), cursor: count, isFinished: true }),
    });
    return rig;
}

for (const first of ["stream.events", "conversation.list"]) {
    test(`they are fetched when the user's stream has a gap, and ${first} is answered first`, async (t) => {
        const rig = await away({ trace: new Recorder(t, `began-while-away-${first}`) });
        const user = { verdict: "gap", from: 4, to: 4, seq: 4 };
        rig.gateway.login = () => ({ stream: { seq: 4 }, resume: { user, groups: {}, conversations: {}, changes: {} } });
        await rig.gateway.socket.drop(1006);
        rig.gateway.isAnswering = false;
        await rig.clock.advance(1500);
        const { socket } = rig.gateway;
        socket.accept();
        socket.answer({ id: 0, op: "session.open", data: {} });
        socket.event("conversation.syncFinish", { isComplete: false });
        await settled();
        // What can be answered by now is, in this order or the other.
        for (const op of [first, "stream.events", "conversation.list"]) {
            for (const request of rig.gateway.requests.splice(0)) {
                if (request.op === op) socket.answer(request);
                else rig.gateway.requests.push(request);
            }
            await settled();
        }
        rig.gateway.isAnswering = true;
        for (const request of rig.gateway.requests) socket.answer(request);
        await settled();
        assert.deepEqual(seqsOf(rig), all);
    });
}

test("they are fetched when a session is another tab's, and this tab looks at everything again", async () => {
    const rig = await away();
    rig.client.link.emit("login", { reply: { stream: { seq: 4 }, groups: {} } });
    await settled();
    assert.deepEqual(seqsOf(rig), all);
});

test("a connection that is lost between conversation.new and its message loses none", async (t) => {
    const rig = await away({ trace: new Recorder(t, "began-before-loss") });
    rig.gateway.socket.event("conversation.new", { conversations: [conversation("c2c_dan", 1)] }, { stream: "user", seq: 4 });
    await settled();
    const user = { verdict: "recovered", seq: 4, events: [] };
    const conversations = { c2c_dan: { verdict: "recovered", seq: 1, messages: [message("c2c_dan", 1)] } };
    rig.gateway.login = () => ({ stream: { seq: 4 }, resume: { user, groups: {}, conversations, changes: {} } });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.equal(rig.gateway.socket.open.resume.conversations.c2c_dan, 0);
    assert.deepEqual(seqsOf(rig), [1]);
});

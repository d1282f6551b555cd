import assert from "node:assert/strict";
import { test } from "node:test";

import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { refusal } from "../support/scripted.js";

const broadcast = (seq) => ({ seq, type: 0, body: { text: `${seq}` }, time: seq });
const seqsOf = (rig) => rig.of("broadcast.new").map(({ seq }) => seq);

/** The gateway has these in force, and so many in all. */
function serve(rig, inForce, seq) {
    rig.gateway.answers["broadcast.list"] = ({ after }) => {
        const left = inForce.filter((one) => one > after);
        return { broadcasts: left.slice(0, 2).map(broadcast), seq, isFinished: left.length <= 2 };
    };
}

/** A client that has those up to 3, and comes back to this verdict. */
async function resumed(verdict, seq, options) {
    const rig = new Rig(options);
    rig.gateway.login = () => ({ broadcasts: 0 });
    await rig.open();
    for (const one of [1, 2, 3]) rig.gateway.socket.event("broadcast.new", broadcast(one));
    rig.events.length = 0;
    rig.gateway.login = () => ({
        broadcasts: seq,
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {}, broadcasts: verdict },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    return rig;
}

test("a new device gets those in force, and live ones wait behind them", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "broadcasts-new-device") });
    rig.gateway.login = () => ({ broadcasts: 9 });
    serve(rig, [4, 7, 8], 9);
    const list = rig.gateway.answers["broadcast.list"];
    rig.gateway.answers["broadcast.list"] = (data, socket) => {
        if (data.after === 0) socket.event("broadcast.new", broadcast(10));
        return list(data);
    };
    await rig.open();
    assert.deepEqual(seqsOf(rig), [4, 7, 8, 10]);
    assert.equal(rig.client.positions.broadcasts, 10);
});

test("where there is none, nothing is asked for, and live ones are told once", async (t) => {
    const rig = await resumed({ verdict: "recovered", seq: 3, broadcasts: [] }, 3, { trace: new Recorder(t, "broadcasts-none") });
    assert.deepEqual(rig.gateway.asked("broadcast.list"), []);
    assert.equal(rig.gateway.socket.open.resume.broadcasts, 3);
    for (const one of [3, 4, 4]) rig.gateway.socket.event("broadcast.new", broadcast(one));
    assert.deepEqual(seqsOf(rig), [4]);
});

test("what was missed is told once, and holes are no fault", async (t) => {
    const trace = new Recorder(t, "broadcasts-recovered");
    const rig = await resumed({ verdict: "recovered", seq: 9, broadcasts: [5, 8].map(broadcast) }, 9, { trace });
    for (const one of [8, 9, 10]) rig.gateway.socket.event("broadcast.new", broadcast(one));
    assert.deepEqual(seqsOf(rig), [5, 8, 10]);
});

test("a gap is fetched from where the device is", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "broadcasts-gap") });
    serve(rig, [2, 3, 5, 6, 7], 8);
    rig.gateway.login = () => ({ broadcasts: 8 });
    await rig.open();
    assert.deepEqual(seqsOf(rig), [2, 3, 5, 6, 7]);
    serve(rig, [5, 6, 7, 9, 11, 12], 12);
    rig.gateway.login = () => ({
        broadcasts: 12,
        resume: {
            user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {},
            broadcasts: { verdict: "gap", seq: 12, from: 9, to: 12 },
        },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual(seqsOf(rig), [2, 3, 5, 6, 7, 9, 11, 12]);
});

test("after a reset it begins anew", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "broadcasts-reset") });
    rig.gateway.login = () => ({ broadcasts: 0 });
    await rig.open();
    rig.gateway.socket.event("broadcast.new", broadcast(5));
    serve(rig, [1, 2], 2);
    rig.gateway.login = () => ({
        broadcasts: 2,
        resume: {
            user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {},
            broadcasts: { verdict: "reset", seq: 2, from: 1 },
        },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual(seqsOf(rig), [5, 1, 2]);
    assert.equal(rig.client.positions.broadcasts, 2);
});

test("a fetch that fails is told", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "broadcasts-fails") });
    rig.gateway.login = () => ({ broadcasts: 2 });
    rig.gateway.answers["broadcast.list"] = () => {
        throw refusal("gw", 1009, "internal");
    };
    await rig.open();
    assert.deepEqual(rig.of("sync.failed").map(({ stream }) => stream), ["broadcasts"]);
    assert.equal(rig.client.positions.broadcasts, undefined);
});

test("a gateway without broadcasts is asked for none", async () => {
    const rig = new Rig();
    await rig.open();
    assert.deepEqual(rig.gateway.asked("broadcast.list"), []);
    assert.equal("broadcasts" in rig.client.positions, false);
});

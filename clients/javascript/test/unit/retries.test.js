/** Requests whose replies were lost, and gateways that may have forgotten their keys. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";

/** A request without an end whose reply was lost, in a client that comes back after so many hours. */
async function repeatedAfter(hours, { trace, isSent = true, retryHours, key } = {}) {
    const rig = new Rig({ trace });
    rig.gateway.login = () => ({ limits: { requests: { perSecond: 50, burst: 100 }, ...(retryHours && { retryHours }) } });
    await rig.open();
    rig.gateway.isAnswering = false;
    if (!isSent) await rig.gateway.socket.drop(1006);
    const end = rig.client.request("group.create", { name: "Team" }, { timeout: 0, ...(key !== undefined && { key }) }).then(() => "done", ({ name }) => name);
    await settled();
    if (isSent) await rig.gateway.socket.drop(1006);
    const before = rig.gateway.asked("group.create").length;
    rig.clock.time += hours * 3_600_000;
    rig.gateway.isAnswering = true;
    await rig.clock.advance(70_000);
    return [await end, rig.gateway.asked("group.create").length - before];
}

test("a request whose reply was lost is repeated as long as the gateway knows its key, and then fails as maybeDone", async (t) => {
    assert.deepEqual(await repeatedAfter(23, { trace: new Recorder(t, "done-again") }), ["done", 1]);
    assert.deepEqual(await repeatedAfter(24, { trace: new Recorder(t, "maybe-done") }), ["maybeDone", 0]);
    assert.deepEqual(await repeatedAfter(24, { retryHours: 48 }), ["done", 1]);
    assert.deepEqual(await repeatedAfter(2, { retryHours: 1 }), ["maybeDone", 0]);
    // A clock that was set back says nothing.
    assert.deepEqual(await repeatedAfter(-3, { trace: new Recorder(t, "maybe-done-clock-set-back") }), ["maybeDone", 0]);
});

test("a request that was never sent waits as long as it takes, and one without a key is repeated whenever", async (t) => {
    assert.deepEqual(await repeatedAfter(100, { isSent: false, trace: new Recorder(t, "never-sent") }), ["done", 1]);
    assert.deepEqual(await repeatedAfter(100, { key: null }), ["done", 1]);
});

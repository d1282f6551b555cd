import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Sync } from "../../src/sync.js";

const cases = JSON.parse(readFileSync(new URL("../../../conformance/lean.json", import.meta.url), "utf8"));

/** Each turn of the loop has the promises before it done. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

for (const { name, list, early = [], steps, expected } of cases) {
    test(`lean: ${name}`, async () => {
        const shown = new Map();
        let total = null;
        /** @type {(page: object) => void} */
        let answer = () => {};
        const deliver = ({ event, data }) => {
            if (event === "sync.list") shown.clear();
            if (["sync.list", "conversation.new", "conversation.changed"].includes(event)) {
                for (const conversation of data.conversations) shown.set(conversation.conversationID, conversation);
            } else if (event === "conversation.deleted") {
                for (const id of data.conversationIDs) shown.delete(id);
            } else if (event === "conversation.totalUnreadChanged") {
                total = data.total;
            }
        };
        const request = () => new Promise((resolve) => (answer = resolve));
        const sync = new Sync({ request, deliver, user: "alice", gapLimit: 100 });
        const take = (step) => ("own" in step ? sync.own(step.own) : sync.event(structuredClone(step)));
        sync.login({ reply: { stream: { seq: 0 }, groups: {} } });
        await turn();
        for (const step of early) take(step);
        answer({ conversations: list, nextSeq: 0, isFinished: true });
        await turn();
        for (const step of steps) take(step);
        assert.deepEqual([...shown.values()], expected.conversations);
        assert.equal(total, expected.total);
    });
}

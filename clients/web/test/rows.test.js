import assert from "node:assert/strict";
import { test } from "node:test";

import { rowsOf } from "../src/rows.js";

const noon = new Date(2026, 10, 29, 12).getTime();
const message = (seq, from, time = noon + seq * 1000, more = {}) =>
    ({ seq, from, time, type: 0, msgId: `m${seq}`, clientMsgId: `c${seq}`, body: { text: "" }, ...more });
const kinds = (messages, options = {}, unsent = []) =>
    rowsOf({ messages, unsent }, { user: "me", ...options }).map(({ kind }) => kind).join(" ");

test("a day begins with its heading", () => {
    assert.equal(kinds([message(1, "bob"), message(2, "bob", noon + 86_400_000)]), "day message day message");
    assert.equal(kinds([]), "");
});

test("unread messages begin behind what was read, below the heading of their day", () => {
    const messages = [message(1, "bob"), message(2, "me"), message(3, "bob", noon + 86_400_000)];
    assert.equal(kinds(messages, { divider: 1 }), "day message message day unread message");
    assert.equal(kinds(messages, { divider: 3 }), "day message message day message");
    assert.equal(kinds([message(1, "me"), message(2, "me")], { divider: 1 }), "day message message");
});

test("messages of one sender within five minutes are a group", () => {
    const rows = rowsOf(
        {
            messages: [message(1, "bob"), message(2, "bob"), message(3, "eve"), message(4, "eve", noon + 999_000)],
            unsent: [],
        },
        { user: "me" },
    );
    assert.deepEqual(
        rows.slice(1).map(({ starts, ends }) => [starts, ends]),
        [[true, false], [false, true], [true, true], [true, true]],
    );
});

test("an own message keeps its row when it is stored, and one with the time of a slow clock begins no day", () => {
    const entry = { clientMsgId: "c2", time: noon - 5 * 86_400_000, message: { body: {} } };
    const before = rowsOf({ messages: [message(1, "me")], unsent: [entry] }, { user: "me" });
    const after = rowsOf({ messages: [message(1, "me"), message(2, "me")], unsent: [] }, { user: "me" });
    assert.deepEqual(before.map(({ kind }) => kind), ["day", "message", "unsent"]);
    assert.deepEqual(before.map(({ key }) => key), after.map(({ key }) => key));
});

test("notifications and recalled messages are notes, and end a group", () => {
    const messages = [
        message(1, "bob"), message(2, "bob", undefined, { recalled: {} }), message(3, "bob", undefined, { type: 5 }),
    ];
    assert.equal(kinds(messages), "day message recalled note");
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { color, initials } from "../src/avatars.js";
import { partsOf, webAddress } from "../src/links.js";
import { markedParts } from "../src/marks.js";
import { completed, matching, mentionAt, mentionedIn } from "../src/mentions.js";
import { chinese, english, say, textsOf } from "../src/texts.js";
import { dayName, dayOf, shortTime } from "../src/times.js";

const linksIn = (text) => partsOf(text).filter(({ link }) => link).map((part) => part.text);

test("addresses of the web become links, without the signs around them", () => {
    const cases = {
        "See https://example.com/a?b=c#d.": ["https://example.com/a?b=c#d"],
        "(http://example.com)": ["http://example.com"],
        "https://en.wikipedia.org/wiki/Swift_(bird), really": ["https://en.wikipedia.org/wiki/Swift_(bird)"],
        "看https://example.com/图，好吗": ["https://example.com/图"],
        '<a href="https://example.com">': ["https://example.com"],
        "https://a.example/\u202Egpj.exe": ["https://a.example/"],
        "https://a.example and http://b.example": ["https://a.example", "http://b.example"],
    };
    for (const [text, links] of Object.entries(cases)) assert.deepEqual(linksIn(text), links, text);
});

test("nothing else becomes a link", () => {
    const others = ["javascript:alert(1)", "data:text/html,x", "https://", "ftp://a.example", "a.example", "https:a"];
    for (const text of others) {
        assert.deepEqual(linksIn(text), [], text);
    }
    assert.deepEqual(["javascript:alert(1)", "blob:https://a", 7, undefined].map(webAddress), Array(4).fill(undefined));
});

test("the parts of a text are the whole text", () => {
    const text = "@Bob Li: https://example.com, @Bob and me@example.com\n";
    const parts = partsOf(text, [{ user: "bob", name: "Bob" }, { user: "li", name: "Bob Li" }]);
    assert.equal(parts.map((part) => part.text).join(""), text);
    assert.deepEqual(
        parts.filter(({ user }) => user), [{ text: "@Bob Li", user: "li" }, { text: "@Bob", user: "bob" }],
    );
});

test("an @ begins a mention at the beginning and behind a blank", () => {
    assert.deepEqual(mentionAt("@", 1), { start: 0, query: "" });
    assert.deepEqual(mentionAt("Hi @bo there", 6), { start: 3, query: "bo" });
    assert.deepEqual(mentionAt("你好，@大", 5), { start: 3, query: "大" });
    for (const [text, cursor] of [["me@example", 10], ["@bob ", 5], ["no", 2], ["@@", 2]]) {
        assert.equal(mentionAt(text, cursor), undefined, text);
    }
});

test("members are found by the beginnings of their names and by their ids", () => {
    const candidates = [
        ["c1", "Ann Bo"], ["bo7", "Carl"], ["x", "Bob"], ["d", "陈大伟"],
    ].map(([user, name]) => ({ user, name }));
    assert.deepEqual(matching(candidates, "bo", 6).map(({ user }) => user), ["x", "c1", "bo7"]);
    assert.deepEqual(matching(candidates, "大", 6).map(({ user }) => user), ["d"]);
    assert.equal(matching(candidates, "", 2).length, 2);
    assert.deepEqual(matching(candidates, "arl", 6), []);
});

test("a mention is completed, and counts as long as it stands in the text", () => {
    const done = completed("Hi @bo there", 6, { start: 3 }, "Bob Li");
    assert.deepEqual(done, { text: "Hi @Bob Li there", cursor: 11 });
    const picked = [{ user: "li", name: "Bob Li" }, { user: "eve", name: "Eve" }];
    assert.deepEqual(mentionedIn(done.text, picked), ["li"]);
});

test("what was found is marked by Unicode scalars", () => {
    assert.deepEqual(markedParts("😀 ab 😀", [{ start: 2, end: 4 }]), [
        { text: "😀 ", isMarked: false }, { text: "ab", isMarked: true }, { text: " 😀", isMarked: false },
    ]);
    assert.equal(markedParts("x".repeat(90) + "ab", [{ start: 90, end: 92 }])[0].text, "…");
});

test("times are as short as they can be", () => {
    const at = (...parts) => new Date(2026, ...parts).getTime();
    const now = at(10, 29, 14, 30);
    assert.equal(shortTime(at(10, 29, 9, 5), now, "en-GB"), "9:05");
    assert.equal(shortTime(at(10, 28, 23, 59), now, "en"), "Yesterday");
    assert.equal(shortTime(at(10, 25, 1), now, "en"), "Wed");
    assert.equal(shortTime(at(2, 1), now, "en"), "Mar 1");
    assert.equal(shortTime(new Date(2024, 0, 5).getTime(), now, "en"), "1/5/24");
    assert.equal(dayName(now, now, "zh"), "今天");
    assert.equal(dayName(at(10, 25), now, "en"), "Wednesday");
    assert.equal(dayName(at(2, 1), now, "en"), "March 1");
    assert.equal(dayOf(at(10, 29, 0, 0)) - dayOf(at(10, 28, 23, 59)), 1);
});

test("both languages have the same texts with the same values", () => {
    assert.deepEqual(Object.keys(chinese).sort(), Object.keys(english).sort());
    const values = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const name of Object.keys(english)) assert.deepEqual(values(chinese[name]), values(english[name]), name);
    assert.equal(say(english, "hits", { count: 1 }), "1 message");
    assert.equal(say(english, "hits", { count: 2 }), "2 messages");
    assert.deepEqual(
        ["zh", "zh-Hant", "en", "zha"].map((lang) => textsOf(lang) === chinese), [true, true, false, false],
    );
});

test("initials and colors stand for names and ids", () => {
    const names = {
        "Alice Moreau": "AM", alice: "A", 陈大伟: "伟", "": "?", "josé maría pérez": "JP", "bob.lee": "BL",
    };
    for (const [name, shown] of Object.entries(names)) assert.equal(initials(name), shown);
    assert.equal(color("alice"), color("alice"));
    assert.ok(new Set(["alice", "bob", "carol", "dave", "eve"].map(color)).size >= 4);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { Extents } from "../src/extents.js";

const keys = (count) => Array.from({ length: count }, (_, place) => `row ${place}`);

test("rows that were not measured are as high as the others on average", () => {
    const extents = new Extents(50);
    extents.set(keys(10));
    assert.equal(extents.total, 500);
    extents.measure("row 0", 20);
    assert.equal(extents.total, 200);
    extents.measure("row 9", 40);
    assert.equal(extents.total, 300);
    assert.equal(extents.top(1), 20);
});

test("only another height is news", () => {
    const extents = new Extents(50);
    extents.set(keys(2));
    assert.equal(extents.measure("row 0", 30), true);
    assert.equal(extents.measure("row 0", 30.2), false);
    assert.equal(extents.measure("row 0", 31), true);
});

test("the row at each height is found, and those beyond the edges are the first and the last", () => {
    const extents = new Extents(10);
    extents.set(keys(1000));
    for (const [y, place] of [[-5, 0], [0, 0], [9.9, 0], [10, 1], [5555, 555], [9999, 999], [20_000, 999]]) {
        assert.equal(extents.at(y), place, String(y));
    }
});

test("of thousands of rows those that are seen are few", () => {
    const extents = new Extents(50);
    extents.set(keys(5000));
    assert.deepEqual(extents.range(100_000, 700, 400), { first: 1992, end: 2023 });
    assert.deepEqual(extents.range(0, 700, 400), { first: 0, end: 23 });
    assert.deepEqual(extents.range(extents.total - 700, 700, 400), { first: 4978, end: 5000 });
});

test("an empty list has no rows", () => {
    const extents = new Extents(50);
    assert.deepEqual([extents.total, extents.at(10), extents.range(0, 700, 400)], [0, -1, { first: 0, end: 0 }]);
});

test("heights stay with their rows when others come above them, and go with them", () => {
    const extents = new Extents(50);
    extents.set(["b", "c"]);
    extents.measure("b", 100);
    extents.measure("c", 20);
    extents.set(["a", "b", "c"]);
    assert.deepEqual([extents.top(1), extents.top(2), extents.total], [60, 160, 180]);
    extents.set(["a", "c"]);
    assert.deepEqual([extents.top(1), extents.total], [20, 40]);
    assert.equal(extents.place("b"), -1);
});

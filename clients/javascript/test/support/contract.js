/**
 * What each storage does. A test gets `make`, which opens the storage that it is about, anew each time: what another has
 * written is there. The functions use nothing from outside, since they also run in a page.
 */
export const contract = {
    "rows of a space come in the order of their keys": async ({ make, equal }) => {
        const storage = make();
        await storage.write([["b", "2", 2], ["a", "x", { deep: [1] }], ["b", "10", 10], ["b", "", 0]]);
        equal(await storage.range("b"), [["", 0], ["10", 10], ["2", 2]]);
        equal(await make().range("a"), [["x", { deep: [1] }]]);
        equal(await storage.range("none"), []);
    },
    "a range begins at a key, ends before another, and has so many rows": async ({ make, equal }) => {
        const storage = make();
        await storage.write(["a", "b", "c", "d", "é", "\u{1f426}"].map((key) => ["s", key, key]));
        await storage.write([["r", "z", 1], ["t", "", 1]]);
        const keys = async (...bounds) => (await storage.range("s", ...bounds)).map(([key]) => key);
        equal(await keys("b", "d"), ["b", "c"]);
        equal(await keys("bb"), ["c", "d", "é", "\u{1f426}"]);
        equal(await keys("", "b"), ["a"]);
        equal(await keys("b", undefined, 2), ["b", "c"]);
        equal(await keys(undefined, "c", 5), ["a", "b"]);
        equal(await keys("x", "y"), []);
        equal(await keys("b", "b"), []);
    },
    "a write replaces and removes, in the order of its changes": async ({ make, equal }) => {
        const storage = make();
        await storage.write([["s", "a", 1], ["s", "b", 1], ["s", "c", 1]]);
        await storage.write([["s", "a", 2], ["s", "b"], ["s", "d", 1], ["s", "d"], ["s", "e"], ["s", "c", undefined], ["s", "c", 3]]);
        equal(await make().range("s"), [["a", 2], ["c", 3]]);
    },
    "a write is done in all, or not at all": async ({ make, equal, rejects }) => {
        const storage = make();
        await storage.write([["s", "a", 1]]);
        await rejects(storage.write([["s", "a", 2], ["s", "b", () => {}]]));
        equal(await make().range("s"), [["a", 1]]);
        await storage.write([["s", "c", 3]]);
        equal(await make().range("s"), [["a", 1], ["c", 3]]);
    },
    "values are handed out, and taken in, as copies": async ({ make, equal }) => {
        const storage = make();
        const value = { list: [1] };
        await storage.write([["s", "a", value]]);
        value.list.push(2);
        const [[, read]] = await storage.range("s");
        read.list.push(3);
        equal(await storage.range("s"), [["a", { list: [1] }]]);
    },
    "writes that are asked for at once are done in their order": async ({ make, equal }) => {
        const storage = make();
        await Promise.all([1, 2, 3, 4, 5].map((value) => storage.write([["s", "a", value], ["s", `${value}`, value]])));
        equal(await storage.range("s", "a"), [["a", 5]]);
        equal((await make().range("s")).length, 6);
    },
    "clearing removes everything": async ({ make, equal }) => {
        const storage = make();
        await storage.write([["a", "1", 1], ["b", "1", 1]]);
        await storage.clear();
        equal([await storage.range("a"), await make().range("b")], [[], []]);
        await storage.write([["a", "2", 2]]);
        equal(await make().range("a"), [["2", 2]]);
    },
    "clearing leaves the spaces that are to be kept": async ({ make, equal }) => {
        const storage = make();
        await storage.write(["a", "draft", "m", "outbox", "z"].map((space) => [space, "1", space]));
        await storage.clear(["outbox", "draft"]);
        const left = await Promise.all(["a", "draft", "m", "outbox", "z"].map((space) => make().range(space)));
        equal(left, [[], [["1", "draft"]], [], [["1", "outbox"]], []]);
    },
    "what is closed is opened again when it is used": async ({ make, equal }) => {
        const storage = make();
        await storage.write([["s", "a", 1]]);
        storage.close?.();
        await storage.write([["s", "b", 2]]);
        equal(await storage.range("s"), [["a", 1], ["b", 2]]);
    },
};

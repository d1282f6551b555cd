/** The storage in the browser's own IndexedDB does what the contract of storages says. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { contract } from "../support/contract.js";
import { Site } from "../support/site.js";

let browser, site, page;

before(async () => {
    site = await Site.start();
    browser = await Chromium.start();
    page = await (await browser.context()).open(`${site.url}/none`);
    await page.evaluate(`(async () => {
        const { IndexedDBStorage } = await import("/client/index.js");
        const text = (value) => JSON.stringify(value);
        const equal = (one, other) => {
            if (text(one) !== text(other)) throw new Error(text(one) + " is not " + text(other));
        };
        const rejects = (promise) => promise.then(() => { throw new Error("it was not refused"); }, () => {});
        let count = 0;
        window.check = async (rule) => {
            const name = "contract-" + count++;
            await rule({ make: () => new IndexedDBStorage(name), equal, rejects });
        };
    })()`);
});
after(async () => {
    await browser.stop();
    await site.stop();
});

for (const [rule, check] of Object.entries(contract)) {
    test(rule, () => page.evaluate(`check(${check})`));
}

test("a database of release 0.3 goes over", async () => {
    const moved = await page.evaluate(`(async () => {
        const { IndexedDBStorage } = await import("/client/index.js");
        const opening = indexedDB.open("former", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("values");
        await new Promise((resolve) => (opening.onsuccess = resolve));
        const former = opening.result;
        // As that release does.
        former.onversionchange = () => former.close();
        const transaction = former.transaction("values", "readwrite");
        const values = { "outbox/m1": { clientMsgId: "m1" }, positions: { user: 4 }, "position/c2c_bob": { turn: 1 } };
        for (const [name, value] of Object.entries(values)) transaction.objectStore("values").put(value, name);
        await new Promise((resolve) => (transaction.oncomplete = resolve));
        const storage = new IndexedDBStorage("former");
        return Promise.all(["outbox", "meta", "position"].map((space) => storage.range(space)));
    })()`);
    assert.deepEqual(moved, [[["m1", { clientMsgId: "m1" }]], [["streams", { user: 4 }]], [["c2c_bob", { turn: 1 }]]]);
});

/** How evenly a long thread of clients/web scrolls in Chromium, and how much of it is in the page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { find, openChat, says } from "../support/shadow.js";
import { Site } from "../support/site.js";

const messages = 5000;
const wheelSteps = 300;
const words = "of some length, as people write them when they have something to tell ".split(" ");
let browser, site;

before(async () => {
    site = await Site.start({ requests: { perSecondPerSession: 1000, burstPerSession: 2000 } });
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

/** From one word to several lines. */
const text = (number) =>
    `${number}: ${Array.from({ length: 1 + (number * 7) % 60 }, (_, index) => words[index % words.length]).join(" ")}`;

async function writeAll() {
    await site.gateway.makeAccounts("alice", "bob");
    const begin = Date.now() - 2 * 86_400_000;
    for (let first = 0; first < messages; first += 500) {
        const { results } = await site.gateway.ask("admin.message.import", {
            messages: Array.from({ length: 500 }, (_, index) => first + index).map((number) => {
                const from = number % 5 < 3 ? "bob" : "alice";
                return {
                    conversationID: from === "bob" ? "c2c_alice" : "c2c_bob", from, clientMsgId: `m${number}`,
                    time: begin + number * 30_000, type: 0, body: { text: text(number) },
                };
            }),
        });
        for (const { code } of results) assert.equal(code, 0);
    }
}

test("a thread of 5,000 messages scrolls frame by frame, with few of them in the page", async (context) => {
    await writeAll();
    const page = await (await browser.context()).open(site.url);
    await page.look({ width: 1000, height: 800, scheme: "light" });
    await page.evaluate(`localStorage.setItem("chat.user", "alice")`);
    await page.reload();
    await openChat(page, "bob");
    await page.until(says("li", `${messages - 1}: `));
    // All are read before, so that what is measured is the list.
    await page.evaluate(`(async () => {
        while (!chat.store.view("c2c_bob").isComplete) await chat.store.older("c2c_bob");
    })()`);
    assert.equal(await page.evaluate(`chat.store.view("c2c_bob").messages.length`), messages);
    await page.evaluate(`void (() => {
        window.frames = [];
        window.most = 0;
        const list = ${find(".scroller ol")};
        let last = performance.now();
        requestAnimationFrame(function frame(now) {
            frames.push(now - last);
            last = now;
            most = Math.max(most, list.children.length);
            window.timer = requestAnimationFrame(frame);
        });
    })()`);
    // The thread's own time does not count the others that the machine works for.
    await page.call("Performance.enable", { timeDomain: "threadTicks" });
    const worked = async () =>
        (await page.call("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    const before = await worked();
    for (let step = 0; step < wheelSteps; step++) {
        const deltaY = step < wheelSteps / 2 ? -240 : 200;
        await page.call("Input.dispatchMouseEvent", { type: "mouseWheel", x: 700, y: 400, deltaX: 0, deltaY });
    }
    const work = (await worked()) - before;
    const { frames, most, top } = await page.evaluate(`(cancelAnimationFrame(timer), ({
        frames: frames.slice(5), most, top: ${find(".scroller")}.scrollTop,
    }))`);
    frames.sort((one, other) => one - other);
    const share = (part) => frames[Math.floor((frames.length - 1) * part)].toFixed(1);
    context.diagnostic(`measured: ${frames.length} frames, 50 % ≤ ${share(0.5)} ms, 95 % ≤ ${share(0.95)} ms, ` +
        `the longest ${share(1)} ms; ${(work / frames.length).toFixed(1)} ms of work a frame; ` +
        `at most ${most} of ${messages} rows in the page`);
    assert.ok(top > 0);
    assert.ok(most <= 80, String(most));
    assert.ok(work / frames.length < 30, String(work / frames.length));
});

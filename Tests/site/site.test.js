/** The site of scripts/site in Chromium, from its files: search, both languages, versions, dark, and on a phone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../../clients/javascript/test/support/chromium.js";
import { shot } from "../../clients/javascript/test/support/shot.js";

const root = new URL("../../out/site/", import.meta.url).href;
let browser, page;

before(async () => {
    browser = await Chromium.start();
    page = await (await browser.context()).open("about:blank");
    await page.look({ width: 1280, height: 800, scheme: "light" });
    await page.go(`${root}index.html`);
    await page.until(`document.querySelector("main h1")?.innerText === "Where to begin"`);
});
after(() => browser?.stop());

/** What is found for some words, best first. */
async function find(words) {
    await page.evaluate(`document.querySelector("input").focus()`);
    await page.evaluate(`document.querySelector("input").value = ""`);
    await page.type(words);
    await page.until(`document.querySelectorAll("#results li").length > 0`);
    return page.evaluate(`[...document.querySelectorAll("#results a")].map((link) => link.firstChild.textContent)`);
}

/** Does what leads to another page, and waits until that is there. */
async function follow(act) {
    const loaded = new Promise((resolve) => (page.loaded = resolve));
    await act();
    await loaded;
    return page.evaluate(`document.querySelector("main h1").innerText`);
}

const click = (selector) => page.evaluate(`document.querySelector('${selector}').click()`);

test("the start page leads to each subject by what one wants to do", async () => {
    await shot(page, "site-start");
    assert.equal(await follow(() => click('main a[href$="first-call.html"]')), "A first call");
    assert.equal(await page.evaluate(`document.querySelector("nav [aria-current]").innerText`), "A first call");
    await shot(page, "site-page");
});

test("search finds operations and headings, and Enter goes there", async () => {
    assert.equal((await find("message.recall"))[0], "Operations and events › message.recall");
    await shot(page, "site-search");
    assert.equal(await follow(() => page.press("Enter")), "Operations and events");
    assert.equal(await page.evaluate("location.hash"), "#messagerecall");
    assert.match((await find("admin key"))[0], /admin key/i);
    await page.press("Escape");
    assert.equal(await page.evaluate(`document.querySelector("#results").hidden`), true);
});

test("Chinese pages lead to English ones and back, and are searched", async () => {
    await page.go(`${root}main/docs/zh-CN/pushes.html`);
    assert.ok((await find("免打扰")).length > 1);
    await shot(page, "site-chinese");
    assert.equal(await follow(() => click(".other")), "Pushes");
});

test("another version shows the same page", async () => {
    await page.until(`[...document.querySelector("select").options].map(({ text }) => text).join() === "before,main"`);
    const title = await follow(() => page.evaluate(`{
        const select = document.querySelector("select");
        select.value = "before";
        select.dispatchEvent(new Event("change"));
    }`));
    assert.equal(title, "Pushes");
    assert.match(await page.evaluate("location.pathname"), /\/before\/docs\/pushes\.html$/);
});

test("a page is readable in the dark and on a phone", async () => {
    await page.look({ width: 1280, height: 800, scheme: "dark" });
    await shot(page, "site-dark");
    await page.look({ width: 390, height: 844, scheme: "dark" });
    for (const name of ["README", "operations", "backends", "zh-CN/README", "protocol"]) {
        await page.go(`${root}main/docs/${name}.html`);
        const wide = `document.documentElement.scrollWidth > document.documentElement.clientWidth`;
        assert.equal(await page.evaluate(wide), false, `${name} is wider than its window`);
    }
    await shot(page, "site-phone");
    await click("button.menu");
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector("#menu")).display`), "block");
    assert.deepEqual(page.problems, []);
});

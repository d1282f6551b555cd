/** Names and typing in Chromium, in several tabs of one user. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";
import { isOpen, openTab } from "../support/tab.js";

let browser, site;

before(async () => {
    site = await Site.start();
    await site.gateway.makeAccounts("alice", "bob");
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

async function open(context, user) {
    const page = await openTab(context, site, user);
    await page.until(isOpen);
    await page.evaluate(`(async () => {
        const [{ People }, { Typing }] = await Promise.all(["people", "typing"].map((name) => import("/client/" + name + ".js")));
        window.people = new People(client);
        window.typing = new Typing(client);
        window.seen = [];
        people.on("change", () => seen.push(people.name("bob")));
    })()`);
    return page;
}

test("all tabs show the names that one of them has changed, and who is typing", async () => {
    const context = await browser.context();
    const tabs = [await open(context, "alice"), await open(context, "alice")];
    const bob = await open(await browser.context(), "bob");
    await bob.evaluate(`client.request("profile.modifySelf", { values: { nickname: "Bob" } })`);
    await bob.evaluate(`client.send("c2c_alice", "Hello").then(() => {})`);
    for (const page of tabs) {
        await page.evaluate(`people.look(["bob"])`);
        await page.until(`people.name("bob") === "Bob"`);
    }
    await tabs[0].evaluate(`client.request("friend.add", { userID: "bob", remark: "Bobby" })`);
    for (const page of tabs) await page.until(`people.name("bob") === "Bobby"`);
    await tabs[1].evaluate(`client.request("friend.modify", { userID: "bob", values: { remark: "Robbie" } })`);
    for (const page of tabs) await page.until(`people.name("bob") === "Robbie"`);
    await bob.evaluate(`typing.write("c2c_alice")`);
    for (const page of tabs) await page.until(`typing.of("c2c_bob").includes("bob")`);
    await bob.evaluate(`void client.send("c2c_alice", "Are you there?"), typing.stop("c2c_alice")`);
    for (const page of tabs) await page.until(`typing.of("c2c_bob").length === 0`);
    for (const page of tabs) assert.equal((await page.evaluate("seen")).at(-1), "Robbie");
    for (const page of [...tabs, bob]) await page.close();
});

test("the tab that takes the connection over goes on to show the names of now", async () => {
    const context = await browser.context();
    const tabs = [await open(context, "alice"), await open(context, "alice")];
    const leads = await Promise.all(tabs.map((page) => page.evaluate("client.link.leads")));
    const [leader, other] = leads[0] ? tabs : [tabs[1], tabs[0]];
    await other.evaluate(`people.look(["bob"])`);
    await other.until(`people.profile("bob") !== undefined`);
    await leader.close();
    await other.until(`client.link.leads && client.state.name === "open"`);
    await site.gateway.ask("profile.modifySelf", { values: { nickname: "Robert" } }, "bob");
    await site.gateway.ask("friend.modify", { userID: "bob", values: { remark: "" } }, "alice");
    await other.until(`people.name("bob") === "Robert"`);
    await other.close();
});

/** Pages of others, opened in the browser of an operator who is signed in: nothing is done, nothing is told. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { Chromium } from "../../clients/javascript/test/support/chromium.js";
import { until } from "../../clients/javascript/test/support/until.js";
import { Operated } from "./support/operated.js";

let browser, operated, context, console_, other;

before(async () => {
    operated = await Operated.start();
    other = createServer((request, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Prizes</title><body></body>"));
    await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
    browser = await Chromium.start();
    context = await browser.context();
    console_ = await context.open(operated.url);
    await operated.signIn(console_);
});
after(async () => {
    await browser?.stop();
    other?.close();
    await operated?.stop();
});

/** Of the same site, so that the browser sends the cookie; and of another one. */
const hosts = ["127.0.0.1", "localhost"];
const hostile = (host) => context.open(`http://${host}:${other.address().port}/`);

/** How many requests the gateway has refused. */
async function refused() {
    const page = await (await fetch(new URL("/metrics", operated.url))).text();
    return Number(/^martlet_http_responses_total\{status="403"\} (\d+)$/m.exec(page)?.[1] ?? 0);
}

async function stateIsUntouched() {
    const { sessions, disabled } = await operated.gateway.ask("admin.user.state", { userID: "alice" });
    assert.deepEqual([sessions.length, disabled], [1, false]);
    const answer = await console_.evaluate(`fetch("session").then(({ status }) => status)`);
    assert.equal(answer, 200, "the operator is no longer signed in");
}

for (const host of hosts) {
    test(`a page of ${host} sends requests, and nothing is done`, async () => {
        const page = await hostile(host);
        const before = await refused();
        const attempts = [
            ["api/admin.session.kick", { userID: "alice" }],
            ["api/admin.account.disable", { userIDs: ["alice"] }],
            ["session", { name: "tests", secret: operated.secret }],
        ];
        for (const [path, data] of attempts) {
            const url = JSON.stringify(operated.url + path);
            const body = JSON.stringify(JSON.stringify(data));
            // By a script: simple, with the headers that the console has, and read.
            for (const options of [
                `{ method: "POST", mode: "no-cors", credentials: "include", body: ${body} }`,
                `{ method: "POST", credentials: "include", headers: { "Content-Type": "application/json", "Martlet-Console": "x" }, body: ${body} }`,
            ]) await page.evaluate(`fetch(${url}, ${options}).then(() => 0, () => 0)`);
            // By a form, in a frame.
            await page.evaluate(`{
                const frame = document.createElement("iframe");
                frame.name = ${JSON.stringify(path)};
                const form = document.createElement("form");
                Object.assign(form, { action: ${url}, method: "post", enctype: "text/plain", target: frame.name });
                const input = document.createElement("input");
                input.name = ${body};
                form.append(input);
                document.body.append(frame, form);
                form.submit();
            }`);
        }
        await until(async () => (await refused()) >= before + 3 * attempts.length, { show: refused });
        await stateIsUntouched();
        for (const path of ["session", "api/admin.ping"]) {
            const told = await page.evaluate(`fetch(${JSON.stringify(operated.url + path)}, { credentials: "include" }).then((response) => response.text(), () => "nothing")`);
            assert.equal(told, "nothing");
        }
        await page.evaluate(`new Promise((resolve) => {
            const script = document.createElement("script");
            script.src = ${JSON.stringify(`${operated.url}session`)};
            script.onerror = script.onload = resolve;
            document.body.append(script);
        })`);
        await stateIsUntouched();
        await page.close();
    });

    test(`a page of ${host} shows the console in a frame, and the browser shows nothing`, async () => {
        const page = await hostile(host);
        const told = [];
        const hear = page.hear.bind(page);
        page.hear = (method, params) => {
            if (method === "Log.entryAdded") told.push(params.entry.text);
            hear(method, params);
        };
        await page.call("Log.enable");
        for (const [tag, source] of [["iframe", "src"], ["object", "data"], ["embed", "src"]]) {
            told.length = 0;
            await page.evaluate(`{
                const frame = document.createElement(${JSON.stringify(tag)});
                frame.setAttribute(${JSON.stringify(source)}, ${JSON.stringify(operated.url)});
                document.body.append(frame);
            }`);
            const end = Date.now() + 10_000;
            while (!told.some((text) => text.includes("frame-ancestors"))) {
                assert.ok(Date.now() < end, `${tag} was not refused: ${told}`);
                await new Promise((resolve) => setTimeout(resolve, 30));
            }
        }
        await stateIsUntouched();
        await page.close();
    });
}

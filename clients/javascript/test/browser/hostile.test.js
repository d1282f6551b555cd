/** Files with scripts in them, opened and embedded in a browser: nothing runs, and nothing is shown that may not be. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { Chromium } from "../support/chromium.js";
import { Site } from "../support/site.js";

const script = `try { top.ran = true; } catch {} globalThis.ran = true; parent.postMessage("ran", "*");`;
const html = `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script}</script></body></html>`;
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\ntrailer<</Root 1 0 R>>";
/** Type, name, bytes, and whether it may be shown. */
const files = [
    ["text/html", "a.html", html, false],
    ["text/html", "cat.png", html, false],
    ["application/xhtml+xml", "a.xhtml", html, false],
    ["image/svg+xml", "a.svg", `<svg xmlns="http://www.w3.org/2000/svg" onload='${script}'><script>${script}</script></svg>`, false],
    ["text/xml", "a.xml", `<?xml version="1.0"?><x><script xmlns="http://www.w3.org/1999/xhtml">${script}</script></x>`, false],
    ["application/pdf", "a.pdf", pdf, false],
    ["text/javascript", "a.js", script, false],
    ["text/plain", "a.txt", html, false],
    ["application/octet-stream", "a.html", html, false],
    // A picture to some, a page to others.
    ["image/png", "a.html", Buffer.concat([png, Buffer.from(html)]), true],
];
let browser, site;

before(async () => {
    site = await Site.start();
    await site.gateway.makeAccounts("alice");
    browser = await Chromium.start();
});
after(async () => {
    await browser.stop();
    await site.stop();
});

/** The URL of an upload of alice's. */
async function upload(type, name, content) {
    const bytes = Buffer.from(content);
    const sha256 = createHash("sha256").update(bytes).digest("base64url");
    const { mediaID, upload } = await site.gateway.ask("media.prepare", { type, name, size: bytes.length, sha256 }, "alice");
    const at = (path) => `http://127.0.0.1:${site.gateway.port}${path}`;
    if (upload) {
        const { status } = await fetch(at(upload.url), { method: "PUT", body: bytes });
        assert.equal(status, 204);
        const { state } = await site.gateway.ask("media.complete", { mediaID }, "alice");
        assert.equal(state, "ready");
    }
    const { urls } = await site.gateway.ask("media.url", { mediaIDs: [mediaID] }, "alice");
    return at(urls[0].url);
}

/** What runs of it where another page has it in itself, in each way that there is. */
const ranWithin = (page, url) => page.evaluate(`(async () => {
    const heard = [];
    addEventListener("message", ({ data }) => heard.push(data));
    await Promise.all(["iframe", "object", "embed", "script", "img"].map((name) => new Promise((done) => {
        const element = document.createElement(name);
        element[name === "object" ? "data" : "src"] = ${JSON.stringify(url)};
        element.onload = element.onerror = done;
        setTimeout(done, 1000);
        document.body.append(element);
    })));
    await new Promise((done) => setTimeout(done, 200));
    return [...heard, ...(globalThis.ran ? ["ran here"] : [])];
})()`);
const openPage = async () => (await browser.context()).open(`${site.url}/none`);

for (const [type, name, content, isShown] of files) {
    test(`${type} as ${name}`, async () => {
        const url = await upload(type, name, content);
        const page = await openPage();
        assert.deepEqual(await ranWithin(page, url), []);
        // And as a page of its own.
        const { errorText } = await page.call("Page.navigate", { url });
        assert.equal(errorText, isShown ? undefined : "net::ERR_ABORTED", "shown or saved");
        await page.until(`document.readyState === "complete"`);
        assert.equal(await page.evaluate("location.href"), isShown ? url : `${site.url}/none`);
        if (isShown) assert.equal(await page.evaluate("document.contentType"), type);
        assert.equal(await page.evaluate("globalThis.ran"), undefined);
        await page.close();
    });
}

test("elsewhere the same scripts run", async () => {
    const server = createServer(({ url }, response) => {
        const isPage = url === "/page";
        response.writeHead(200, { "Content-Type": isPage ? "text/html" : "text/javascript" }).end(isPage ? html : script);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
        for (const path of ["page", "script"]) {
            const page = await openPage();
            const ran = await ranWithin(page, `http://127.0.0.1:${server.address().port}/${path}`);
            assert.ok(ran.length > 0, path);
            await page.close();
        }
    } finally {
        server.close();
    }
});

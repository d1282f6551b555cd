/** A stranger's first day with the Debian package: each step is a snippet of the pages that the package brings, as it stands there. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { watched } from "../../clients/javascript/test/support/children.js";
import { Chromium } from "../../clients/javascript/test/support/chromium.js";
import { until } from "../../clients/javascript/test/support/until.js";
import { out, root, run, Service } from "../day/support/machine.js";

const installed = "/usr/share/doc/martlet";
const configuration = "/etc/martlet/martlet.json5";
const service = new Service();
let browser, backend, hook;

before(() => {
    // This machine has root alone, and no systemd.
    writeFileSync("/usr/local/bin/sudo", '#!/bin/sh\nexec "$@"\n');
    chmodSync("/usr/local/bin/sudo", 0o755);
});
after(async () => {
    await browser?.stop();
    backend?.kill();
    hook?.kill();
    await service.stop();
});

/** The snippets of a section of a page, of that language, without the page's indentation. */
function snippets(page, section, language = "sh") {
    const [, text] = `\n${readFileSync(page, "utf8")}`.split(`\n${section}\n`);
    assert.ok(text, `${page} has no ${section}`);
    const own = text.split(/\n#+ /)[0];
    return [...own.matchAll(new RegExp(`\n( *)\`\`\`${language}\n([^\`]*)\`\`\``, "g"))].map(([, indent, lines]) => lines.replaceAll(`\n${indent}`, "\n").trim());
}

/** Types the lines of a snippet; what systemd would do is done in its place. Gives what they print. */
async function type(snippet) {
    let printed = "";
    for (const part of snippet.split(/^(sudo systemctl restart martlet)$/m)) {
        if (part.startsWith("sudo systemctl")) {
            assert.equal(await service.stop(), 0);
            await service.start();
        } else printed += run("bash", "-euc", part);
    }
    return printed;
}

const key = () => JSON.parse(readFileSync("/etc/martlet/admin.json", "utf8")).keys[0];

test("the package is installed as docs/deploying.md says, and its unit starts", async () => {
    const [install] = snippets(`${root}docs/deploying.md`, "## The Debian package");
    const [, line] = install.split("\n");
    const [package_] = readdirSync(out).filter((name) => name.endsWith(".deb"));
    assert.match(line, /^sudo apt install \.\/out\/martlet_[\d.]+_amd64\.deb$/);
    assert.ok(line.endsWith(`/${package_}`), `${line} installs another package than ${package_}`);
    run("bash", "-euc", `cd /; ${line.replace("./out/", out)}`);
    await service.start();
    for (const file of ["keys.json", "admin.json"]) {
        assert.equal(run("stat", "--format", "%U:%G %a", `/etc/martlet/${file}`), "root:martlet 640\n");
    }
    assert.equal(run("martlet", "version").split("\n")[0], `martlet ${package_.split("_")[1]}`);
});

test("an operator signs in to the console with the key that the package has made", async () => {
    const [ping] = snippets(`${installed}/docs/deploying.md`, "## The Debian package").slice(1);
    const printed = await type(ping);
    assert.match(printed, /^key +admin$/m);
    const [, secret] = /"secret": "(.*)"/.exec(printed);
    browser = await Chromium.start();
    const page = await (await browser.context()).open("http://127.0.0.1:7751/");
    await page.look({ width: 1280, height: 800, scheme: "light" });
    await page.until(`document.querySelector("#field-name") !== null`);
    await page.evaluate(`document.querySelector("#field-name").focus()`);
    await page.type("admin");
    await page.press("Tab");
    await page.type(secret);
    await page.press("Enter");
    await page.until(`!document.querySelector("#console").hidden && document.body.innerText.includes("Ready")`);
    await page.screenshot(`${out}console.png`);
    assert.deepEqual(page.problems, []);
});

test("martlet ctl asks as docs/ctl.md says, and a key of one's own is made as it says", async () => {
    const page = `${installed}/docs/ctl.md`;
    assert.match(await type(snippets(page, "# Asking a running gateway: `martlet ctl`")[0]), /^version +\d/);
    // Where there is no file of admin keys.
    run("mv", "/etc/martlet/admin.json", "/etc/martlet/former.json");
    const [make, add] = snippets(page, "## The key");
    assert.match(await type(make), /^The configuration is fine, as the user martlet sees it\.$/m);
    assert.notEqual(key().secret, JSON.parse(readFileSync("/etc/martlet/former.json", "utf8")).keys[0].secret);
    assert.match(await type(add), /^keys +fine$/m);
    assert.match(run("bash", "-euc", `martlet ctl ping --key anna --config ${configuration}`), /^key +anna$/m);
});

test("what the package's configuration names is not for other users", () => {
    const asNobody = ["--reuid", "nobody", "--regid", "nogroup", "--clear-groups"];
    assert.throws(() => run("setpriv", ...asNobody, "cat", "/etc/martlet/admin.json"), /Permission denied/);
    assert.throws(() => run("setpriv", ...asNobody, "martlet", "config", "check", "--config", configuration), /As the user nobody sees it/);
});

test("a backend hears its first webhook as docs/events.md says, and asks as docs/backends.md says", async () => {
    const page = `${installed}/docs/events.md`;
    const section = "## Setting an endpoint up";
    const [listen, configure] = snippets(page, section);
    const [secret, hear] = listen.split("\n");
    await type(secret);
    const log = openSync(`${out}backend.log`, "a");
    backend = watched(spawn("bash", ["-euc", `exec ${hear.replace("sudo ", "")}`], { stdio: ["ignore", log, log] }));
    const [endpoint] = snippets(page, section, "json5");
    const text = readFileSync(configuration, "utf8");
    writeFileSync(configuration, text.replace(/\}\s*$/, `${endpoint}\n}\n`));
    assert.match(await type(configure), /"created":true/);
    const heard = () => readFileSync(`${out}backend.log`, "utf8");
    await until(() => heard().includes('account.created {"userID": "alice"'), { seconds: 30, show: heard });

    const backends = `${installed}/docs/backends.md`;
    const [[ask], [account]] = ["## A first request", "## Accounts"].map((section) => snippets(backends, section));
    const answers = run("bash", "-euc", `${ask}\necho\n${account}`).split("\n");
    assert.equal(JSON.parse(answers[0]).ok.key, "admin");
    assert.deepEqual(JSON.parse(answers[1]).ok.results.map(({ created }) => created), [false, true]);
    await until(() => heard().includes('account.created {"userID": "bob"'), { seconds: 30, show: heard });
});

test("a hook refuses as docs/hooks.md says what a user sends as docs/http.md says", async () => {
    const page = `${installed}/docs/hooks.md`;
    const [[listen], [endpoint]] = [snippets(page, "# Hooks"), snippets(page, "# Hooks", "json5")];
    const [secret, decide] = listen.split("\n");
    await type(secret);
    hook = watched(spawn("bash", ["-euc", `exec ${decide.replace("sudo ", "")}`], { stdio: "ignore" }));
    writeFileSync(configuration, readFileSync(configuration, "utf8").replace(/\}\s*$/, `${endpoint}\n}\n`));
    await type("sudo systemctl restart martlet");
    const [send] = snippets(`${installed}/docs/http.md`, "# The API over HTTP");
    const token = run("martlet", "token", "--key-file", "/etc/martlet/keys.json", "--user", "alice").trim();
    const say = (text) => run("bash", "-euc", `TOKEN=${token}\n${send.replace("https://chat.example.com", "http://127.0.0.1:7750").replace("Hello, Bob", text)}`);
    assert.equal(JSON.parse(say("This is spam")).error.message, "No advertisements, please.");
    assert.equal(JSON.parse(say("Hello, Bob")).ok.conversationID, "c2c_bob");
});

test("every page of the package is where its links lead", () => {
    assert.ok(existsSync(`${installed}/docs/operating.md`));
    const pages = run("find", installed, "-name", "*.md").trim().split("\n");
    const astray = pages.flatMap((page) =>
        [...readFileSync(page, "utf8").matchAll(/\]\(([^)#:\s]+)[)#]/g)]
            .map(([, target]) => target)
            .filter((target) => !existsSync(`${page.slice(0, page.lastIndexOf("/"))}/${target}`))
            .map((target) => `${page}: ${target}`));
    assert.deepEqual(astray, []);
    assert.ok(pages.length > 100);
});

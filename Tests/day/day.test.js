/** A day in the life of a gateway: installed, used, watched, looked into, saved, and replaced by its next version. */
import assert from "node:assert/strict";
import { randomBytes, X509Certificate, createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { after, test } from "node:test";

import { Chromium } from "../../clients/javascript/test/support/chromium.js";
import { until } from "../../clients/javascript/test/support/until.js";
import { audit, ctl, host, out, root, run, serve, Service } from "./support/machine.js";

const service = new Service();
const servers = [];
const secret = randomBytes(32).toString("hex");
const store = "/var/lib/martlet/martlet.sqlite";
let browser, alice, bob, console_;

after(async () => {
    await browser?.stop();
    await service.stop();
    for (const server of servers) server.kill("SIGTERM");
});

/** A page of the example chat, of a user in a browser of its own. */
async function chat(user) {
    const page = await (await browser.context()).open("http://127.0.0.1:8080/");
    await page.look({ width: 900, height: 640, scheme: "light" });
    await page.until(`document.querySelector("#sign-in input") !== null`);
    await page.evaluate(`document.querySelector("#sign-in input").focus()`);
    await page.type(user);
    await page.press("Enter");
    await page.until(`window.chat?.client?.state.name === "open"`);
    return page;
}

const send = (page, to, text) => page.evaluate(`chat.client.send("c2c_${to}", ${JSON.stringify(text)}).then(() => true)`);
const texts = (page, other) =>
    page.evaluate(`chat.client.history("c2c_${other}").then(({ messages }) => messages.map(({ body }) => body.text ?? ""))`);
/** The status of a request with a bad token, through nginx from an address of the client's. */
const refusedFrom = (localAddress) =>
    new Promise((resolve, reject) => {
        const headers = { Host: host, Authorization: "Bearer none", "Content-Type": "application/json" };
        const options = { host: "127.0.0.1", localAddress, path: "/v1/api/conversation.list", method: "POST", headers, rejectUnauthorized: false };
        request(options, (response) => resolve(response.resume().statusCode)).on("error", reject).end("{}");
    });
const says = (text) => `document.body.innerText.includes(${JSON.stringify(text)})`;

test("the package is installed, configured, and started as its unit says", async () => {
    run("dpkg", "--install", `${out}before.deb`);
    // The version before may make none.
    writeFileSync("/etc/martlet/admin.json", JSON.stringify({ keys: [{ name: "office", secret }] }), { mode: 0o600 });
    run("chown", "martlet:martlet", "/etc/martlet/admin.json");
    const settings = {
        listen: { address: "127.0.0.1", port: 7750, serves: ["sessions", "api"] },
        admin: { listen: "127.0.0.1:7751" },
        auth: { keysFile: "/etc/martlet/keys.json", adminKeysFile: "/etc/martlet/admin.json" },
        origins: { allowed: ["http://127.0.0.1:8080"] },
        proxy: { trusted: ["127.0.0.1"], protocol: "required" },
        data: { directory: "/var/lib/martlet" },
    };
    writeFileSync("/etc/martlet/martlet.json5", JSON.stringify(settings));
    run("martlet", "config", "check", "--config", "/etc/martlet/martlet.json5");
    await service.start();
    assert.equal((await fetch("http://127.0.0.1:7751/healthz")).status, 200);
});

test("two users chat through nginx, with TLS and the PROXY protocol", async () => {
    mkdirSync("/etc/nginx/tls", { recursive: true });
    const names = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", ...names,
        "-keyout", "/etc/nginx/tls/privkey.pem", "-out", "/etc/nginx/tls/fullchain.pem");
    const modules = "load_module /usr/lib/nginx/modules/ngx_stream_module.so;";
    const sample = readFileSync(`${root}deploy/nginx/martlet-stream.conf`, "utf8");
    writeFileSync("/etc/nginx/nginx.conf", `${modules}\nuser root; daemon off; events {}\n${sample}`);
    servers.push(await serve("nginx", 443, "nginx", []));
    const keys = ["/etc/martlet/keys.json", "/etc/martlet/admin.json"];
    const words = [`${root}examples/chat/server.py`, "8080", "http://127.0.0.1:7751", ...keys, `https://${host}`];
    servers.push(await serve("page", 8080, "python3", words));

    // As a machine that trusts this certificate and finds this name.
    const key = new X509Certificate(readFileSync("/etc/nginx/tls/fullchain.pem")).publicKey.export({ type: "spki", format: "der" });
    const trust = `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`;
    writeFileSync("/usr/local/bin/day-chromium", `#!/bin/sh\nexec chromium "$@" ${trust} '--host-resolver-rules=MAP ${host} 127.0.0.1'\n`);
    chmodSync("/usr/local/bin/day-chromium", 0o755);
    process.env.CHROMIUM = "/usr/local/bin/day-chromium";
    browser = await Chromium.start();
    alice = await chat("alice");
    bob = await chat("bob");
    await send(alice, "bob", "Good morning");
    await bob.until(says("Good morning"));
    await send(bob, "alice", "Good morning, Alice");
    await alice.until(says("Good morning, Alice"));
    await alice.screenshot(`${out}chat.png`);
    assert.equal(ctl("sessions", "alice").sessions.length, 1);
    // nginx comes from 127.0.0.1: the gateway knows the client's address by the header alone.
    assert.equal(await refusedFrom("127.0.0.9"), 401);
    await until(() => audit("--kind", "failedLogin").includes('"127.0.0.9"'));
    const plain = await fetch("http://127.0.0.1:7750/healthz").catch(() => "refused");
    assert.equal(plain, "refused", "a connection without the header is answered");
});

test("Prometheus scrapes the gateway, with the alerts of the kit", async () => {
    mkdirSync("/etc/prometheus", { recursive: true });
    writeFileSync("/etc/prometheus/martlet-alerts.yml", readFileSync(`${root}deploy/prometheus/martlet-alerts.yml`));
    const sample = readFileSync(`${root}deploy/prometheus/prometheus.yml`, "utf8");
    assert.ok(sample.includes("gateway:7751"));
    writeFileSync("/etc/prometheus/day.yml", sample.replaceAll("15s", "1s").replace("gateway:7751", "127.0.0.1:7751"));
    const words = ["--config.file=/etc/prometheus/day.yml", "--storage.tsdb.path=/tmp/prometheus", "--web.listen-address=127.0.0.1:9090"];
    servers.push(await serve("prometheus", 9090, "prometheus", words));
    await until(async () => (await fetch("http://127.0.0.1:9090/-/ready")).ok);
    const ask = async (path) => (await (await fetch(`http://127.0.0.1:9090/api/v1/${path}`)).json()).data;
    const value = async (query) => Number((await ask(`query?query=${encodeURIComponent(query)}`)).result[0]?.value[1]);
    await until(async () => (await value("martlet_sessions_open")) === 2, { seconds: 30 });
    assert.equal(await value('up{job="martlet"}'), 1);
    await until(async () => {
        const { groups } = await ask("rules");
        return groups.length > 0 && groups.every(({ rules }) => rules.every(({ health }) => health === "ok"));
    }, { seconds: 30 });
    const { alerts } = await ask("alerts");
    assert.deepEqual(alerts.map(({ labels }) => labels.alertname), []);
});

test("a user is found in the console, looked into, and kicked", async () => {
    console_ = await (await browser.context()).open("http://127.0.0.1:7751/console/");
    await console_.look({ width: 1280, height: 800, scheme: "light" });
    await console_.until(`document.querySelector("#field-name") !== null`);
    await console_.evaluate(`document.querySelector("#field-name").focus()`);
    await console_.type("office");
    await console_.press("Tab");
    await console_.type(secret);
    await console_.press("Enter");
    await console_.until(`!document.querySelector("#console").hidden`);
    await console_.evaluate(`document.querySelector("#find input").value = "bob"`);
    await console_.evaluate(`document.querySelector("#find").requestSubmit()`);
    await console_.until(says("User bob"));
    await console_.until(says("c2c_alice"));
    await console_.screenshot(`${out}console-user.png`);
    const kicked = bob.evaluate(`new Promise((resolve) => chat.client.on("session.kicked", (said) => resolve(said.text)))`);
    await console_.evaluate(`document.querySelector("#view button.danger").click()`);
    await console_.until(`document.querySelector("dialog")?.open`);
    await console_.type("Please sign in again");
    await console_.press("Enter");
    assert.equal(await kicked, "Please sign in again");
});

test("why a message was not pushed is explained", async () => {
    await bob.until(`chat.client.state.name !== "open"`);
    await send(alice, "bob", "Are you there?");
    const { messages } = ctl("conversation", "c2c_bob", "--user", "alice");
    const message = messages.find(({ body }) => body.text === "Are you there?");
    const explained = ctl("explain", "bob", message.msgId);
    assert.equal(explained.pushed ?? explained.isPushed ?? false, false);
    await console_.evaluate(`location.hash = "#/push/bob/${message.msgId}"`);
    await console_.until(says("Not pushed"));
    await console_.screenshot(`${out}console-push.png`);
    await bob.reload();
    await bob.until(`window.chat?.client?.state.name === "open"`);
    await bob.until(says("Are you there?"));
});

test("a user is erased with everything that it has written", async () => {
    const carol = await chat("carol");
    await send(carol, "alice", "a text of carol's");
    await alice.until(says("a text of carol's"));
    await carol.close();
    ctl("call", "admin.account.erase", JSON.stringify({ userIDs: ["carol"], messages: true }));
    await until(async () => !(await texts(alice, "carol").catch(() => [])).includes("a text of carol's"), { seconds: 30 });
    await until(() => [store, `${store}-wal`].every((file) => !existsSync(file) || !readFileSync(file).includes("a text of carol's")), { seconds: 60 });
    for (const act of ["admin.session.kick", "admin.account.erase"]) assert.ok(audit().includes(act), act);
});

test("a backup is taken, and restored", async () => {
    await send(alice, "bob", "before the backup");
    run("setpriv", "--reuid", "martlet", "--regid", "martlet", "--clear-groups", "martlet", "store", "backup", "/var/lib/martlet/saved", "--config", "/etc/martlet/martlet.json5");
    await send(alice, "bob", "after the backup");
    assert.equal(await service.stop(), 0);
    for (const file of [store, `${store}-wal`, `${store}-shm`]) rmSync(file, { force: true });
    run("mv", "/var/lib/martlet/saved", store);
    run("martlet", "store", "check", "--config", "/etc/martlet/martlet.json5");
    await service.start();
    await alice.until(`chat.client.state.name === "open"`, 60);
    await bob.until(`chat.client.state.name === "open"`, 60);
    const kept = await texts(bob, "alice");
    assert.ok(kept.includes("before the backup"));
    assert.ok(!kept.includes("after the backup"));
});

test("an upgrade changes the store, and the open pages go on where they were", async () => {
    await send(alice, "bob", "before the upgrade");
    await bob.until(says("before the upgrade"));
    const migrations = () => Number(run("python3", "-c", `import sqlite3; print(sqlite3.connect("${store}").execute("SELECT count(*) FROM martlet_migration").fetchone()[0])`));
    const before = migrations();
    assert.equal(await service.stop(), 0);
    run("dpkg", "--install", "--force-confold", `${out}after.deb`);
    // What is written while nobody listens goes out afterwards, once.
    const later = send(alice, "bob", "during the upgrade");
    await service.start();
    assert.equal(await later, true);
    await bob.until(says("during the upgrade"), 60);
    assert.ok(migrations() > before, "the upgrade has changed no schema");
    const all = await texts(bob, "alice");
    for (const text of ["before the backup", "before the upgrade", "during the upgrade"]) {
        assert.equal(all.filter((one) => one === text).length, 1, text);
    }
    assert.deepEqual([alice.problems, bob.problems], [[], []]);
    await bob.screenshot(`${out}after-the-upgrade.png`);
});

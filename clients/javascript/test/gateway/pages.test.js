/** The programs in JavaScript that the pages show run against a real gateway, with stand-ins for what is the page's own. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";

import { Client } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Store } from "../../src/store.js";
import { Gateway } from "../support/gateway.js";
import { until } from "../support/until.js";

const root = new URL("../../../../", import.meta.url);
const opened = [];
let gateway, alice, bob, message, shown, ringing;

/** A client of a device that is new, as one in a browser's tab is. */
class Tab extends Client {
    constructor(options) {
        super({ ...options, WebSocket: NodeWebSocket, device: `tab-${opened.length}` });
        opened.push(this);
    }
}
const tab = (user) => new Tab({ url: gateway.url, user, token: () => gateway.token(user) });

before(async () => {
    gateway = await Gateway.start({ hosting: { enabled: true } });
    await gateway.makeAccounts("alice", "bob", "carol", "bot");
    await gateway.ask("admin.channel.create", { channelID: "news" });
    [alice, bob] = ["alice", "bob"].map(tab);
    for (const client of opened) await client.connect();
    await until(() => opened.every(({ state }) => state.name === "open"));
});
after(async () => {
    for (const client of opened) client.disconnect();
    await gateway.stop();
});

/** The programs of a page, without its indentation. */
const programs = (page) =>
    [...readFileSync(new URL(page, root), "utf8").matchAll(/^( *)```js\n(.*?)^ *```/gms)]
        .map(([, indent, text]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));

/**
 * Runs a program, and `check` before it closes what it has made. Names that neither `given` nor Node has are functions of the
 * page. `page` has them all; `calls(name)` waits until a function was called, and gives its arguments.
 */
async function run(program, given, check) {
    const called = [];
    const calls = async (name) => (await until(() => called.find((call) => call.name === name), { show: () => [name, called] })).values;
    const load = (name) => import(name.replace("./client/", "../../src/"));
    const page = { client: alice, load, check: () => check({ page, calls }), ...given };
    const scope = new Proxy(page, {
        has: (_, name) => name in page || !(name in globalThis),
        get: (_, name) => (name === Symbol.unscopables ? undefined : (page[name] ??= (...values) => void called.push({ name, values }))),
    });
    const [open, close = ""] = program.split(/^(?=\w+\.close\(\);)/m);
    const source = `${open}\nawait check();\n${close}`
        .replaceAll(/^import (\{.*\}) from (".*");$/gm, "const $1 = await load($2);")
        .replaceAll("wss://chat.example.com/v1/ws", gateway.url);
    await new (async () => {}).constructor("scope", `with (scope) {\n${source}}`)(scope);
}

const write = (from, conversationID, text) => gateway.ask("message.send", { conversationID, clientMsgId: text, type: 0, body: { text } }, from);

/** Programs that another test runs, or none can. */
const elsewhere = [
    ["docs/first-call.md", /^/, "scripts/contract"],
    ["docs/media.md", /^import/, "media.test.js"],
    ["docs/rooms.md", /^import/, "rooms.test.js"],
    ["docs/clients.md", /^import { Client }/, "../browser/guide.test.js"],
    ["docs/web.md", /^chat\./, "../browser/guide.test.js"],
    ["docs/rooms.md", /EventSource/, "RoomStreamTests reads the stream, as Node has no EventSource"],
    ["docs/channels.md", /EventSource/, "Node has no EventSource; the gateway's own tests read the stream"],
];

/** For each page, in the order of its programs: what the program is given, and what is seen when it has run. */
const pages = {
    "docs/clients.md": [
        [() => ({ Client: Tab, fetch: async () => new Response(gateway.token("alice")), console: { log() {} } }), () => until(() => opened.at(-1).state.name === "open")],
        [],
        [undefined, async () => ([message] = (await alice.history("c2c_bob")).messages)],
        [undefined, async ({ calls }) => {
            await write("bob", "c2c_alice", "one");
            assert.equal((await calls("show"))[0].body.text, "one");
            const { groupID } = await gateway.ask("group.create", { name: "New", invitees: ["alice"] }, "bob");
            assert.deepEqual(await calls("openGroup"), [groupID]);
        }],
        [() => ({ message }), async ({ calls }) => {
            await bob.signal("c2c_alice", "typing");
            assert.deepEqual(await calls("showForAMoment"), ["c2c_bob", "bob"]);
            const { msgId } = await write("bob", "c2c_alice", "two");
            await bob.edit("c2c_alice", msgId, "three");
            assert.equal((await calls("redraw"))[0].body.text, "three");
        }],
        [() => ({ Store }), ({ calls }) => calls("draw")],
        [() => ({ groupID: "1" }), async ({ calls }) => assert.deepEqual(await calls("redraw"), [new Set(["bob"])])],
        [undefined, ({ calls }) => calls("redraw")],
        [() => ({ store: new Store(alice), messages: [message], message })],
        [() => ({ input: { value: "H" }, form: {} }), async ({ page, calls }) => {
            page.form.onsubmit();
            await bob.signal("c2c_alice", "typing");
            await calls("show");
        }],
        [() => ({ Client: class {
            constructor({ link }) {
                assert.equal(typeof link, "function");
            }
        } })],
        [() => ({ groupID: "1", file: Object.assign(new Blob(["hello"]), { name: "a.txt" }), controller: new AbortController() }), ({ calls }) => calls("keep")],
        [undefined, async ({ calls }) => {
            await gateway.ask("admin.channel.publish", { channelID: "news", clientMsgId: "n1", type: 0, body: { text: "Snow" } });
            assert.equal((await calls("show"))[0].body.text, "Snow");
        }],
    ],
    "docs/calls.md": [
        [() => {
            bob.on("call.invited", (call) => (ringing ??= call));
            return { hangUpButton: {} };
        }, async ({ page, calls }) => {
            await until(() => ringing);
            await bob.call.accept({ callID: ringing.callID });
            assert.deepEqual(await calls("startMedia"), ["r1"]);
            await page.hangUpButton.onclick();
            assert.deepEqual(await calls("hangUp"), ["answered"]);
        }],
        [() => ({ client: bob, ringing: undefined, acceptButton: {}, rejectButton: {} }), async ({ page, calls }) => {
            await alice.call.invite({ conversationID: "c2c_bob", kind: "audio", data: { room: "r2" } });
            page.ringing = (await calls("showRinging"))[3];
            await page.acceptButton.onclick();
            assert.deepEqual(await calls("startMedia"), ["r2"]);
            assert.deepEqual(await calls("stopRinging"), ["tab-1"]);
        }],
    ],
    "docs/streams.md": [
        [() => ({ stopButton: {}, showBelow: ([streamed]) => (shown = streamed?.text) }), async ({ page }) => {
            const { streamID } = await gateway.ask("admin.message.begin", { from: "bot", conversationID: "c2c_alice", clientMsgId: "answer-7", onBreak: "keep" });
            await gateway.ask("admin.message.append", { streamID, offset: 0, text: "It will " });
            await until(() => shown === "It will ");
            await page.stopButton.onclick();
        }],
        [async () => {
            await gateway.makeAccounts("dora");
            return {
                token: await gateway.token("dora"),
                fetch: async (url, options) => {
                    const response = await fetch(url.replace("https://chat.example.com", `http://127.0.0.1:${gateway.port}`), options);
                    await write("bot", "c2c_dora", "heard");
                    // The stream has no end of its own.
                    await gateway.ask("admin.session.kick", { userID: "dora" });
                    return response;
                },
            };
        }, async ({ calls }) => {
            const [name, data] = await calls("show");
            assert.deepEqual([name, data.body.text], ["message.new", "heard"]);
        }],
    ],
    "docs/migrating/README.md": [[() => ({ client: tab("carol") })]],
    "docs/migrating/tencent.md": [
        [() => ({ Client: Tab, Store, url: gateway.url, fetchToken: () => gateway.token("alice") }), ({ calls }) => calls("draw")],
        [async () => {
            await bob.profile.modifySelf({ values: { allowType: 1 } });
            const client = tab("carol");
            await client.connect();
            return { client, show: (text) => (shown = text) };
        }, async () => {
            assert.equal(shown, "Bob has been asked");
            await bob.friend.respond({ userID: "carol", response: 1 });
            await until(() => shown === "New friends: bob", { show: () => shown });
        }],
    ],
    "docs/migrating/rongcloud.md": [
        [undefined, async ({ calls }) => {
            await gateway.ask("userProfile.update", { name: "Bobby" }, "bob");
            assert.equal((await calls("show"))[0].name, "Bobby");
        }],
        [undefined, async ({ calls }) => assert.equal((await calls("sent"))[0].conversationID, "c2c_bob")],
    ],
    "docs/migrating/easemob.md": [
        [undefined, async ({ calls }) => assert.equal((await calls("add"))[0], "bob")],
        [() => ({ groupID: "1" })],
    ],
    "docs/migrating/netease.md": [
        [undefined, async ({ calls }) => {
            await gateway.ask("group.leave", { groupID: "1" }, "bob");
            await write("bob", "c2c_alice", "four");
            assert.equal((await calls("show"))[0].body.text, "four");
        }],
        [() => ({ groupID: "1" })],
    ],
};

const own = (page) => programs(page).filter((text) => !elsewhere.some(([other, begins]) => other === page && begins.test(text)));

test("each program of the pages is run, here or elsewhere", () => {
    for (const folder of ["docs/", "docs/migrating/"]) {
        for (const file of readdirSync(new URL(folder, root)).filter((name) => name.endsWith(".md"))) {
            assert.equal(own(folder + file).length, pages[folder + file]?.length ?? 0, folder + file);
        }
    }
});

for (const [page, steps] of Object.entries(pages)) {
    test(`the programs of ${page} run`, async () => {
        for (const [index, program] of own(page).entries()) {
            const [given, check = () => {}] = steps[index];
            await run(program, await given?.(), check);
        }
    });
}

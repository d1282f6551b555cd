/** The driver of @martlet/client: ../README.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { systemClock } from "../../javascript/src/clock.js";
import { FileStorage } from "../../javascript/src/file.js";
import { Groups } from "../../javascript/src/groups.js";
import { Client } from "../../javascript/src/index.js";
import { NodeWebSocket } from "../../javascript/src/node.js";
import { Store } from "../../javascript/src/store.js";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
let client;
let store;
let groups;
let giveToken;
/** What was scrolled, and the gaps that were told. */
let scrolled = new Set();
let gaps = {};

/** The call may throw, or give a promise that fails. */
const sendNoJSON = async (conversationID) => client.send(conversationID, { type: 100, body: { number: 1n } });

/** The text of a message that was not taken back. */
const textOf = ({ body, recalled }) => (recalled ? null : (body.text ?? null));

function make({ url, user, device, storage, keeps, ahead = 0, gapLimit = Infinity }) {
    const token = ({ refused }) => new Promise((resolve) => (giveToken = resolve, say({ token: { refused } })));
    const clock = { ...systemClock, now: () => Date.now() + 1000 * ahead };
    client = new Client({
        url, user, device, token, clock, platform: "pc", gapLimit, WebSocket: NodeWebSocket,
        storage: storage ? new FileStorage(storage) : undefined, keepsPositions: keeps,
    });
    store = new Store(client);
    groups = new Groups(client);
    scrolled = new Set();
    gaps = {};
    client.on("state", ({ name }) => say({ state: name }));
    client.on("sync.list", () => say({ listed: true }));
    client.on("message.new", ({ conversationID, seq, msgId, from, body }) => {
        say({ told: { conversationID, seq, msgId, from, text: body.text } });
    });
    client.on("message.changed", ({ conversationID, message: { msgId, recalled } }) => {
        say({ changed: { conversationID, msgId, isRecalled: recalled !== undefined } });
    });
    client.on("sync.gap", ({ conversationID, from, to }) => (gaps[conversationID] ??= []).push([from, to]));
    client.on("unsaved", () => say({ unsaved: true }));
    client.on("storeLost", () => say({ storeLost: true }));
}

function shown() {
    const { conversations } = store;
    const ids = [...scrolled];
    const waiting = {};
    for (const { conversationID, message } of client.outbox.entries()) (waiting[conversationID] ??= []).push(message.body.text);
    const drafts = conversations.map(({ conversationID }) => [conversationID, store.draft(conversationID)?.text]);
    return {
        unsent: client.outbox.entries().length,
        totalUnread: store.totalUnread,
        conversations: Object.fromEntries(conversations.map((one) => [one.conversationID, one.unreadCount])),
        list: conversations.map(({ conversationID, seq, isPinned, lastMessage }) => {
            return { conversationID, seq, isPinned, last: lastMessage ? textOf(lastMessage) : null };
        }),
        messages: Object.fromEntries(ids.map((id) => [id, store.view(id).messages.map((one) => [one.seq, textOf(one)])])),
        waiting,
        gaps,
        drafts: Object.fromEntries(drafts.filter(([, text]) => text !== undefined)),
    };
}

async function scroll({ conversationID, limit, call }) {
    scrolled.add(conversationID);
    try {
        await (store.view(conversationID).isLoaded ? store.older(conversationID, limit) : store.open(conversationID, limit));
        say({ scrolled: { call, isComplete: store.view(conversationID).isComplete } });
    } catch (error) {
        say({ scrolled: { call, error } });
    }
}

async function tellMembers({ groupID, call }) {
    const members = await groups.everyone(groupID);
    say({ members: { call, name: groups.group(groupID)?.name, members: members.map(({ userID }) => userID) } });
}

/** Spoils the first line that has messages: what is not saved stands in lines of its own. */
function damage({ storage }) {
    const lines = readFileSync(storage, "utf8").split("\n");
    const place = lines.findIndex((line) => line.includes('["message",'));
    lines[place] = lines[place].slice(0, lines[place].length >> 1);
    writeFileSync(storage, lines.join("\n"));
    process.exit(0);
}

const commands = {
    connect(options) {
        if (!client) make(options);
        client.connect();
    },
    async open(options) {
        make(options);
        await store.ready;
        say({ opened: true });
    },
    token: ({ token }) => giveToken(token),
    send({ conversationID, text, id, isJSON = true }) {
        const sending = isJSON ? client.send(conversationID, text) : sendNoJSON(conversationID);
        sending.then(
            ({ seq }) => say({ sent: { id, seq } }),
            (error) => say({ failed: { id, error } }),
        );
    },
    recall: ({ conversationID, msgId }) => client.recall(conversationID, msgId),
    read: ({ conversationID }) => void client.markRead(conversationID).catch(() => {}),
    scroll,
    members: tellMembers,
    draft: ({ conversationID, text }) => store.keepDraft(conversationID, { text }),
    suspend({ seconds }) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000 * seconds);
        client.link.wake();
    },
    async signOut() {
        await client.signOut();
        store.close();
        groups.close();
        client = undefined;
        say({ signedOut: true });
    },
    damage,
    show: ({ call }) => say({ shown: { call, ...shown() } }),
    disconnect: () => client.disconnect(),
};

say({ able: ["suspend", "store", "groups"] });
createInterface({ input: process.stdin })
    .on("line", (line) => {
        const command = JSON.parse(line);
        commands[command.do](command);
    })
    .on("close", () => process.exit(0));

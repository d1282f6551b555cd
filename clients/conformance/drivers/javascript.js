/** The driver of @martlet/client: ../README.md. */
import { createInterface } from "node:readline";

import { systemClock } from "../../javascript/src/clock.js";
import { FileStorage } from "../../javascript/src/file.js";
import { Client } from "../../javascript/src/index.js";
import { NodeWebSocket } from "../../javascript/src/node.js";
import { Store } from "../../javascript/src/store.js";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
let client;
let store;
let giveToken;

/** The call may throw, or give a promise that fails. */
const sendNoJSON = async (conversationID) => client.send(conversationID, { type: 100, body: { number: 1n } });

const commands = {
    connect({ url, user, device, storage, keeps, ahead }) {
        const token = ({ refused }) => new Promise((resolve) => (giveToken = resolve, say({ token: { refused } })));
        const clock = { ...systemClock, now: () => Date.now() + 1000 * ahead };
        client = new Client({
            url, user, device, token, clock, platform: "pc", gapLimit: Infinity, WebSocket: NodeWebSocket,
            storage: storage ? new FileStorage(storage) : undefined, keepsPositions: keeps,
        });
        store = new Store(client);
        client.on("state", ({ name }) => say({ state: name }));
        client.on("sync.list", () => say({ listed: true }));
        client.on("message.new", ({ conversationID, seq, msgId, from, body }) => {
            say({ told: { conversationID, seq, msgId, from, text: body.text } });
        });
        client.on("message.changed", ({ conversationID, message: { msgId, recalled } }) => {
            say({ changed: { conversationID, msgId, isRecalled: recalled !== undefined } });
        });
        client.connect();
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
    show({ call }) {
        const conversations = Object.fromEntries(store.conversations.map((one) => [one.conversationID, one.unreadCount]));
        say({ shown: { call, unsent: client.outbox.entries().length, totalUnread: store.totalUnread, conversations } });
    },
    disconnect: () => client.disconnect(),
};

createInterface({ input: process.stdin })
    .on("line", (line) => {
        const command = JSON.parse(line);
        commands[command.do](command);
    })
    .on("close", () => process.exit(0));

/**
 * Two users write 1,000 messages to each other from one of two devices each, while 50 faults happen in a random order: cut, half-open, slow and
 * refused connections, kills of the gateway, reloads of the page. At the end every device shows what the gateway has.
 *
 * MARTLET_SEED repeats one; MARTLET_TRIALS says how many there are.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Client, MemoryStorage } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Store } from "../../src/store.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { seeded, until } from "../support/until.js";

const messages = 1000;
const faults = 50;
const seeds = process.env.MARTLET_SEED
    ? [Number(process.env.MARTLET_SEED)]
    : Array.from({ length: Number(process.env.MARTLET_TRIALS ?? 1) }, () => Math.floor(Math.random() * 2 ** 32));

// They wait more than they work, so several go beside each other.
describe("trials", { concurrency: 4 }, () => {
    for (const seed of seeds) trialOf(seed);
});

function trialOf(seed) {
    test(`1,000 messages each way under 50 faults, seed ${seed}`, { timeout: 120_000 }, async (context) => {
        context.diagnostic(`seed MARTLET_SEED=${seed}`);
        const trial = await Trial.start(seed);
        try {
            const began = Date.now();
            await Promise.all([trial.write("alice"), trial.write("bob"), trial.disturb()]);
            await trial.judge();
            context.diagnostic(`measured: ${Date.now() - began} ms, faults ${JSON.stringify(trial.counts)}`);
        } finally {
            await trial.stop();
        }
    });
}

/** A device of a user, behind a network of its own. */
class Device {
    storage = new MemoryStorage();
    /** The places of the messages that this page was told, in the order of telling. */
    told = [];
    reloads = 0;

    static async start(gateway, user, name) {
        const device = new Device();
        Object.assign(device, { gateway, user, name, other: user === "alice" ? "bob" : "alice" });
        device.proxy = await Proxy.start(gateway.port);
        await device.load();
        return device;
    }

    get conversationID() {
        return `c2c_${this.other}`;
    }

    async load() {
        this.told = [];
        this.client = new Client({
            url: this.proxy.url, user: this.user, device: `${this.user}-${this.name}`, storage: this.storage, gapLimit: Infinity,
            token: () => this.gateway.token(this.user), WebSocket: NodeWebSocket,
        });
        this.store = new Store(this.client);
        this.client.on("message.new", ({ seq }) => this.told.push(seq));
        await this.client.connect();
    }

    /** As when the user reloads the page: nothing is left but the storage. */
    async reload() {
        this.reloads++;
        this.client.disconnect();
        this.store.close();
        await this.load();
    }
}

class Trial {
    counts = {};

    static async start(seed) {
        const trial = new Trial();
        trial.random = seeded(seed);
        trial.gateway = await Gateway.start({ requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 } });
        await trial.gateway.makeAccounts("alice", "bob");
        trial.devices = [];
        for (const user of ["alice", "bob"]) for (const name of ["first", "second"]) trial.devices.push(await Device.start(trial.gateway, user, name));
        // From its first list on a device misses nothing.
        await until(() => trial.devices.every((device) => device.store.isListed));
        return trial;
    }

    async stop() {
        for (const device of this.devices) {
            device.client.disconnect();
            await device.proxy.stop();
        }
        await this.gateway.stop();
    }

    async write(user) {
        const device = this.devices.find((device) => device.user === user);
        for (let count = 0; count < messages; ) {
            for (let burst = 1 + this.random.below(40); burst > 0 && count < messages; burst--) {
                device.client.send(device.conversationID, `${user} ${count++}`).catch(() => {});
            }
            await pause(this.random.below(400));
            if (this.random.below(4) === 0) device.client.markRead(device.conversationID).catch(() => {});
        }
    }

    async disturb() {
        const kinds = ["cut", "cut", "cut", "halfOpen", "delay", "delay", "refuse", "reload", "kill"];
        for (let count = 0; count < faults; count++) {
            await pause(50 + this.random.below(300));
            const kind = kinds[this.random.below(kinds.length)];
            const device = this.devices[this.random.below(this.devices.length)];
            this.counts[kind] = (this.counts[kind] ?? 0) + 1;
            await this[kind](device);
        }
        for (const device of this.devices) {
            device.proxy.delay = 0;
            device.proxy.isRefusing = false;
        }
    }

    cut(device) {
        device.proxy.cut();
    }

    /** The network changes after a while, which the page is told of. */
    halfOpen(device) {
        device.proxy.halfOpen();
        setTimeout(() => device.client.link.wake(), 1500);
    }

    delay(device) {
        device.proxy.delay = this.random.below(60);
    }

    async refuse(device) {
        device.proxy.isRefusing = true;
        device.proxy.cut();
        setTimeout(() => (device.proxy.isRefusing = false), this.random.below(2000));
    }

    reload(device) {
        return device.reload();
    }

    async kill() {
        await this.gateway.kill();
        await pause(this.random.below(500));
        await this.gateway.start();
    }

    async judge() {
        const show = () => this.devices.map(({ client, proxy }) => [client.state, client.outbox.entries().length, client.positions, proxy.connections]);
        await until(() => this.devices.every(({ client }) => client.state.name === "open" && client.outbox.entries().length === 0), { seconds: 60, show });
        const last = 2 * messages;
        await until(() => this.devices.every(({ client, conversationID }) => client.positions.conversations[conversationID] >= last), { show });
        for (const device of this.devices) await this.judgeDevice(device);
    }

    async judgeDevice(device) {
        const { user, conversationID, store, told } = device;
        const history = await this.gateway.history(user, conversationID);
        for (const writer of ["alice", "bob"]) {
            const texts = history.filter(({ from }) => from === writer).map(({ body }) => body.text);
            assert.deepEqual(texts, Array.from({ length: messages }, (_, count) => `${writer} ${count}`), `${writer} in ${user}'s history`);
        }
        // What was told came in order and once; without a reload also whole.
        assert.deepEqual(told, [...new Set(told)].sort((one, other) => one - other), `told to ${device.name} of ${user}`);
        if (device.reloads === 0) {
            const missing = history.filter(({ seq, from }) => !told.includes(seq) && (from !== user || device.name === "second"));
            assert.deepEqual(missing.map(({ seq }) => seq), [], `missing at ${device.name} of ${user}`);
        }
        // What the page shows is the gateway's.
        await store.open(conversationID);
        while (!store.view(conversationID).isComplete) await store.older(conversationID, 100);
        assert.deepEqual(store.view(conversationID).messages.map(({ seq, body }) => [seq, body.text]), history.map(({ seq, body }) => [seq, body.text]));
        assert.deepEqual(store.view(conversationID).unsent, []);
        const { conversation } = await this.gateway.ask("conversation.get", { conversationID }, user);
        assert.equal(store.conversation(conversationID).unreadCount, conversation.unreadCount, `unread at ${device.name} of ${user}`);
        const { total } = await this.gateway.ask("conversation.totalUnread", {}, user);
        assert.equal(store.totalUnread, total, `total at ${device.name} of ${user}`);
    }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Two users write 1,000 messages to each other from one of two devices each, while 50 faults happen in a random order: cut, half-open, slow and
 * refused connections, kills of the gateway, reloads of the page. Meanwhile they edit messages, take some back and react to others. At the
 * end every device shows what the gateway has. All trials have one gateway, and feel its kills.
 *
 * MARTLET_SEED repeats one; MARTLET_TRIALS says how many there are.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { FileStorage } from "../../src/file.js";
import { Client, MemoryStorage } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Store } from "../../src/store.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { seeded, seedsOf, until } from "../support/until.js";

const messages = 1000;
const faults = 50;
const atOnce = 10;
const seeds = seedsOf("MARTLET_TRIALS");

/** Opens when so many have arrived. */
class Barrier {
    all = new Promise((resolve) => (this.open = resolve));

    constructor(count) {
        this.missing = count;
    }

    arrive() {
        if (--this.missing === 0) this.open();
    }
}

let gateway;
let folder;
/** A kill that is under way, and when the last one was. */
let killing;
let killedAt = 0;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "martlet-trials-"));
    gateway = await Gateway.start({ requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 2000, burstPerUser: 4000 } });
});
after(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
});

// They wait more than they work, so many go beside each other. None is judged before the last has been disturbed.
for (let first = 0; first < seeds.length; first += atOnce) {
    const some = seeds.slice(first, first + atOnce);
    const disturbed = new Barrier(some.length);
    describe("trials", { concurrency: atOnce }, () => some.forEach((seed, index) => trialOf(seed, first + index, disturbed)));
}

function trialOf(seed, number, disturbed) {
    test(`1,000 messages each way under 50 faults, seed ${seed}`, { timeout: 900_000 }, async (context) => {
        context.diagnostic(`seed MARTLET_SEED=${seed}`);
        const began = Date.now();
        const trial = new Trial(seed, number);
        try {
            try {
                await trial.start();
                await Promise.all([...trial.users.map((user) => trial.write(user)), trial.disturb()]);
            } finally {
                disturbed.arrive();
            }
            await disturbed.all;
            await trial.judge();
            context.diagnostic(`measured: ${Date.now() - began} ms, faults ${JSON.stringify(trial.counts)}`);
        } finally {
            await trial.stop();
        }
    });
}

/** A device of a user, behind a network of its own. The second one keeps its rows in a file. */
class Device {
    /** The places of the messages that this page was told, in the order of telling. */
    told = [];
    reloads = 0;
    /** Some messages that it has heard of. */
    known = [];

    static async start(user, name, other) {
        const device = new Device();
        const storage = name === "second" ? new FileStorage(join(folder, `${user}.jsonl`)) : new MemoryStorage();
        Object.assign(device, { user, name, other, storage });
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
            token: () => gateway.token(this.user), WebSocket: NodeWebSocket,
        });
        this.store = new Store(this.client);
        this.client.on("message.new", ({ seq }) => this.told.push(seq));
        for (const event of ["message.new", "message.sent"]) this.client.on(event, (message) => this.known.push(message));
        await this.client.connect();
    }

    async leave() {
        const written = this.client.disconnect();
        this.store.close();
        await written;
        this.storage.close?.();
    }

    /** As when the user reloads the page: nothing is left but the storage. */
    async reload() {
        this.reloads++;
        await this.leave();
        await this.load();
    }
}

class Trial {
    counts = {};

    devices = [];
    /** Changes of messages, each until it is done or has failed. */
    changing = [];

    constructor(seed, number) {
        this.random = seeded(seed);
        this.chance = seeded(~seed);
        this.users = [`alice${number}`, `bob${number}`];
    }

    async start() {
        await gateway.makeAccounts(...this.users);
        const [alice, bob] = this.users;
        for (const [user, other] of [[alice, bob], [bob, alice]]) {
            for (const name of ["first", "second"]) this.devices.push(await Device.start(user, name, other));
        }
        // From its first list on a device misses nothing.
        await until(() => this.devices.every((device) => device.store.isListed));
    }

    async stop() {
        for (const device of this.devices) {
            await device.leave();
            await device.proxy.stop();
        }
    }

    async write(user) {
        const device = this.devices.find((device) => device.user === user);
        for (let count = 0; count < messages; ) {
            for (let burst = 1 + this.random.below(40); burst > 0 && count < messages; burst--) {
                device.client.send(device.conversationID, `${user} ${count++}`).catch(() => {});
            }
            await pause(this.random.below(400));
            if (this.random.below(4) === 0) device.client.markRead(device.conversationID).catch(() => {});
            for (let times = this.chance.below(12); times > 0; times--) this.change(this.devices[this.chance.below(this.devices.length)]);
        }
    }

    /** A message that the device knows is edited, taken back or reacted to. Its text stays, so that the order can be judged. */
    change({ client, user, conversationID, known }) {
        const { msgId, from, body } = known[known.length - 1 - this.chance.below(Math.min(known.length, 100))] ?? {};
        const kind = this.chance.below(from === user ? 6 : 3);
        if (!msgId) return;
        const changing =
            kind < 3 ? client.react(conversationID, msgId, ["👍", "❤️", "🎉"][kind], { remove: this.chance.below(3) === 0 })
            : kind < 5 ? client.edit(conversationID, msgId, { text: body.text, edition: this.chance.below(100) })
            : client.recall(conversationID, msgId);
        // Recalled already, or without a reply in time.
        this.changing.push(changing.then(() => (this.counts.changes = (this.counts.changes ?? 0) + 1), () => {}));
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

    /** Of all trials, once in some seconds: it would not come to anything else. */
    async kill() {
        const down = this.random.below(500);
        if (!killing && Date.now() - killedAt < 3000) return;
        killing ??= restart(down);
        await killing;
    }

    async judge() {
        const show = () => this.devices.map(({ client, proxy }) => [client.state, client.outbox.entries().length, client.positions, proxy.connections]);
        const moves = () => this.devices.map(({ client }) => [client.outbox.entries().length, client.positions]);
        // The user looks at the pages again, so those that have backed off for long come back.
        const isDone = ({ client }) => (client.link.wake(), client.state.name === "open" && client.outbox.entries().length === 0);
        await until(() => this.devices.filter(isDone).length === this.devices.length, { seconds: 120, show, moves });
        await Promise.all(this.changing);
        const last = 2 * messages;
        await until(() => this.devices.every(({ client, conversationID }) => client.positions.conversations[conversationID] >= last), { show, moves });
        for (const device of this.devices) await this.judgeDevice(device);
    }

    async judgeDevice(device) {
        const { user, conversationID, store, told } = device;
        const history = await gateway.history(user, conversationID);
        for (const writer of this.users) {
            const written = Array.from({ length: messages }, (_, count) => `${writer} ${count}`);
            const texts = history.filter(({ from }) => from === writer).map(({ body, recalled }, index) => (recalled ? written[index] : body.text));
            assert.deepEqual(texts, written, `${writer} in ${user}'s history`);
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
        const shown = () => JSON.stringify(store.view(conversationID).messages.map(visible));
        const has = JSON.stringify(history.map(visible));
        await until(() => shown() === has, { show: () => differing(shown(), has) });
        assert.deepEqual(store.view(conversationID).unsent, []);
        const { conversation } = await gateway.ask("conversation.get", { conversationID }, user);
        const { total } = await gateway.ask("conversation.totalUnread", {}, user);
        const counts = () => [store.conversation(conversationID)?.unreadCount, store.totalUnread];
        const wanted = [conversation.unreadCount, total];
        await until(() => `${counts()}` === `${wanted}`, { show: () => ({ user, device: device.name, counts: counts(), wanted }) });
    }
}

/** What a user sees of a message. */
const visible = ({ seq, body, recalled, edited, reactions = [] }) =>
    [seq, body, recalled, edited, reactions.map(({ reaction, count, mine = false }) => [reaction, count, mine])];

/** The messages that are not the same. */
function differing(shown, has) {
    const wanted = JSON.parse(has);
    return JSON.stringify(JSON.parse(shown).map((one, index) => [one, wanted[index]]).filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other)).slice(0, 5));
}

async function restart(down) {
    await gateway.kill();
    await pause(down);
    await gateway.start();
    killedAt = Date.now();
    killing = undefined;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

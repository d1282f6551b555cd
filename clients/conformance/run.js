#!/usr/bin/env node
/** Runs a client's driver through the scenarios: README.md. Its output is in TAP's form, for a test runner or a reader. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Gateway } from "../javascript/test/support/gateway.js";
import { until } from "../javascript/test/support/until.js";
import { Driver } from "./driver.js";
import { scenarios } from "./scenarios.js";

/** They wait more than they work. */
const atOnce = 5;

const { command, names, seed } = readArguments(process.argv.slice(2));
console.log(`# seed ${seed}`);
const waiting = [...names];
let [passed, failed] = [0, 0];
await Promise.all(Array.from({ length: atOnce }, work));
console.log(`# pass ${passed}\n# fail ${failed}`);
process.exit(failed === 0 ? 0 : 1);

function readArguments(given) {
    const seed = process.env.MARTLET_LONG ? Math.floor(Math.random() * 2 ** 32) : 1;
    const options = { command: "", names: Object.keys(scenarios), seed };
    const chosen = [];
    while (given.length > 0) {
        const argument = given.shift();
        if (argument === "--exec") options.command = given.shift();
        else if (argument === "--seed") options.seed = Number(given.shift());
        else if (argument === "--list") {
            for (const [name, { about }] of Object.entries(scenarios)) console.log(`${name}: ${about}`);
            process.exit(0);
        } else if (scenarios[argument]) chosen.push(argument);
        else fail(`no scenario ${argument}; see --list`);
    }
    if (!options.command) fail("--exec COMMAND is missing");
    if (chosen.length > 0) options.names = chosen;
    return options;
}

function fail(text) {
    console.error(`run.js: ${text}`);
    process.exit(2);
}

async function work() {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
        try {
            await run(name);
            passed++;
            console.log(`ok - ${name}: ${scenarios[name].about}`);
        } catch (error) {
            failed++;
            console.log(`not ok - ${name}: ${scenarios[name].about}\n${error.stack.replace(/^/gm, "    ")}`);
        }
    }
}

async function run(name) {
    const { settings, isJudged = true, run } = scenarios[name];
    const gateway = await Gateway.start(settings);
    const drivers = [];
    const folder = mkdtempSync(join(tmpdir(), "martlet-conformance-"));
    const start = async (user, options = {}) => {
        const driver = await Driver.start({ command, gateway, user, device: `${user}-${drivers.length}`, ...options });
        drivers.push(driver);
        return driver.opened();
    };
    try {
        await gateway.makeAccounts("alice", "bob", "carol");
        const [alice, bob] = [await start("alice"), await start("bob")];
        await run({ gateway, alice, bob, start, seed, storage: join(folder, "kept") });
        if (!isJudged) return;
        for (const driver of drivers) {
            await until(() => driver.isDone(), { seconds: 45, show: async () => [driver.states.slice(-5), await driver.show()] });
        }
        for (const driver of drivers) await judge(driver, gateway, drivers);
    } finally {
        for (const driver of drivers) await driver.stop();
        await gateway.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** What a client has sent, was told and shows, against the gateway. */
async function judge(driver, gateway, drivers) {
    const { user } = driver;
    for (const [conversationID, texts] of driver.texts) {
        const own = (await gateway.history(user, conversationID)).filter(({ from, recalled }) => from === user && !recalled);
        const isRecalled = drivers.some(({ changed }) => changed.length > 0);
        const wanted = isRecalled ? texts.filter((text) => own.some(({ body }) => body.text === text)) : texts;
        assert.deepEqual(own.map(({ body }) => body.text), wanted, `${user} has sent to ${conversationID}`);
    }
    for (const other of drivers.filter((one) => one.user !== user)) {
        const conversationID = `c2c_${other.user}`;
        const theirs = (await listed(gateway, user, conversationID)).filter(({ from }) => from === other.user).map(({ seq }) => seq);
        const told = () => (driver.told.get(conversationID) ?? []).filter(({ from }) => from !== user).map(({ seq }) => seq);
        await until(() => told().length >= theirs.length, { show: () => ({ user, theirs: theirs.length, told: told() }) });
        assert.deepEqual(told(), theirs, `${user} was told of ${conversationID}`);
    }
    const wanted = await counts(gateway, user);
    const shown = async () => {
        const { totalUnread, conversations } = await driver.show();
        return { totalUnread, conversations };
    };
    await until(async () => JSON.stringify(sorted(await shown())) === JSON.stringify(sorted(wanted)), {
        seconds: 10,
        show: async () => ({ user, shown: await shown(), wanted }),
    });
}

/** None, if the two have never written. */
function listed(gateway, user, conversationID) {
    return gateway.history(user, conversationID).catch(() => []);
}

async function counts(gateway, user) {
    const { conversations } = await gateway.ask("conversation.list", { nextSeq: 0, count: 100 }, user);
    const { total } = await gateway.ask("conversation.totalUnread", {}, user);
    return { totalUnread: total, conversations: Object.fromEntries(conversations.map((one) => [one.conversationID, one.unreadCount])) };
}

function sorted({ totalUnread, conversations }) {
    return [totalUnread, Object.entries(conversations).sort()];
}

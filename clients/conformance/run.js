#!/usr/bin/env node
/** Runs a client's driver through the scenarios: README.md. Its output is in TAP's form, for a test runner or a reader. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Gateway } from "../javascript/test/support/gateway.js";
import { until } from "../javascript/test/support/until.js";
import { Driver } from "./driver.js";
import { judge, judgeStore } from "./judge.js";
import { scenarios } from "./scenarios.js";

/** They wait more than they work. */
const atOnce = 5;

const { command, names, seed, isLong } = readArguments(process.argv.slice(2));
console.log(`# seed ${seed}`);
const able = await Driver.abilities(command);
const waiting = [...names];
let [passed, failed, skipped] = [0, 0, 0];
await Promise.all(Array.from({ length: atOnce }, work));
console.log(`# pass ${passed}\n# fail ${failed}\n# skipped ${skipped}`);
process.exit(failed === 0 ? 0 : 1);

function readArguments(given) {
    const isLong = Boolean(process.env.MARTLET_LONG);
    const options = { command: "", names: Object.keys(scenarios), seed: isLong ? Math.floor(Math.random() * 2 ** 32) : 1, isLong };
    const chosen = [];
    while (given.length > 0) {
        const argument = given.shift();
        if (argument === "--exec") options.command = given.shift();
        else if (argument === "--seed") options.seed = Number(given.shift());
        else if (argument === "--long") options.isLong = true;
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
        const { about, needs } = scenarios[name];
        if (needs && !able.has(needs)) {
            skipped++;
            console.log(`ok - ${name}: ${about} # SKIP the driver has not the ability ${needs}`);
            continue;
        }
        try {
            await run(name);
            passed++;
            console.log(`ok - ${name}: ${about}`);
        } catch (error) {
            failed++;
            console.log(`not ok - ${name}: ${about}\n${error.stack.replace(/^/gm, "    ")}`);
        }
    }
}

async function run(name) {
    const { settings, isJudged = true, isToldAgain, run } = scenarios[name];
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
        await run({ gateway, alice, bob, start, seed, isLong, folder, storage: join(folder, "kept") });
        if (!isJudged) return;
        for (const driver of drivers) {
            const show = async () => [driver.states.slice(-5), await driver.show()];
            await until(() => driver.isDone(), { seconds: 45, show });
        }
        for (const driver of drivers) await judge(driver, gateway, drivers, { isToldAgain });
        for (const driver of drivers) if (able.has("store")) await judgeStore(driver, gateway);
    } finally {
        for (const driver of drivers) await driver.stop();
        await gateway.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

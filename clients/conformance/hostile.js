#!/usr/bin/env node
/**
 * Has a driver's client meet gateways that do what no gateway does: README.md. The client must not crash, must answer
 * within a minute, must not grow by more than 64 MB, and must send all its messages to a gateway that is kind in the end.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { seeded, until } from "../javascript/test/support/until.js";
import { Driver } from "./driver.js";
import { HostileGateway } from "./hostility.js";
import { isIn } from "./judge.js";

const most = 64 * 2 ** 20;
/** They wait more than they work. */
const atOnce = 6;

const { command, seeds, isWild } = readArguments(process.argv.slice(2));
const waiting = [...seeds];
let [passed, failed] = [0, 0];
await Promise.all(Array.from({ length: atOnce }, work));
console.log(`# seeds ${seeds[0]} to ${seeds.at(-1)}\n# pass ${passed}\n# fail ${failed}`);
process.exit(failed === 0 ? 0 : 1);

function readArguments(given) {
    const isLong = Boolean(process.env.MARTLET_LONG);
    let isWild = false;
    let [command, count, first] = ["", isLong ? 1000 : 12, isLong ? Math.floor(Math.random() * 2 ** 31) : 1];
    while (given.length > 0) {
        const argument = given.shift();
        if (argument === "--exec") command = given.shift();
        else if (argument === "--seed") [first, count] = [Number(given.shift()), 1];
        else if (argument === "--seeds") count = Number(given.shift());
        else if (argument === "--wild") isWild = true;
        else fail(`no option ${argument}`);
    }
    if (!command) fail("--exec COMMAND is missing");
    return { command, isWild, seeds: Array.from({ length: count }, (_, index) => first + index) };
}

function fail(text) {
    console.error(`hostile.js: ${text}`);
    process.exit(2);
}

async function work() {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const random = seeded(seed);
        const gateway = await HostileGateway.start(random, { isWild });
        const folder = mkdtempSync(join(tmpdir(), "martlet-hostile-"));
        const options = { command, gateway, user: "alice", device: "d1", storage: join(folder, "kept") };
        const driver = await Driver.start(options);
        try {
            await meet(driver, gateway, random, folder);
            passed++;
        } catch (error) {
            failed++;
            console.log(`not ok - seed ${seed}: ${error.message.slice(0, 1000)}\n    ${gateway.deeds.join(" ")}`);
        } finally {
            await driver.stop();
            await gateway.stop();
            rmSync(folder, { recursive: true, force: true });
        }
    }
}

async function meet(driver, gateway, random, folder) {
    const texts = Array.from({ length: 8 }, (_, number) => `text ${number}`);
    await answers(driver);
    const before = memoryOf(driver);
    for (const text of texts) {
        driver.send("c2c_bob", text);
        await pause(random.below(250));
        isAlive(driver);
    }
    await pause(500);
    await answers(driver);
    const grown = memoryOf(driver) - before;
    assert.ok(grown <= most, `it has grown by ${Math.round(grown / 2 ** 20)} MB`);
    gateway.becomeKind();
    // It may have been sent away for good, or for long: then the next run goes on with what is kept.
    const isBack = until(() => driver.state === "open", { seconds: 10 }).catch(() => false);
    const ended = () => new Set([...gateway.taken.values(), ...driver.outcomes.keys()]);
    if (random.below(2) === 0 || !(await isBack)) {
        // On a busy machine they may not be on the disk yet, and what is not there dies with the process.
        const unkept = () => texts.filter((text) => !ended().has(text) && !isIn(folder, text));
        await until(() => (isAlive(driver), unkept().length <= gateway.answered.size), { seconds: 60, show: unkept });
        await driver.kill();
        driver.launch();
    }
    await until(() => (isAlive(driver), driver.state === "open"), { seconds: 60, show: () => driver.states.slice(-5) });
    const left = () => texts.filter((text) => !ended().has(text));
    const isWhole = async () => left().length - gateway.answered.size <= (await driver.show()).unsent;
    await until(async () => (isAlive(driver), left().length <= gateway.answered.size && (await isWhole())), {
        seconds: 60, show: async () => [driver.states, driver.tokensAsked, left(), gateway.answered.size, await driver.show()],
    });
    const order = [...gateway.taken.values()];
    assert.deepEqual(order, texts.filter((text) => order.includes(text)), "once and in order");
}

async function answers(driver) {
    const late = pause(60_000).then(() => assert.fail("it has not answered for a minute"));
    await Promise.race([driver.show(), late]);
}

function isAlive({ process: { exitCode, signalCode } }) {
    assert.ok(exitCode === null && signalCode === null, `it has crashed: ${exitCode ?? signalCode}`);
}

/** What its process has in memory, in bytes. */
function memoryOf(driver) {
    isAlive(driver);
    const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${driver.process.pid}/status`, "utf8"));
    return Number(kilobytes) * 1024;
}

function pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

#!/usr/bin/env node
/**
 * Runs a program with a gateway of its own: the command is given the gateway's URL, a user and the user's token.
 *
 *   test/package/serve.js COMMAND…
 */
import { spawn } from "node:child_process";

import { Gateway } from "../support/gateway.js";

const [command, ...given] = process.argv.slice(2);
const gateway = await Gateway.start();
await gateway.makeAccounts("alice", "bob");
const program = spawn(command, [...given, gateway.url, "alice", gateway.token("alice")], { stdio: "inherit", timeout: 60_000 });
const [status, signal] = await new Promise((resolve, reject) => {
    program.once("error", reject);
    program.once("exit", (...ended) => resolve(ended));
});
await gateway.stop();
if (status !== 0) console.error(`${command} ended with ${status ?? signal}`);
process.exit(status ?? 1);

#!/usr/bin/env node
/** Runs the backend's test with a gateway of its own: test/admin.mjs CLASSES, the folder of the compiled classes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { Gateway } from "../../javascript/test/support/gateway.js";

const gateway = await Gateway.start();
const key = JSON.parse(readFileSync(gateway.keyFiles[1], "utf8")).keys[0].secret;
const url = `http://127.0.0.1:${gateway.port}`;
const java = ["-cp", process.argv[2], "im.martlet.AdminClientTest", url, key];
const [status] = await once(spawn("java", java, { stdio: "inherit", timeout: 60_000 }), "exit");
await gateway.stop();
process.exit(status ?? 1);

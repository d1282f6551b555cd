#!/usr/bin/env node
/** Runs test-kotlin/Test.kt with a gateway of its own: kotlin.mjs CLASSPATH. */
import { spawn } from "node:child_process";
import { once } from "node:events";

import { Gateway } from "../../javascript/test/support/gateway.js";

const gateway = await Gateway.start();
await gateway.makeAccounts("alice", "bob");
const java = ["-cp", process.argv[2], "TestKt", gateway.url, gateway.token("alice"), gateway.token("bob")];
const [status] = await once(spawn("java", java, { stdio: "inherit", timeout: 90_000 }), "exit");
await gateway.stop();
process.exit(status ?? 1);

#!/usr/bin/env node
/**
 * Writes what the clients say of the protocol, from docs/asyncapi.json.
 *
 *   tools/generate.js                writes the files of the clients
 *   tools/generate.js --check        fails if one of them is not up to date
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { modelOf } from "./document.js";
import { java } from "./java.js";
import { javascript } from "./javascript.js";
import * as python from "./python.js";
import { samples } from "./samples.js";
import { swift } from "./swift.js";
import { typescript } from "./typescript.js";

const clients = new URL("../", import.meta.url);
const model = modelOf(JSON.parse(readFileSync(new URL("../docs/asyncapi.json", clients), "utf8")));

const files = new Map([
    ["javascript/types/protocol.d.ts", typescript(model)],
    ["javascript/src/operations.js", javascript(model)],
    ["python/martlet/protocol.py", python.protocol(model)],
    ["python/martlet/operations.py", python.operations(model)],
    ["conformance/values.json", samples(model)],
    ...swift(model),
    ...java(model),
]);
let isOld = false;
for (const [path, text] of files) {
    const target = new URL(path, clients);
    if (process.argv[2] === "--check") {
        if (existsSync(target) && readFileSync(target, "utf8") === text) continue;
        console.error(`clients/${path} is not up to date: run clients/tools/generate.js`);
        isOld = true;
    } else {
        mkdirSync(new URL("./", target), { recursive: true });
        writeFileSync(target, text);
    }
}
if (isOld) process.exit(1);

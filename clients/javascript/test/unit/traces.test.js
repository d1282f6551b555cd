/** The traces that all clients are played, and rules that they hold: clients/conformance/README.md. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { play, traces } from "../../../conformance/players/javascript.js";

/** While they are recorded, they are not whole. */
const skip = Boolean(process.env.MARTLET_RECORD);
const all = skip ? new Map() : traces();
const plants = JSON.parse(readFileSync(new URL("../../../conformance/plants.json", import.meta.url), "utf8"));
const source = fileURLToPath(new URL("../../src", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "martlet-plants-"));

after(() => rmSync(folder, { recursive: true }));

for (const [name, trace] of all) test(`trace ${name}: ${trace.about}`, () => play(trace));

for (const [number, { rule, trace, file, from, to }] of plants.entries()) {
    test(`without this rule ${trace} fails: ${rule}`, { skip }, async () => {
        const copy = join(folder, `${number}`);
        cpSync(source, copy, { recursive: true });
        writeFileSync(join(copy, "package.json"), `{ "type": "module" }`);
        const text = readFileSync(join(copy, file), "utf8");
        assert.equal(text.split(from).length, 2, `${file} has not once: ${from}`);
        writeFileSync(join(copy, file), text.replace(from, () => to));
        const { Client } = await import(pathToFileURL(join(copy, "index.js")).href);
        await assert.rejects(play(all.get(trace), Client), assert.AssertionError);
    });
}

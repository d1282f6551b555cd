import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";

const out = process.env.MARTLET_OUT ?? new URL("../../../../out/clients", import.meta.url).pathname;
/** scripts/clients names axe-core. */
const axe = process.env.MARTLET_AXE && readFileSync(process.env.MARTLET_AXE, "utf8");

/** A screenshot, and what axe-core finds fault with. */
export async function shot(page, name) {
    mkdirSync(out, { recursive: true });
    await page.screenshot(`${out}/${name}.png`);
    if (!axe) return;
    await page.evaluate(`void (window.axe ?? (0, eval)(${JSON.stringify(axe)}))`);
    const serious = await page.evaluate(`axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + " " + failureSummary)]))`);
    assert.deepEqual(serious, [], name);
}

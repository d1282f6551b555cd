// examples/swift-chat with two users and a real gateway: SWIFT_CHAT names the program.
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { watched } from "../../clients/javascript/test/support/children.js";
import { Gateway } from "../../clients/javascript/test/support/gateway.js";
import { until } from "../../clients/javascript/test/support/until.js";

/** A terminal of a user: what it shows since it was looked at last. */
class Terminal {
    #shown = "";

    constructor(gateway, user, cwd) {
        this.process = watched(spawn(process.env.SWIFT_CHAT, [gateway.url, user, gateway.token(user)], { cwd, stdio: ["pipe", "pipe", "inherit"] }));
        this.process.stdout.setEncoding("utf8").on("data", (text) => (this.#shown += text));
        this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    }

    type(line) {
        this.process.stdin.write(`${line}\n`);
    }

    /** Waits for a line, and passes over those up to it. */
    async shows(line) {
        await until(() => this.#shown.includes(`${line}\n`), { show: () => [line, this.#shown] });
        this.#shown = this.#shown.slice(this.#shown.indexOf(`${line}\n`) + line.length + 1);
    }

    async quit() {
        this.type("/quit");
        assert.equal(await this.ended, 0);
    }
}

test("two users chat in terminals, also without a connection", { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "martlet-swift-chat-"));
    const gateway = await Gateway.start();
    mkdirSync(join(folder, "another"));
    const terminals = [];
    const open = (user, place = folder) => {
        const terminal = new Terminal(gateway, user, place);
        terminals.push(terminal);
        return terminal;
    };
    try {
        await gateway.makeAccounts("alice", "bob");
        const [alice, bob] = [open("alice"), open("bob")];
        await Promise.all([alice.shows("* connected"), bob.shows("* connected")]);
        alice.type("hello");
        await alice.shows("* /open USER first");
        alice.type("/open");
        await alice.shows("* there is no /open");
        alice.type("/open bob");
        alice.type("Hi Bob");
        await alice.shows("alice: Hi Bob (sent)");
        await bob.shows("* c2c_alice: Hi Bob");
        bob.type("/list");
        await bob.shows("* 1 unread");
        await bob.shows("  alice (1): Hi Bob");
        bob.type("/open alice");
        await bob.shows("alice: Hi Bob");
        await alice.shows("alice: Hi Bob (read)");
        await bob.quit();

        // A start without a gateway shows what is on the device; what is written waits.
        await gateway.kill();
        const again = open("bob");
        await again.shows("* 0 unread");
        await again.shows("  alice: Hi Bob");
        again.type("/open alice");
        await again.shows("alice: Hi Bob");
        again.type("See you");
        await again.shows("bob: See you (waiting)");
        await gateway.start();
        // Alice looks at the conversation, so that it may never be shown as sent alone.
        await alice.shows("bob: See you");
        await again.shows("bob: See you (read)");

        // A refused message stays, and can be sent again.
        again.type("/open carol");
        again.type("Are you there?");
        await again.shows("bob: Are you there? (not sent: There is no such user to write to.)");
        await gateway.makeAccounts("carol");
        again.type("/retry");
        await again.shows("bob: Are you there? (sent)");

        for (let number = 1; number <= 60; number++) {
            const body = { text: `Line ${number}` };
            const message = { conversationID: "c2c_bob", clientMsgId: `c${number}`, type: 0, body };
            await gateway.ask("message.send", message, "carol");
        }
        await again.shows("carol: Line 60");
        await again.quit();

        const fresh = open("bob", join(folder, "another"));
        await fresh.shows("* connected");
        fresh.type("/open carol");
        await fresh.shows("carol: Line 60");
        fresh.type("/older");
        await fresh.shows("bob: Are you there? (sent)");
        await Promise.all([alice.quit(), fresh.quit()]);
    } finally {
        for (const { process } of terminals) process.kill("SIGKILL");
        await gateway.stop();
        rmSync(folder, { recursive: true });
    }
});

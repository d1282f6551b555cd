import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { watched } from "./children.js";

const martlet = process.env.MARTLET ?? new URL("../../../../.build/debug/martlet", import.meta.url).pathname;

/** A port that nothing listens on, and that no connection is given meanwhile: those that the kernel gives begin at 32,768. */
export async function freePort() {
    for (;;) {
        const port = 12_000 + Math.floor(Math.random() * 20_000);
        if (await canListen(port)) return port;
    }
}

const canListen = (port) =>
    new Promise((resolve) => {
        const server = createServer();
        server.once("error", () => resolve(false));
        server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });

/** A real gateway with keys, data and a port of its own. It can be killed, drained and started again. */
export class Gateway {
    #secret = randomBytes(32);
    #adminKey = randomBytes(24).toString("hex");
    #process;
    #folder = mkdtempSync(join(tmpdir(), "martlet-clients-"));
    /** Counts starts, and whether it is there now: others may kill it while a test asks. */
    #starts = 0;
    #isUp = false;

    static async start(settings = {}) {
        const gateway = new Gateway();
        gateway.port = await freePort();
        gateway.settings = settings;
        await gateway.start();
        return gateway;
    }

    get url() {
        return `ws://127.0.0.1:${this.port}/v1/ws`;
    }

    /** The files that a backend shares with it. */
    get keyFiles() {
        return [join(this.#folder, "keys.json"), join(this.#folder, "admin.json")];
    }

    async start() {
        const write = (name, value) => writeFileSync(join(this.#folder, name), JSON.stringify(value), { mode: 0o600 });
        write("keys.json", { keys: [{ kid: "tests", alg: "HS256", secret: this.#secret.toString("base64url") }] });
        write("admin.json", { keys: [{ name: "tests", secret: this.#adminKey }] });
        write("martlet.json5", {
            listen: { port: this.port },
            admin: { listen: false },
            auth: { keysFile: "keys.json", adminKeysFile: "admin.json", leewaySeconds: 1 },
            data: { directory: "." },
            accounts: { systemSender: "system" },
            log: { level: "info" },
            ...this.settings,
        });
        const log = openSync(join(this.#folder, "log"), "a");
        // What the tests themselves are told by MARTLET_… would be settings to it.
        const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MARTLET")));
        this.#process = watched(spawn(martlet, ["serve", "--config", join(this.#folder, "martlet.json5")], { stdio: ["ignore", log, log], env }));
        closeSync(log);
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        this.#process.ended = ended;
        for (let attempt = 0; attempt < 400; attempt++) {
            if (await listens(this.port)) {
                this.#starts++;
                this.#isUp = true;
                return;
            }
            await new Promise((resolve) => setTimeout(resolve, 25));
            if (this.#process.exitCode !== null) break;
        }
        throw new Error(`the gateway does not start; see ${this.#folder}/log`);
    }

    /** As a power failure would. */
    async kill() {
        this.#isUp = false;
        this.#process.kill("SIGKILL");
        await this.#process.ended;
    }

    /** A copy of all that it has kept, as an operator makes one while it is down. */
    backUp() {
        const copy = mkdtempSync(join(tmpdir(), "martlet-backup-"));
        cpSync(this.#folder, copy, { recursive: true });
        return copy;
    }

    /** It is down, and goes on with a copy of before. */
    restore(copy) {
        rmSync(this.#folder, { recursive: true });
        cpSync(copy, this.#folder, { recursive: true });
        rmSync(copy, { recursive: true });
    }

    /** Asks it to leave; resolves when it has. */
    async drain() {
        this.#process.kill("SIGTERM");
        await this.#process.ended;
    }

    async stop() {
        if (this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
        rmSync(this.#folder, { recursive: true, force: true });
    }

    token(user, seconds = 3600) {
        const now = Math.floor(Date.now() / 1000) + (this.settings.data?.clockOffsetSeconds ?? 0);
        const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
        const text = `${encode({ alg: "HS256", kid: "tests", typ: "JWT" })}.${encode({ sub: user, iat: now, exp: now + seconds })}`;
        return `${text}.${createHmac("sha256", this.#secret).update(text).digest("base64url")}`;
    }

    /** An operation as the administrator, or in a user's name. Asked again if the gateway was killed meanwhile. */
    async ask(op, data = {}, user = undefined) {
        for (;;) {
            const starts = this.#starts;
            try {
                return await this.#ask(op, data, user);
            } catch (error) {
                const isKilled = !error.system && (!this.#isUp || starts !== this.#starts);
                if (!isKilled) throw error;
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
        }
    }

    async #ask(op, data, user) {
        const headers = { "Content-Type": "application/json", "Martlet-Key": this.#adminKey, ...(user && { "Martlet-As": user }) };
        const response = await fetch(`http://127.0.0.1:${this.port}/v1/api/${op}`, { method: "POST", headers, body: JSON.stringify(data) });
        const answer = await response.json();
        if (answer.error) throw Object.assign(new Error(`${op}: ${answer.error.message}`), answer.error);
        return answer.ok;
    }

    async makeAccounts(...users) {
        await this.ask("admin.account.create", { accounts: users.map((userID) => ({ userID })) });
    }

    /** The whole history of a conversation as a user sees it, oldest first. */
    async history(user, conversationID) {
        const messages = [];
        for (let cursor = 0, isFinished = false; !isFinished; ) {
            const page = await this.ask("message.history", { conversationID, direction: "newer", cursor, limit: 100 }, user);
            messages.push(...page.messages);
            ({ cursor, isFinished } = page);
        }
        return messages;
    }
}

export const listens = (port) =>
    new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1");
        socket.once("connect", () => (socket.destroy(), resolve(true)));
        socket.once("error", () => resolve(false));
    });

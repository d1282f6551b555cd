/** The machine on which the package is installed, as its operator uses it. */
import { execFileSync, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { connect } from "node:net";

import { watched } from "../../../clients/javascript/test/support/children.js";
import { until } from "../../../clients/javascript/test/support/until.js";

/** Shared with the machine on which the script runs; with a slash at its end. */
export const out = process.env.MACHINE_OUT;
export const root = new URL("../../../", import.meta.url).pathname;
export const host = "chat.example.com";

/** Runs a command to its end, and gives what it prints. */
export const run = (command, ...words) => execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const listens = (port) =>
    new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(true) || socket.destroy());
        socket.on("error", () => resolve(false));
    });

/** Starts a server, and waits until it listens. */
export async function serve(name, port, command, words, options = {}) {
    const log = openSync(`${out}${name}.log`, "a");
    const server = watched(spawn(command, words, { stdio: ["ignore", log, log], ...options }));
    server.over = new Promise((resolve) => server.once("exit", (code, signal) => resolve(code ?? signal)));
    await until(async () => {
        if (server.exitCode !== null) throw new Error(`${name} has ended; see ${out}${name}.log`);
        return listens(port);
    }, { seconds: 60 });
    return server;
}

/** The gateway of the package, started as its unit says. */
export class Service {
    #server;

    async start() {
        const unit = readFileSync("/lib/systemd/system/martlet.service", "utf8");
        const said = (name) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)[1];
        const words = ["--reuid", said("User"), "--regid", said("Group"), "--clear-groups", "--no-new-privs"];
        const [name, value] = said("Environment").split("=");
        const env = { PATH: "/usr/bin:/bin", [name]: value };
        const start = `umask ${said("UMask")}; exec ${said("ExecStart")}`;
        this.#server = await serve("gateway", 7751, "setpriv", [...words, "sh", "-c", start], { env, cwd: "/" });
        await until(async () => (await fetch("http://127.0.0.1:7751/readyz")).ok);
    }

    /** As systemd stops it; the status with which it has ended. */
    stop() {
        this.#server.kill("SIGTERM");
        return this.#server.over;
    }
}

const ask = (...words) => run("martlet", "ctl", ...words, "--config", "/etc/martlet/martlet.json5", "--json");

/** `martlet ctl`, on the gateway's machine. */
export const ctl = (...words) => JSON.parse(ask(...words));

/** The entries of the audit log, a line each. */
export const audit = (...words) => ask("audit", ...words);

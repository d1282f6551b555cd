import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { watched } from "../javascript/test/support/children.js";
import { Proxy } from "../javascript/test/support/proxy.js";
import { until } from "../javascript/test/support/until.js";

/** A client in a process of its own, behind a network of its own. */
export class Driver {
    states = [];
    /** The messages that it was told, by conversations. */
    told = new Map();
    changed = [];
    /** What became of the messages it was to send, by their ids. */
    outcomes = new Map();
    /** The texts that it was to send, by conversations. */
    texts = new Map();
    isListed = false;
    /** By so many seconds its clock is ahead of the real one. */
    ahead = 0;
    /** Whether the next run goes on behind what this one was told. */
    keeps = false;
    tokensAsked = [];
    #calls = new Map();
    #next = 1;

    /** @param {{command: string, gateway: any, user: string, device: string, storage?: string, token?: (why: any) => string | undefined}} options */
    static async start(options) {
        const driver = new Driver();
        Object.assign(driver, options);
        driver.proxy = await Proxy.start(driver.gateway.port);
        driver.launch();
        return driver;
    }

    launch() {
        const [program, ...rest] = this.command.split(" ");
        this.process = watched(spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] }));
        this.process.stdin.on("error", () => {});
        createInterface({ input: this.process.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
        const { user, device, storage, keeps, ahead } = this;
        this.do("connect", { url: this.proxy.url, user, device, storage, keeps, ahead });
    }

    /** Ends the process as a crash does. */
    async kill() {
        const ended = new Promise((resolve) => this.process.once("exit", resolve));
        this.process.kill("SIGKILL");
        await ended;
        this.isListed = false;
    }

    async stop() {
        this.process.stdin.end();
        if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
        await this.proxy.stop();
    }

    get state() {
        return this.states.at(-1);
    }

    do(what, more = {}) {
        this.process.stdin.write(`${JSON.stringify({ do: what, ...more })}\n`);
    }

    send(conversationID, ...texts) {
        for (const text of texts) {
            this.texts.set(conversationID, [...(this.texts.get(conversationID) ?? []), text]);
            this.do("send", { conversationID, text, id: text });
        }
    }

    show() {
        const call = this.#next++;
        return new Promise((resolve) => {
            this.#calls.set(call, resolve);
            this.do("show", { call });
        });
    }

    async opened() {
        await until(() => this.state === "open" && this.isListed, { show: () => this.states });
        return this;
    }

    /** All that it was to send has an end. */
    async isDone() {
        return this.state === "open" && (await this.show()).unsent === 0;
    }

    #take(line) {
        if (line.state) this.states.push(line.state);
        else if (line.token) this.#giveToken(line.token);
        else if (line.listed) this.isListed = true;
        else if (line.told) this.told.set(line.told.conversationID, [...(this.told.get(line.told.conversationID) ?? []), line.told]);
        else if (line.changed) this.changed.push(line.changed);
        else if (line.sent) this.outcomes.set(line.sent.id, line.sent);
        else if (line.failed) this.outcomes.set(line.failed.id, line.failed);
        else if (line.shown) this.#calls.get(line.shown.call)?.(line.shown);
    }

    #giveToken(why) {
        this.tokensAsked.push(why);
        const token = this.token ? this.token(why) : this.gateway.token(this.user);
        // An application may never answer.
        if (token !== undefined) this.do("token", { token });
    }
}

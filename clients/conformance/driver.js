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
    /** What is on the device is shown. */
    isOpened = false;
    /** So often its storage has failed, and was found damaged. */
    unsaved = 0;
    lost = 0;
    /** By so many seconds its clock is ahead of the real one. */
    ahead = 0;
    /** Whether the next run goes on behind what this one was told. */
    keeps = false;
    /** What its process is begun by, such as one with less room. */
    wrap = [];
    tokensAsked = [];
    /** What waits for an answer of the process that runs now, by the number of the question. */
    #calls = new Map();
    #next = 1;

    /**
     * @param {{command: string, gateway: any, user: string, device: string, storage?: string, gapLimit?: number, ahead?: number,
     *     wrap?: string[], token?: (why: any) => string | undefined}} options
     */
    static async start(options) {
        const driver = new Driver();
        Object.assign(driver, options);
        driver.proxy = await Proxy.start(driver.gateway.port);
        driver.launch();
        return driver;
    }

    /** What a driver says that it can do beyond what all can. */
    static async abilities(command) {
        const lines = [];
        const child = run(command.split(" "), (line) => lines.push(line), "ignore");
        child.stdin.end();
        await new Promise((resolve) => child.once("close", resolve));
        return new Set(lines[0]?.able);
    }

    /** Has a process of its own do one thing with a storage. */
    async alone(what, more) {
        const child = run(this.command.split(" "), () => {});
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.stdin.write(`${JSON.stringify({ do: what, ...more })}\n`);
        if ((await ended) !== 0) throw new Error(`${what} has failed`);
    }

    /** A process begins. Offline it shows what is on the device; `connect` then connects it. */
    launch({ isOffline = false } = {}) {
        this.isOpened = false;
        this.process = run([...this.wrap, ...this.command.split(" ")], (line) => this.#take(line));
        this.process.once("exit", () => {
            for (const { reject } of this.#calls.values()) reject(new Error(`the driver of ${this.user} has ended`));
            this.#calls.clear();
        });
        if (isOffline) this.do("open", this.options);
        else this.connect();
    }

    connect() {
        this.do("connect", this.options);
    }

    get options() {
        const { user, device, storage, keeps, ahead, gapLimit } = this;
        return { url: this.proxy.url, user, device, storage, keeps, ahead, gapLimit };
    }

    /** Ends the process as a crash does. */
    async kill() {
        const { process } = this;
        const ended = new Promise((resolve) => process.once("exit", resolve));
        process.kill("SIGKILL");
        if (process.exitCode === null && process.signalCode === null) await ended;
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
        return this.#ask("show");
    }

    /** Shows older messages; first of all the newest. */
    scroll(conversationID, limit = 20) {
        return this.#ask("scroll", { conversationID, limit });
    }

    /** A group's name, and all its members: without a connection those that are on the device. */
    members(groupID) {
        return this.#ask("members", { groupID });
    }

    async signOut() {
        this.isSignedOut = false;
        this.do("signOut");
        await until(() => this.isSignedOut);
    }

    #ask(what, more = {}) {
        const call = this.#next++;
        return new Promise((resolve, reject) => {
            this.#calls.set(call, { resolve, reject });
            this.do(what, { ...more, call });
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
        else if (line.opened) this.isOpened = true;
        else if (line.signedOut) this.isSignedOut = true;
        else if (line.unsaved) this.unsaved++;
        else if (line.storeLost) this.lost++;
        else this.#answer(line.shown ?? line.scrolled ?? line.members);
    }

    /** Of what it is able to is asked elsewhere. */
    #answer(answer) {
        this.#calls.get(answer?.call)?.resolve(answer);
        this.#calls.delete(answer?.call);
    }

    #giveToken(why) {
        this.tokensAsked.push(why);
        const token = this.token ? this.token(why) : this.gateway.token(this.user);
        // An application may never answer.
        if (token !== undefined) this.do("token", { token });
    }
}

/** A driver's process, whose lines are taken. */
function run([program, ...rest], take, errors = "inherit") {
    const child = watched(spawn(program, rest, { stdio: ["pipe", "pipe", errors] }));
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", (line) => take(JSON.parse(line)));
    return child;
}

import { spawn } from "node:child_process";
import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { watched } from "./children.js";

/** Debian's Chromium without a window, driven over a pipe by its DevTools protocol. */
export class Chromium {
    #process;
    #folder;
    #next = 1;
    #calls = new Map();
    /** What listens to the events of each page. */
    pages = new Map();

    /** @param {string} folder with the profile: that of a browser that was killed goes on */
    static async start(folder = mkdtempSync(join(tmpdir(), "martlet-chromium-"))) {
        const browser = new Chromium();
        browser.#folder = folder;
        const log = openSync(join(browser.#folder, "log"), "a");
        browser.#process = watched(spawn(
            process.env.CHROMIUM ?? "chromium",
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--remote-debugging-pipe", `--user-data-dir=${browser.#folder}/profile`, "about:blank",
            ],
            // A group of its own, so that all of its processes can be killed at once.
            { stdio: ["ignore", log, log, "pipe", "pipe"], detached: true },
        ));
        let input = "";
        browser.#process.stdio[4].setEncoding("utf8").on("data", (text) => {
            const parts = (input + text).split("\0");
            input = parts.pop();
            for (const part of parts) browser.#take(JSON.parse(part));
        });
        browser.#process.stdio[3].on("error", () => {});
        await browser.call("Browser.getVersion");
        return browser;
    }

    call(method, params = {}, sessionId = undefined) {
        const id = this.#next++;
        this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method }));
    }

    #take({ id, result, error, method, params, sessionId }) {
        if (id === undefined) return this.pages.get(sessionId)?.hear(method, params);
        const call = this.#calls.get(id);
        this.#calls.delete(id);
        if (error) call.reject(new Error(`${call.method}: ${error.message}`));
        else call.resolve(result);
    }

    /** Somebody else's browser: nothing is shared with other contexts. */
    async context() {
        const { browserContextId } = await this.call("Target.createBrowserContext");
        return { open: (url) => Page.open(this, browserContextId, url) };
    }

    /** The context that has its data in the profile. */
    get lasting() {
        return { open: (url) => Page.open(this, undefined, url) };
    }

    /** All its processes at once, as when a phone kills the application. Gives the folder, for the next one. */
    async kill() {
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        process.kill(-this.#process.pid, "SIGKILL");
        await ended;
        return this.#folder;
    }

    async stop() {
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        this.call("Browser.close").catch(() => {});
        const timer = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
        await ended;
        clearTimeout(timer);
        rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    }
}

/** One tab. */
export class Page {
    /** What the page has said on its console as an error, and what nobody has caught. */
    problems = [];

    static async open(browser, browserContextId, url) {
        const page = new Page();
        page.browser = browser;
        const { targetId } = await browser.call("Target.createTarget", { url: "about:blank", browserContextId });
        const { sessionId } = await browser.call("Target.attachToTarget", { targetId, flatten: true });
        Object.assign(page, { targetId, sessionId });
        browser.pages.set(sessionId, page);
        for (const domain of ["Page", "Runtime", "Network", "Accessibility"]) await page.call(`${domain}.enable`);
        await page.go(url);
        return page;
    }

    call(method, params) {
        return this.browser.call(method, params, this.sessionId);
    }

    hear(method, params) {
        if (method === "Runtime.exceptionThrown") this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        else if (method === "Page.loadEventFired") this.loaded?.();
    }

    async go(url) {
        const loaded = new Promise((resolve) => (this.loaded = resolve));
        await this.call("Page.navigate", { url });
        await loaded;
    }

    async reload() {
        const loaded = new Promise((resolve) => (this.loaded = resolve));
        await this.call("Page.reload");
        await loaded;
    }

    close() {
        return this.browser.call("Target.closeTarget", { targetId: this.targetId });
    }

    /** What an expression is in the page; of a promise, what it becomes. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Waits until an expression is true in the page. */
    async until(expression, seconds = 20) {
        const end = Date.now() + seconds * 1000;
        // A page that leads to another one is taken away while it is asked.
        const isTrue = () => this.evaluate(expression).catch((error) => {
            if (!/navigated or closed|context/i.test(error.message)) throw error;
        });
        while (!(await isTrue())) {
            if (Date.now() > end) throw new Error(`not in ${seconds} s: ${expression}; problems: ${this.problems.join("; ")}; page: ${await this.evaluate("document.body.innerText")}`);
            await new Promise((resolve) => setTimeout(resolve, 30));
        }
    }

    offline(isOffline) {
        return this.call("Network.emulateNetworkConditions", { offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    }

    /** The browser lays the tab to sleep, or wakes it. */
    freeze(isFrozen) {
        return this.call("Page.setWebLifecycleState", { state: isFrozen ? "frozen" : "active" });
    }

    /** Types a text, or presses a key by its name. */
    async type(text) {
        await this.call("Input.insertText", { text });
    }

    async press(key, modifiers = 0) {
        const codes = { Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
        const event = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: codes[key], modifiers, text: key === "Enter" ? "\r" : key === " " ? " " : undefined };
        await this.call("Input.dispatchKeyEvent", { type: event.text ? "keyDown" : "rawKeyDown", ...event });
        await this.call("Input.dispatchKeyEvent", { type: "keyUp", ...event, text: undefined });
    }

    /** Makes the page narrow or wide, light or dark. */
    async look({ width, height, scheme }) {
        await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await this.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    }

    async screenshot(path) {
        const { data } = await this.call("Page.captureScreenshot", { format: "png" });
        writeFileSync(path, Buffer.from(data, "base64"));
    }
}

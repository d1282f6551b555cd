import { Calls } from "./calls.js";
import { systemClock } from "./clock.js";
import { browserDevice } from "./device.js";
import { Emitter } from "./emitter.js";
import { asMartletError, MartletError } from "./errors.js";
import { randomName } from "./ids.js";
import { Link } from "./link.js";
import { Liveness } from "./liveness.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").LinkOptions} LinkOptions
 * @typedef {import("./types.js").LinkEvents} LinkEvents
 * @typedef {import("./requests.js").RequestOptions} RequestOptions
 */

/** A leading tab that says nothing for so long is asked, and replaced if it does not answer. */
const leaderSilence = 10_000;

/**
 * One connection for all tabs of a user at a gateway. For the option `link` of the client. Where a browser cannot do it,
 * each tab has its own connection.
 * @param {LinkOptions} options
 * @returns {import("./types.js").AnyLink}
 */
export function shareTabs(options) {
    const isPossible = typeof BroadcastChannel !== "undefined" && typeof navigator !== "undefined" && navigator.locks;
    return isPossible ? new TabLink(options) : new Link(options);
}

/**
 * The tab that holds a Web Lock leads: it has the connection, and relays to the others what comes in and what they ask for.
 * Relays are numbered, so a tab knows when it has missed one. When the leading tab closes, the browser gives the lock to
 * the next; when it is frozen and does not answer, another takes the lock from it. The new leader resumes from what itself
 * has, and the gateway ends the session of the old one, since all tabs are one device.
 * @extends {Emitter<LinkEvents>}
 */
class TabLink extends Emitter {
    leads = false;
    /** @type {State} */
    state = { name: "stopped" };

    #self = randomName();
    #name;
    #clock;
    /** @type {BroadcastChannel | undefined} */
    #channel;
    /**
     * This tab's, while it leads.
     * @type {Link | undefined}
     */
    #link;
    /** @type {string | undefined} */
    #leader;
    /** The number of the last relay, made or heard. */
    #number = 0;
    #calls;
    /** @type {Liveness | undefined} */
    #watch;
    /**
     * Gives the lock back, or gives up waiting for it.
     * @type {() => void}
     */
    #resign = () => {};
    /** @type {AbortController} */
    #life = new AbortController();

    /** @param {LinkOptions} options */
    constructor(options) {
        super();
        this.options = { device: browserDevice, ...definedOf(options) };
        this.#clock = options.clock ?? systemClock;
        this.#calls = new Calls(this.#clock, (id, call) => this.#issue(id, call));
        this.#name = `martlet.tabs:${options.url}:${options.user}`;
    }

    start() {
        if (this.state.name === "ended") {
            if (this.#link) this.#link.start();
            else this.#post("start", {});
            return;
        }
        if (this.state.name !== "stopped") return;
        this.#life = new AbortController();
        const listen = { signal: this.#life.signal };
        globalThis.document?.addEventListener("freeze", () => this.#leave(), listen);
        globalThis.document?.addEventListener("resume", () => this.#join(), listen);
        globalThis.addEventListener?.("pagehide", () => this.#leave(), listen);
        globalThis.addEventListener?.("pageshow", () => this.#join(), listen);
        this.#join();
    }

    stop() {
        this.#life.abort();
        this.#leave();
        this.#calls.rejectAll(new MartletError({ name: "stopped", message: "the application has stopped the client" }));
        this.#become({ name: "stopped" });
    }

    wake() {
        this.#link?.wake();
        this.#watch?.wake();
        if (!this.#link) this.#post("wake", {});
    }

    /** @param {string} op @param {object} [data] @param {RequestOptions} [options] @returns {Promise<any>} */
    request(op, data = {}, options = {}) {
        if (this.state.name === "stopped" || this.state.name === "ended") {
            return Promise.reject(new MartletError({ name: "stopped", message: "the client is not started" }));
        }
        return this.#calls.make(op, data, options);
    }

    /**
     * Tells all other tabs.
     * @param {string} name
     * @param {any} data
     */
    broadcast(name, data) {
        if (this.leads) this.#relay("broadcast", { name, data });
        else this.#post("broadcast", { name, data });
    }

    // Being one of the tabs

    #join() {
        if (this.#channel) return;
        this.#channel = new BroadcastChannel(this.#name);
        this.#channel.onmessage = ({ data }) => this.#hear(data);
        this.#become({ name: "connecting" });
        this.#watchLeader();
        this.#post("hello", {});
        this.#compete({});
    }

    #leave() {
        this.#resign();
        this.#lay();
        this.#watch?.stop();
        this.#channel?.close();
        this.#channel = this.#leader = undefined;
    }

    /**
     * Waits for the lock, or takes it.
     * @param {{steal?: boolean}} how
     */
    #compete(how) {
        this.#resign();
        const abort = new AbortController();
        /** @type {() => void} */
        let release = () => abort.abort();
        this.#resign = () => release();
        const isCurrent = () => !abort.signal.aborted;
        const lead = () =>
            new Promise((resolve) => {
                if (!isCurrent()) return resolve(undefined);
                release = () => {
                    abort.abort();
                    resolve(undefined);
                };
                this.#lead();
            });
        navigator.locks.request(this.#name, how.steal ? { steal: true } : { signal: abort.signal }, lead).catch(() => {
            // Another tab has taken the lock, because this one did not answer.
            if (!isCurrent() || !this.#channel) return;
            this.#lay();
            this.#leader = undefined;
            this.#watchLeader();
            this.#post("hello", {});
            this.#compete({});
        });
    }

    #watchLeader() {
        this.#watch?.stop();
        this.#watch = new Liveness(this.#clock, leaderSilence, {
            probe: () => this.#post("ping", {}),
            dead: () => {
                const isSeen = typeof document === "undefined" || document.visibilityState === "visible";
                this.#watchLeader();
                if (isSeen) this.#compete({ steal: true });
            },
        });
    }

    // Leading

    #lead() {
        this.#watch?.stop();
        this.#leader = this.#self;
        this.#number = 0;
        this.leads = true;
        const link = (this.#link = new Link(this.options));
        for (const name of /** @type {const} */ (["state", "login", "event"])) {
            link.on(name, (data) => {
                if (link !== this.#link) return;
                this.#relay(name, data);
                if (name === "state") this.#become(/** @type {State} */ (data));
                else this.emit(name, /** @type {any} */ (data));
            });
        }
        this.#post("lead", {});
        this.emit("leading", undefined);
        link.start();
        this.#calls.issueAll();
    }

    /** Leads no more. */
    #lay() {
        const link = this.#link;
        this.#link = undefined;
        this.leads = false;
        link?.stop();
    }

    /** @param {string} name @param {any} data */
    #relay(name, data) {
        this.#number++;
        this.#post("relay", { number: this.#number, name, data: name === "state" ? plainState(data) : data });
    }

    /**
     * What a tab needs that comes to a session that is open already.
     * @param {string} to
     */
    #welcome(to) {
        const positions = this.options.positions();
        const isOpen = this.state.name === "open" && positions;
        const reply = isOpen && { stream: { seq: positions.user }, groups: positions.groups };
        this.#post("welcome", { to, number: this.#number, state: plainState(this.state), login: reply ? { reply } : undefined });
    }

    /**
     * Another tab asks.
     * @param {any} message
     */
    async #serve({ from, call, op, data, options }) {
        if (!this.#link) return;
        try {
            this.#post("reply", { to: from, call, ok: await this.#link.request(op, data, options) });
        } catch (error) {
            const reason = asMartletError(error);
            if (this.leads || reason.name !== "stopped") this.#post("reply", { to: from, call, error: reason.toJSON() });
        }
    }

    // Following

    /** @param {any} message */
    #hear(message) {
        const { type, from, to } = message;
        if (to !== undefined && to !== this.#self) return;
        if (from === this.#leader) this.#watch?.heard();
        if (type === "broadcast") this.emit("broadcast", message);
        else if (type === "reply") this.#calls.settle(message.call, message.error && new MartletError(message.error), message.ok);
        else if (this.leads) this.#hearAsLeader(message);
        else if (type === "lead") this.#follow(from, 0);
        else if (type === "welcome") this.#takeWelcome(message);
        else if (type === "relay") this.#takeRelay(message);
    }

    /** @param {any} message */
    #hearAsLeader(message) {
        const { type, from } = message;
        if (type === "hello") this.#welcome(from);
        else if (type === "ping") this.#post("pong", { to: from });
        else if (type === "request") this.#serve(message);
        else if (type === "start") this.#link?.start();
        else if (type === "wake") this.#link?.wake();
    }

    /** @param {string} leader @param {number} number */
    #follow(leader, number) {
        this.#leader = leader;
        this.#number = number;
        this.#watch?.heard();
        this.#calls.issueAll();
    }

    /** @param {any} message */
    #takeWelcome({ from, number, state, login }) {
        this.#become(revivedState(state));
        this.#follow(from, number);
        if (!login) return;
        if (this.options.positions() === undefined) this.emit("login", login);
        else this.emit("missed", undefined);
    }

    /** @param {any} message */
    #takeRelay({ from, number, name, data }) {
        if (from !== this.#leader || number !== this.#number + 1) {
            this.#post("hello", {});
            return;
        }
        this.#number = number;
        if (name === "state") this.#become(revivedState(data));
        else this.emit(name, data);
    }

    // Calls

    /** @param {number} id @param {import("./calls.js").Call} call */
    #issue(id, { op, data, options }) {
        if (this.#link) {
            this.#link.request(op, data, options).then(
                (ok) => this.#calls.settle(id, undefined, ok),
                (error) => {
                    // Another tab leads now, and does what may be done there.
                    const isMoved = error.name === "stopped" && !this.leads && !options.isBound && this.state.name !== "stopped";
                    if (!isMoved) this.#calls.settle(id, error);
                },
            );
        } else if (this.#leader) {
            this.#post("request", { to: this.#leader, call: id, op, data, options });
        }
    }

    /** @param {string} type @param {object} message */
    #post(type, message) {
        this.#channel?.postMessage({ type, from: this.#self, ...message });
    }

    /** @param {State} state */
    #become(state) {
        this.state = state;
        this.emit("state", state);
    }
}

/**
 * An error does not pass between tabs as what it is.
 * @param {State} state
 */
const plainState = (state) => ("reason" in state ? { ...state, reason: state.reason.toJSON() } : state);

/** @param {any} state @returns {State} */
const revivedState = (state) => (state.reason ? { ...state, reason: new MartletError(state.reason) } : state);

/** @param {LinkOptions} options @returns {LinkOptions} */
const definedOf = (options) =>
    /** @type {LinkOptions} */ (Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)));

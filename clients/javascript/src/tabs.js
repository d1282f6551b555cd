import { Calls } from "./calls.js";
import { systemClock } from "./clock.js";
import { browserDevice, tabDevice } from "./device.js";
import { Emitter } from "./emitter.js";
import { MartletError } from "./errors.js";
import { Following } from "./following.js";
import { randomName } from "./ids.js";
import { Leading } from "./leading.js";
import { Link } from "./link.js";
import { TabLock } from "./lock.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").LinkOptions} LinkOptions
 * @typedef {import("./types.js").LinkEvents} LinkEvents
 * @typedef {import("./requests.js").RequestOptions} RequestOptions
 */

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
 * The tab that holds a Web Lock leads, the others follow. When the leading tab closes, the browser gives the lock to the
 * next; when it is frozen and does not answer, another takes the lock from it. The new leader resumes from what itself has,
 * and the gateway ends the session of the old one, since all tabs are one device.
 * @extends {Emitter<LinkEvents>}
 */
class TabLink extends Emitter {
    /** @type {State} */
    state = { name: "stopped" };

    #self = randomName();
    #name;
    #lock;
    /** @type {import("./types.js").Tab} */
    #tab;
    #calls;
    /** @type {BroadcastChannel | undefined} */
    #channel;
    /**
     * None while it is stopped or frozen.
     * @type {Leading | Following | undefined}
     */
    #role;
    /** @type {AbortController} */
    #life = new AbortController();

    /** @param {LinkOptions} options */
    constructor(options) {
        super();
        this.options = { device: browserDevice, ...definedOf(options) };
        this.#name = `martlet.tabs:${options.url}:${options.user}`;
        this.#lock = new TabLock(this.#name, {
            held: () => this.#lead(),
            lost: () => this.#follow(),
            denied: () => this.#goAlone(options.device),
        });
        this.#calls = new Calls(options.clock ?? systemClock, (id, call) => this.#role?.issue(id, call));
        this.#tab = {
            options: this.options,
            calls: this.#calls,
            post: (type, message) => this.#post(type, message),
            tell: (name, data) => this.#tell(name, data),
            takeOver: () => this.#lock.claim({ steal: true }),
        };
    }

    get leads() {
        return this.#role instanceof Leading;
    }

    start() {
        if (this.state.name === "ended") return this.#role?.start();
        if (this.state.name !== "stopped") return;
        this.#life = new AbortController();
        const listen = { signal: this.#life.signal };
        globalThis.document?.addEventListener("freeze", () => this.#leave(), listen);
        globalThis.document?.addEventListener("resume", () => this.#join(), listen);
        globalThis.addEventListener?.("pagehide", () => this.#leave(), listen);
        globalThis.addEventListener?.("pageshow", () => this.#join(), listen);
        this.#join();
    }

    /** @param {Promise<unknown>} [written] until then no other tab has the storage */
    stop(written) {
        this.#life.abort();
        this.#leave(written);
        this.#calls.rejectAll(new MartletError({ name: "stopped", message: "the client was stopped" }));
        this.#tell("state", { name: "stopped" });
    }

    wake() {
        this.#role?.wake();
    }

    /** @param {string} op @param {object} [data] @param {RequestOptions} [options] @returns {Promise<any>} */
    request(op, data = {}, options = {}) {
        if (this.state.name === "stopped" || this.state.name === "ended") {
            return Promise.reject(new MartletError({ name: "stopped", message: "the client was stopped" }));
        }
        return this.#calls.make(op, data, options);
    }

    /**
     * A message that no handler of the client could take in is none of the protocol: it ends the connection.
     * @protected @override
     * @param {unknown} error
     */
    failed(error) {
        throw error;
    }

    /**
     * Tells all other tabs.
     * @param {string} name
     * @param {any} data
     */
    broadcast(name, data) {
        this.#role?.broadcast(name, data);
    }

    #join() {
        if (this.#role) return;
        this.#channel = new BroadcastChannel(this.#name);
        this.#channel.onmessage = ({ data }) => this.#hear(data);
        this.#tell("state", { name: "connecting" });
        this.#follow();
    }

    /** @param {Promise<unknown>} [written] */
    #leave(written) {
        this.#lock.release(written);
        this.#role?.end();
        this.#role = undefined;
        this.#channel?.close();
        this.#channel = undefined;
    }

    /** Follows until this tab gets the lock. */
    #follow() {
        this.#role?.end();
        this.#role = new Following(this.#tab);
        this.#lock.claim();
    }

    #lead() {
        this.#role?.end();
        this.#role = new Leading(this.#tab);
        this.#post("lead", {});
        this.emit("leading", undefined);
        // A handler may have stopped this tab.
        this.#role?.start();
        this.#calls.issueAll();
    }

    /**
     * The browser gives no locks to this page: this tab has a connection and a name of its own.
     * @param {LinkOptions["device"]} device
     */
    #goAlone(device = tabDevice) {
        this.#channel?.close();
        this.#channel = undefined;
        this.options.device = device;
        this.#lead();
    }

    /** @param {any} message */
    #hear(message) {
        const { type, from, to, call, ok, error } = message;
        if (to !== undefined && to !== this.#self) return;
        this.#role?.hear(message);
        // A tab that leads no more has stopped; the one that leads now is asked for the same.
        const isVoid = error?.name === "stopped" && from !== this.#role?.leader;
        if (type === "broadcast") this.emit("broadcast", message);
        else if (type === "reply" && !isVoid) this.#calls.settle(call, error && new MartletError(error), ok);
    }

    /** @param {string} type @param {object} message */
    #post(type, message) {
        this.#channel?.postMessage({ type, from: this.#self, ...message });
    }

    /** @param {keyof LinkEvents} name @param {any} data */
    #tell(name, data) {
        if (name === "state") this.state = data;
        this.emit(name, data);
    }
}

/** @param {LinkOptions} options @returns {LinkOptions} */
const definedOf = (options) =>
    /** @type {LinkOptions} */ (Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)));

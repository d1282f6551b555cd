import { systemClock } from "./clock.js";
import { nameOfClose } from "./closing.js";
import { tabDevice } from "./device.js";
import { Emitter } from "./emitter.js";
import { asMartletError, MartletError } from "./errors.js";
import { Liveness } from "./liveness.js";
import { Reconnection } from "./reconnection.js";
import { Requests } from "./requests.js";
import { TokenRefresh, Tokens } from "./tokens.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").LinkOptions} LinkOptions
 * @typedef {import("./types.js").LinkEvents} LinkEvents
 */

/** The id of `session.open`; other requests count from 1. */
const openID = 0;

/** How long a connection may take until its session is open. */
const connectPatience = 15_000;

/** How far the client stays below the gateway's rate: the user's other devices share it. */
const shareOfRate = 0.8;

/**
 * Keeps one session open: connects, opens the session, finds out when the connection is dead, and comes back as the close
 * code wants it.
 * @extends {Emitter<LinkEvents>}
 */
export class Link extends Emitter {
    /** This link may send: with one connection for all tabs, only one of them does. */
    leads = true;
    /** @type {State} */
    state = { name: "stopped" };

    /** @type {WebSocket | undefined} */
    #socket;
    /** @type {Liveness | undefined} */
    #liveness;
    #requests;
    #tokens;
    #clock;
    /** Counts starts and stops, so that what an earlier run still waits for has no effect. */
    #run = 0;
    #reconnection;
    /** @type {any} */
    #timer;
    /** @type {TokenRefresh | undefined} */
    #refresh;

    /** @param {LinkOptions} options */
    constructor(options) {
        super();
        this.options = options;
        this.#clock = options.clock ?? systemClock;
        this.#reconnection = new Reconnection(this.#clock);
        this.#requests = new Requests(this.#clock);
        this.#tokens = new Tokens(this.#clock, options.token);
    }

    /** Connects, and stays connected. A second call does nothing. */
    start() {
        if (this.state.name !== "stopped" && this.state.name !== "ended") return;
        this.#run++;
        this.#reconnection = new Reconnection(this.#clock);
        this.#connect();
    }

    /** Ends the session. Calls that wait for a reply fail. */
    stop() {
        if (this.state.name === "stopped") return;
        this.#end({ name: "stopped" }, "the client was stopped");
    }

    /** The page is seen again, or the network is back. */
    wake() {
        if (this.state.name === "waiting" && this.state.retryAt - this.#clock.now() > 1000 && !this.#reconnection.drainDelay) {
            this.#wait(this.#clock.random() * 1000, this.state.reason);
        }
        this.#liveness?.wake();
    }

    /**
     * @param {string} op
     * @param {object} [data]
     * @param {import("./requests.js").RequestOptions} [options]
     */
    request(op, data, options) {
        if (this.state.name === "stopped" || this.state.name === "ended") {
            return Promise.reject(new MartletError({ name: "stopped", message: "the client was stopped" }));
        }
        return this.#requests.request(op, data, options);
    }

    /**
     * There are no other tabs.
     * @param {string} _name
     * @param {any} _data
     */
    broadcast(_name, _data) {}

    async #connect() {
        const run = this.#run;
        this.#become({ name: "connecting" });
        this.#reconnection.begin();
        /** @type {string} */
        let token;
        /** @type {string} */
        let device;
        try {
            const isRefused = this.#reconnection.refusals > 0;
            [token, device] = await Promise.all([this.#tokens.get(isRefused), (this.options.device ?? tabDevice)()]);
        } catch (error) {
            if (run === this.#run) this.#wait(this.#reconnection.afterFailure(), asMartletError(error));
            return;
        }
        if (run !== this.#run) return;
        /** @type {WebSocket} */
        let socket;
        try {
            socket = new (this.options.WebSocket ?? WebSocket)(this.options.url, ["martlet.v1.json"]);
        } catch (error) {
            this.#end({ name: "ended", reason: asMartletError(error) }, String(error));
            return;
        }
        this.#socket = socket;
        this.#timer = this.#clock.after(() => this.#lose(socket, 1006, "no session in time"), connectPatience);
        const named = this.options.positions();
        socket.onopen = () => {
            const { user, platform } = this.options;
            const data = { token, device, platform, user, lean: true, resume: named };
            socket.send(JSON.stringify({ id: openID, op: "session.open", data }));
        };
        socket.onmessage = ({ data }) => {
            if (socket === this.#socket) this.#take(socket, data, named);
        };
        socket.onclose = ({ code, reason }) => this.#lose(socket, code, reason);
    }

    /**
     * A text that is no message of the protocol ends the connection: what else came wrong, nobody knows.
     * @param {WebSocket} socket @param {string} text @param {import("./types.js").Positions | undefined} named
     */
    #take(socket, text, named) {
        try {
            this.#receive(socket, JSON.parse(text), named);
        } catch (error) {
            this.#lose(socket, 1006, `no message: ${error}`);
        }
    }

    /** @param {WebSocket} socket @param {any} message @param {import("./types.js").Positions | undefined} named */
    #receive(socket, message, named) {
        this.#liveness?.heard();
        if (message.event) {
            this.#takeEvent(message);
        } else if (message.id !== openID) {
            this.#requests.receive(message);
        } else if (message.error) {
            this.#refused(socket, new MartletError(message.error));
        } else if (this.state.name !== "open") {
            this.#open(socket, message.ok, named);
        }
    }

    /** @param {WebSocket} socket @param {any} ok @param {import("./types.js").Positions | undefined} named */
    #open(socket, ok, named) {
        this.#clock.cancel(this.#timer);
        this.#reconnection.opened();
        const liveness = new Liveness(this.#clock, ok.heartbeat.intervalMilliseconds, {
            probe: () => void this.request("session.list", {}, { urgent: true, timeout: 0 }).catch(() => {}),
            dead: () => this.#lose(socket, 1006, "no answer in time"),
        }, this.#requests);
        this.#liveness = liveness;
        this.#refresh = new TokenRefresh(this.#clock, () => this.#refreshToken(socket));
        const limit = ok.limits?.requests ?? { perSecond: 50, burst: 100 };
        const send = (/** @type {string} */ text) => {
            socket.send(text);
            liveness.asked();
        };
        this.#requests.open(send, {
            perSecond: Math.max(1, limit.perSecond * shareOfRate),
            burst: Math.max(1, Math.floor(limit.burst * shareOfRate)),
        }, ok.limits?.retryHours);
        this.#become({ name: "open", session: ok.session, clockOffset: ok.serverTime - this.#clock.now() });
        this.emit("login", { reply: ok, named });
    }

    /**
     * The gateway has refused `session.open`.
     * @param {WebSocket} socket
     * @param {MartletError} error
     */
    #refused(socket, error) {
        this.#drop(socket);
        const delay = this.#reconnection.afterRefusal(error);
        if (delay === undefined) this.#end({ name: "ended", reason: error }, error.message);
        else this.#wait(delay, error);
    }

    /**
     * A message that no handler of the client could take in is none of the protocol.
     * @protected @override
     * @param {unknown} error
     */
    failed(error) {
        throw error;
    }

    /** @param {any} event */
    #takeEvent(event) {
        // Others are the client's own.
        if (!event.data || !/^(?!sync)\w+\./.test(event.event)) throw event.event;
        this.#reconnection.heard(event);
        if (event.event === "session.expiring" && this.state.name === "open") {
            this.#refresh?.due(event.data.expiresAt * 1000 - this.state.clockOffset);
        }
        this.emit("event", event);
    }

    /**
     * A token that came too late for its session is not sent: the next session asks anew.
     * @param {WebSocket} socket
     */
    async #refreshToken(socket) {
        const token = await this.#tokens.get(false);
        if (socket === this.#socket) await this.request("session.refresh", { token }, { urgent: true });
    }

    /**
     * The connection has ended, or is taken as ended.
     * @param {WebSocket} socket
     * @param {number} code
     * @param {string} reason
     */
    #lose(socket, code, reason) {
        if (socket !== this.#socket) return;
        this.#drop(socket);
        const { kick } = this.#reconnection;
        const error = new MartletError({ system: "close", code, name: kick?.reason ?? nameOfClose(code), message: reason });
        const delay = this.#reconnection.afterClose(code);
        if (delay === undefined) this.#end({ name: "ended", reason: error, kick }, error.name);
        else this.#wait(delay, error);
    }

    /** @param {number} milliseconds @param {MartletError} reason */
    #wait(milliseconds, reason) {
        const run = this.#run;
        this.#clock.cancel(this.#timer);
        this.#become({ name: "waiting", retryAt: this.#clock.now() + milliseconds, reason });
        this.#timer = this.#clock.after(() => {
            if (run === this.#run) this.#connect();
        }, milliseconds);
    }

    /** @param {State} state @param {string} message for the calls that wait */
    #end(state, message) {
        this.#run++;
        if (this.#socket) this.#drop(this.#socket);
        this.#clock.cancel(this.#timer);
        this.#requests.stop(new MartletError({ name: "stopped", message }));
        this.#become(state);
    }

    /** @param {WebSocket} socket */
    #drop(socket) {
        socket.onopen = socket.onmessage = socket.onclose = null;
        // A socket that is closed while it connects reports an error, which is no news.
        socket.onerror = () => {};
        this.#socket = undefined;
        this.#liveness?.stop();
        this.#liveness = undefined;
        this.#clock.cancel(this.#timer);
        this.#refresh?.stop();
        this.#requests.close();
        socket.close(1000);
    }

    /** @param {State} state */
    #become(state) {
        this.state = state;
        this.emit("state", state);
    }
}

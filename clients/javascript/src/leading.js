import { asMartletError } from "./errors.js";
import { Link } from "./link.js";

/**
 * The role of the tab that leads: it has the connection, relays to the others what comes in, and does what they ask for.
 * Relays are numbered, so a tab knows when it has missed one.
 */
export class Leading {
    /** This tab follows none. */
    leader = undefined;

    #link;
    /**
     * Where the broadcasts and the channels stood when the session began.
     * @type {{broadcasts?: number, channels?: Record<string, number>}}
     */
    #ends = {};
    /**
     * The last event with the total of unread messages: the gateway tells it when a session begins, and when it changes.
     * @type {import("./types.js").Incoming | undefined}
     */
    #total;
    /** The number of the last relay. */
    #number = 0;
    #hasEnded = false;

    /** @param {import("./types.js").Tab} tab */
    constructor(tab) {
        this.tab = tab;
        this.#link = new Link(tab.options);
        for (const name of /** @type {const} */ (["state", "login", "event"])) {
            this.#link.on(name, (data) => {
                if (this.#hasEnded) return;
                this.#note(name, data);
                this.#relay(name, data);
                tab.tell(name, data);
            });
        }
    }

    start() {
        this.#link.start();
    }

    end() {
        this.#hasEnded = true;
        this.#link.stop();
    }

    wake() {
        this.#link.wake();
    }

    /** @param {string} name @param {any} data */
    broadcast(name, data) {
        this.#relay("broadcast", { name, data });
    }

    /** @param {number} id @param {import("./calls.js").Call} call */
    issue(id, { op, data, options }) {
        this.#link.request(op, data, options).then(
            (ok) => this.tab.calls.settle(id, undefined, ok),
            (error) => {
                if (options.isBound || !this.#isMoved(error)) this.tab.calls.settle(id, error);
            },
        );
    }

    /** @param {any} message */
    hear(message) {
        const { type, from } = message;
        if (type === "hello") this.#welcome(from);
        else if (type === "ping") this.tab.post("pong", { to: from });
        else if (type === "request") this.#serve(message);
        else if (type === "start") this.start();
        else if (type === "wake") this.wake();
    }

    /**
     * What a tab that comes later needs to know.
     * @param {string} name @param {any} data
     */
    #note(name, data) {
        if (name === "login") this.#ends = data.reply;
        if (name === "event" && data.event === "conversation.totalUnreadChanged") this.#total = data;
        const total = name === "event" && data.event === "message.new" ? data.data.totalUnread : undefined;
        if (total !== undefined) this.#total = { event: "conversation.totalUnreadChanged", data: { total } };
    }

    /** @param {string} name @param {any} data */
    #relay(name, data) {
        this.#number++;
        this.tab.post("relay", { number: this.#number, name, data: name === "state" ? plainState(data) : data });
    }

    /**
     * What a tab needs that comes to a session that is open already.
     * @param {string} to
     */
    #welcome(to) {
        const { state } = this.#link;
        const positions = this.tab.options.positions();
        // This tab may still be fetching some of them.
        const { broadcasts, channels = {} } = this.#ends;
        const reply = state.name === "open" && positions && {
            stream: { seq: positions.user },
            groups: positions.groups,
            broadcasts: broadcasts === undefined ? undefined : Math.max(broadcasts, positions.broadcasts ?? 0),
            channels: Object.fromEntries(
                Object.entries(positions.channels ?? {}).map(([id, seq]) => [id, Math.max(seq, channels[id] ?? 0)]),
            ),
        };
        this.tab.post("welcome", { to, number: this.#number, state: plainState(state), login: reply ? { reply } : undefined, total: this.#total });
    }

    /**
     * Another tab asks.
     * @param {any} message
     */
    async #serve({ from, call, op, data, options }) {
        try {
            this.tab.post("reply", { to: from, call, ok: await this.#link.request(op, data, options) });
        } catch (error) {
            const reason = asMartletError(error);
            if (!this.#isMoved(reason)) this.tab.post("reply", { to: from, call, error: reason.toJSON() });
        }
    }

    /**
     * Another tab leads now, and does what was asked for here.
     * @param {import("./errors.js").MartletError} error
     */
    #isMoved(error) {
        return this.#hasEnded && error.name === "stopped";
    }
}

/**
 * An error does not pass between tabs as what it is.
 * @param {import("./types.js").State} state
 */
const plainState = (state) => ("reason" in state ? { ...state, reason: state.reason.toJSON() } : state);

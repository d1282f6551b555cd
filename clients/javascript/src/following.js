import { systemClock } from "./clock.js";
import { MartletError } from "./errors.js";
import { Liveness } from "./liveness.js";

/** A leading tab that says nothing for so long is asked, and replaced if it does not answer. */
const leaderSilence = 10_000;

/**
 * A hidden tab asks so often before it takes the lead: nobody waits for it, and a tab that is seen may come first. Without
 * it, messages would reach no tab of a browser that holds back the leading one, until the user looks.
 */
const patienceOfHidden = 3;

/**
 * The role of a tab that follows: it takes what the leading tab relays, asks it for everything, and takes the lead from it
 * when it does not answer.
 */
export class Following {
    /**
     * The tab that leads.
     * @type {string | undefined}
     */
    leader;
    /** The number of the last relay that was heard. */
    #number = 0;
    /** How often the leading tab has not answered in a row. */
    #unanswered = 0;
    /** When this tab has asked for a welcome that has not come. */
    #greetedAt = -Infinity;
    #clock;
    /** @type {Liveness} */
    #watch;

    /** @param {import("./types.js").Tab} tab */
    constructor(tab) {
        this.tab = tab;
        this.#clock = tab.options.clock ?? systemClock;
        this.#watch = this.#watchLeader();
        tab.post("hello", {});
    }

    start() {
        this.tab.post("start", {});
    }

    end() {
        this.#watch.stop();
    }

    wake() {
        this.#watch.wake();
        this.tab.post("wake", {});
    }

    /** @param {string} name @param {any} data */
    broadcast(name, data) {
        this.tab.post("broadcast", { name, data });
    }

    /** @param {number} id @param {import("./calls.js").Call} call */
    issue(id, { op, data, options }) {
        if (this.leader) this.tab.post("request", { to: this.leader, call: id, op, data, options });
    }

    /** @param {any} message */
    hear(message) {
        const { type, from } = message;
        if (from === this.leader) this.#heard();
        if (type === "lead") this.#follow(from, 0);
        else if (type === "welcome") this.#takeWelcome(message);
        else if (type === "relay") this.#takeRelay(message);
        // The one that this tab follows leads no more.
        else if (type === "pong" && from !== this.leader) this.#greet();
    }

    /** @returns {Liveness} */
    #watchLeader() {
        return new Liveness(this.#clock, leaderSilence, {
            probe: () => this.tab.post("ping", {}),
            dead: () => {
                this.#unanswered++;
                this.#watch = this.#watchLeader();
                const isHidden = globalThis.document?.visibilityState === "hidden";
                if (!isHidden || this.#unanswered >= patienceOfHidden) this.tab.takeOver();
            },
        }, { underWay: 0, unreadLength: 0 });
    }

    #heard() {
        this.#unanswered = 0;
        this.#watch.heard();
    }

    /** Asks the leading tab for a welcome: once a second, while one relay after the other shows that something was missed. */
    #greet() {
        const now = this.#clock.now();
        if (Math.abs(now - this.#greetedAt) < 1000) return;
        this.#greetedAt = now;
        this.tab.post("hello", {});
    }

    /** @param {string} leader @param {number} number */
    #follow(leader, number) {
        this.leader = leader;
        this.#number = number;
        this.#greetedAt = -Infinity;
        this.#heard();
        this.tab.calls.issueAll();
        this.tab.tell("following", undefined);
    }

    /** @param {any} message */
    #takeWelcome({ from, number, state, login, total }) {
        this.tab.tell("state", revivedState(state));
        this.#follow(from, number);
        if (login) this.tab.tell("login", login);
        if (total) this.tab.tell("event", total);
    }

    /** @param {any} message */
    #takeRelay({ from, number, name, data }) {
        if (from !== this.leader || number !== this.#number + 1) {
            this.#greet();
            return;
        }
        this.#number = number;
        try {
            this.tab.tell(name, name === "state" ? revivedState(data) : data);
        } catch (error) {
            // The leading tab could not take it in either, and ends the connection.
            this.#greet();
        }
    }
}

/** @param {any} state @returns {import("./types.js").State} */
const revivedState = (state) => (state.reason ? { ...state, reason: new MartletError(state.reason) } : state);

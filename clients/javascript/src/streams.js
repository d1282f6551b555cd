/**
 * @typedef {import("./types.js").Incoming} Incoming
 *
 * An event of a stream: the user's, or a group's.
 * @typedef {{event: string, data: any, stream: string, seq: number}} Streamed
 */

/**
 * The events of the user's stream and of the groups' streams: each is told once and in its stream's order, and live ones of
 * the user's wait while a hole before them is filled.
 */
export class EventStreams {
    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;
    /**
     * Live events of the user's stream that wait until it is filled.
     * @type {Streamed[] | undefined}
     */
    #held;
    /** When a gap of the user's stream that a resume has told is filled: true, or false if it stays until the next login. */
    filled = Promise.resolve(true);

    /**
     * @param {object} options
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: Incoming, isMissed?: boolean) => void} options.take `isMissed`: it was fetched, and is of some time ago
     * @param {() => void} options.list reads the list of conversations anew
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     */
    constructor({ positions, request, take, list, isOver }) {
        this.positions = positions;
        this.request = request;
        this.take = take;
        this.list = list;
        this.isOver = isOver;
    }

    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin() {
        this.#login++;
        this.#held = undefined;
        this.filled = Promise.resolve(true);
    }

    /** @param {Streamed} incoming */
    live(incoming) {
        if (incoming.stream === "user" && this.#held) this.#held.push(incoming);
        else this.#tell(incoming);
    }

    /** @param {any} verdict */
    resumeUser({ verdict, seq, events, to, why }) {
        if (verdict === "recovered") {
            for (const one of events ?? []) this.#tell({ ...one, stream: "user" });
            this.positions.user = seq;
        } else if (verdict === "gap") {
            this.filled = this.fillUser(to);
        } else {
            this.positions.user = seq;
            this.#reset("user", false, why);
            this.list();
        }
    }

    /**
     * @param {Record<string, any>} verdicts of those that were named; none in a tab that has missed events
     * @param {Record<string, number>} groups those the user is in, and where their streams stand
     */
    resumeGroups(verdicts, groups) {
        const { positions } = this;
        for (const [groupID, { verdict, seq, events, why }] of Object.entries(verdicts)) {
            const stream = `group_${groupID}`;
            if (verdict === "recovered") for (const one of events ?? []) this.#tell({ ...one, stream });
            else this.#reset(stream, seq === 0 && !(groupID in groups), why);
        }
        for (const [groupID, seq] of Object.entries(groups)) {
            // There were too many to name them all, or the tab with the session does not know it.
            const isMissed = !(groupID in verdicts) && (positions.groups.get(groupID) ?? seq) !== seq;
            if (isMissed) this.#reset(`group_${groupID}`, false);
        }
        positions.groups = new Map(Object.entries(groups).map(([id, seq]) => [id, verdicts[id]?.seq ?? seq]));
    }

    /**
     * Fetches the user's stream up to `to`; its live events wait meanwhile. If the client was stopped, or has begun anew, they
     * go on waiting, and this says false.
     * @param {number} to
     */
    async fillUser(to) {
        const login = this.#login;
        /** @type {Streamed[]} */
        const held = (this.#held = []);
        let isReset = false;
        try {
            for (let isFinished = false; !isFinished && (this.positions.user ?? 0) < to; ) {
                const page = await this.request("stream.events", { after: this.positions.user ?? 0 });
                if (login !== this.#login) return false;
                for (const one of page.events) this.#tell({ ...one, stream: "user" }, true);
                this.positions.user = page.seq;
                isFinished = page.isFinished;
            }
        } catch (error) {
            if (login !== this.#login || this.isOver("user", error)) return false;
            // gw 1005: it is no longer kept.
            isReset = true;
            this.positions.user = Math.max(to === Infinity ? 0 : to, ...held.map(({ seq }) => seq), this.positions.user ?? 0);
        }
        this.#held = undefined;
        if (!isReset) {
            for (const incoming of held) this.#tell(incoming);
            return true;
        }
        this.#reset("user", false);
        for (const incoming of held) this.take(incoming);
        this.list();
        return true;
    }

    /** @param {Streamed} incoming @param {boolean} [isMissed] */
    #tell(incoming, isMissed) {
        const { stream, seq } = incoming;
        const groupID = stream.startsWith("group_") ? stream.slice(6) : undefined;
        const position = groupID === undefined ? this.positions.user : this.positions.groups.get(groupID);
        if (seq <= (position ?? 0)) return;
        if (groupID === undefined) this.positions.user = seq;
        else this.positions.groups.set(groupID, seq);
        this.take(incoming, isMissed);
    }

    /** @param {string} stream @param {boolean} isGone @param {string} [why] */
    #reset(stream, isGone, why) {
        this.take({ event: "sync.reset", data: { stream, isGone, why, isOfEvents: why && true } });
    }
}

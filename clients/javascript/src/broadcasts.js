/**
 * The broadcasts of backends to all users: each is told once and in order, and live ones wait while those before them are
 * fetched.
 */
export class Broadcasts {
    /** Counts logins: what an earlier one still fetches is void. */
    #login = 0;
    /**
     * Live ones that wait.
     * @type {any[] | undefined}
     */
    #held;

    /**
     * @param {object} options
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: import("./types.js").Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     */
    constructor({ positions, request, deliver, isOver }) {
        this.positions = positions;
        this.request = request;
        this.deliver = deliver;
        this.isOver = isOver;
    }

    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin() {
        this.#login++;
        this.#held = undefined;
    }

    /**
     * A session is open. `seq` is the last one's; a gateway of an earlier release has none.
     * @param {{broadcasts?: number, resume?: any}} reply
     */
    login({ broadcasts: seq, resume }) {
        if (seq === undefined) return;
        const { verdict, broadcasts } = resume?.broadcasts ?? {};
        if (verdict === "reset") this.positions.broadcasts = undefined;
        if (verdict === "recovered") {
            for (const one of broadcasts) this.#tell(one);
            this.positions.broadcasts = seq;
        } else {
            this.fill(seq);
        }
    }

    /** @param {any} broadcast */
    live(broadcast) {
        if (this.#held) this.#held.push(broadcast);
        else this.#tell(broadcast);
    }

    /**
     * Fetches what this device does not have, if there is any; live ones wait meanwhile.
     * @param {number} last
     */
    async fill(last) {
        if ((this.positions.broadcasts ?? 0) >= last) {
            this.positions.broadcasts ??= last;
            return;
        }
        const login = this.#login;
        /** @type {any[]} */
        const held = (this.#held = []);
        try {
            for (let isFinished = false; !isFinished; ) {
                const page = await this.request("broadcast.list", { after: this.positions.broadcasts ?? 0 });
                if (login !== this.#login) return;
                for (const one of page.broadcasts) this.#tell(one);
                ({ isFinished } = page);
                if (isFinished) this.positions.broadcasts = page.seq;
            }
        } catch (error) {
            if (login !== this.#login || this.isOver("broadcasts", error)) return;
        }
        this.#held = undefined;
        for (const one of held) this.#tell(one);
    }

    /** @param {any} broadcast */
    #tell(broadcast) {
        if (broadcast.seq <= (this.positions.broadcasts ?? 0)) return;
        this.positions.broadcasts = broadcast.seq;
        this.deliver({ event: "broadcast.new", data: broadcast });
    }
}

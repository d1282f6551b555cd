import { conversation, message, refusal } from "./scripted.js";

/**
 * A gateway with alice's relations, that does what is asked for and tells it when chance wants it: answers cross with events,
 * as they are of some time before. Events of one connection keep their order.
 */
export class Relations {
    /** @type {Map<string, {nickname: string, remark?: string}>} those with a remark, perhaps an empty one, are friends */
    users = new Map();
    version = 1;
    #stream = [];
    /** What was done by the keys of requests: a repeat is not done again. */
    #done = new Map();
    /** When the last event of the connection comes. */
    #last = 0;

    /** @param {import("./rig.js").Rig} rig @param {{below: (bound: number) => number}} random */
    constructor(rig, random) {
        this.rig = rig;
        this.random = random;
        rig.gateway.isAnswering = false;
        rig.gateway.trace = {
            in: () => {},
            out: () => {},
            connect: () => {
                const { socket } = rig.gateway;
                this.#later(20, () => socket.accept());
                return rig.gateway.sockets.length;
            },
            frame: (number, request) => this.#take(rig.gateway.sockets[number - 1], request),
        };
    }

    shown = (id) => this.users.get(id)?.remark || this.users.get(id)?.nickname || id;

    /** Changes a user, and tells alice what the gateway tells. */
    change(id, user, { isOwn = false } = {}) {
        const former = this.users.get(id);
        const shown = this.shown(id);
        if (user) this.users.set(id, user);
        else this.users.delete(id);
        const [was, is] = [former?.remark !== undefined, user?.remark !== undefined];
        if (was !== is || former?.remark !== user?.remark) this.version++;
        if (was !== is) this.#tell("friend.changed", { type: is ? 1 : 2, users: [{ userID: id }], version: this.version });
        else if (former?.remark !== user?.remark && !isOwn) {
            this.#live("friend.changed", { type: 8, users: [{ userID: id }], version: this.version, self: true });
        }
        if (was && is && former.nickname !== user.nickname) this.#tell("profile.changed", { type: 1, fromUser: id });
        if (shown !== this.shown(id)) this.#tell("conversation.changed", { conversations: [this.#conversation(id)] });
    }

    /** A message, which alice hears behind what was told before. */
    write(id) {
        this.#live("message.new", message(`c2c_${id}`, 1, { from: id }));
    }

    async drop() {
        this.#last = 0;
        await this.rig.gateway.socket.drop(1006);
    }

    #conversation = (id) => conversation(`c2c_${id}`, 1, { showName: this.shown(id) });

    #tell(event, data) {
        const seq = this.#stream.length + 1;
        this.#stream.push({ seq, event, data });
        this.#live(event, data, { stream: "user", seq });
    }

    #live(event, data, place = {}) {
        const { socket } = this.rig.gateway;
        if (!socket?.isLoggedIn) return;
        const { clock } = this.rig;
        this.#last = Math.max(this.#last, clock.elapsed + this.random.below(this.#some()));
        clock.after(() => socket.event(event, data, place), this.#last - clock.elapsed);
    }

    #take(socket, request) {
        // It is done at some moment, and the answer comes at another.
        this.#later(40, () => {
            if (socket.isClosed) return;
            if (request.op === "session.open") return this.#login(socket, request);
            const answer = this.#answer(request);
            this.#later(this.#some(), () => socket.give({ id: request.id, ...answer }));
        });
    }

    /** The answer stands before all events of its session. */
    #login(socket, { data: { resume } }) {
        socket.isLoggedIn = true;
        const events = this.#stream.slice(resume?.user ?? 0).map(({ data, ...event }) => ({
            ...event, data: data.conversations ? { conversations: data.conversations.map(({ userID }) => this.#conversation(userID)) } : data,
        }));
        const seq = this.#stream.length;
        const verdicts = { user: { verdict: "recovered", seq, events }, conversations: {}, groups: {} };
        const reply = { stream: { seq }, relations: { version: this.version }, ...(resume && { resume: verdicts }) };
        socket.answer({ id: 0, op: "session.open" }, () => reply);
    }

    #answer({ op, key, data }) {
        try {
            if (key && !this.#done.has(key)) this.#done.set(key, this.#do(op, data));
            return { ok: key ? this.#done.get(key) : this.#do(op, data) };
        } catch (error) {
            if (!error.system) throw error;
            return { error };
        }
    }

    #do(op, { userIDs, userID, values }) {
        const known = userIDs?.filter((id) => this.users.has(id)) ?? [];
        const profile = (id) => ({ userID: id, nickname: this.users.get(id).nickname, faceUrl: "" });
        if (op === "friend.get") {
            const friends = known.filter((id) => this.users.get(id).remark !== undefined)
                .map((id) => ({ userID: id, remark: this.users.get(id).remark, profile: profile(id) }));
            return { friends, left: [], version: this.version };
        }
        if (op === "profile.get") {
            if (known.length === 0) throw refusal("tim", 40003, "noAccount");
            return { profiles: known.map(profile), left: [] };
        }
        if (op === "conversation.list") {
            return { conversations: [...this.users.keys()].map(this.#conversation), nextSeq: 0, isFinished: true };
        }
        if (op === "friend.modify") {
            const user = this.users.get(userID);
            if (user?.remark === undefined) throw refusal("tim", 30010, "noFriend");
            this.change(userID, { ...user, ...values }, { isOwn: true });
        }
        return {};
    }

    /** Answers and events are each quick at one time and slow at another. */
    #some = () => [10, 60, 400][this.random.below(3)];

    #later(bound, action) {
        this.rig.clock.after(action, this.random.below(bound));
    }
}

import { settled } from "./clock.js";

/** A gateway that a test scripts: it has the client's sockets, answers what it is told to, and can go silent. */
export class ScriptedGateway {
    sockets = [];
    /** Whether connections are accepted and requests answered by themselves. */
    isAnswering = true;
    /** What `session.open` answers beside the usual. */
    login = () => ({});
    /** Answers of operations by name: the value, or a thrown error. */
    answers = {};
    /** All requests but `session.open`, in the order they came. */
    requests = [];
    /** What writes down what goes over the sockets: `recorder.js`, or a player of traces. */
    trace;

    get socket() {
        return this.sockets.at(-1);
    }

    get WebSocket() {
        const gateway = this;
        return class extends ScriptedSocket {
            constructor(url) {
                super(gateway, url);
                gateway.sockets.push(this);
                this.number = gateway.trace?.connect();
                if (gateway.isAnswering) setImmediate(() => this.accept());
            }
        };
    }

    /** The requests of one operation. */
    asked(op) {
        return this.requests.filter((request) => request.op === op);
    }
}

class ScriptedSocket {
    onopen = null;
    onmessage = null;
    onclose = null;
    isClosed = false;

    constructor(gateway, url) {
        this.gateway = gateway;
        this.url = url;
    }

    accept() {
        if (!this.isClosed) this.gateway.trace?.in({ accept: this.number });
        this.onopen?.({});
    }

    send(text) {
        const request = JSON.parse(text);
        this.gateway.trace?.frame(this.number, request);
        if (request.op === "session.open") this.open = request.data;
        else this.gateway.requests.push({ ...request, socket: this });
        if (this.gateway.isAnswering && !this.isClosed) setImmediate(() => this.answer(request));
    }

    answer(request, login = this.gateway.login) {
        const { op, id, data } = request;
        try {
            if (op === "session.open") return this.give({ id, ok: { ...usualLogin(), ...login(data) } });
            const answer = this.gateway.answers[op] ?? usualAnswers[op];
            this.give({ id, ok: (typeof answer === "function" ? answer(data, this, request) : answer) ?? {} });
        } catch (error) {
            if (!error.system) throw error;
            this.give({ id, error });
        }
    }

    give(message) {
        if (this.isClosed) return;
        const data = JSON.stringify(message);
        this.gateway.trace?.in({ frame: JSON.parse(data), on: this.number });
        this.onmessage?.({ data });
    }

    /** A text that may be no message. */
    text(data) {
        this.gateway.trace?.in({ text: data, on: this.number });
        this.onmessage?.({ data });
    }

    event(event, data, place = {}) {
        this.give({ event, data, ...place });
    }

    async drop(code, reason = "") {
        if (!this.isClosed) this.gateway.trace?.in({ closed: this.number, code, ...(reason && { reason }) });
        this.isClosed = true;
        this.onclose?.({ code, reason });
        await settled();
    }

    close(code) {
        if (!this.isClosed) this.gateway.trace?.out({ close: this.number });
        this.isClosed = true;
        this.closeCode = code;
    }
}

const usualLogin = () => ({
    session: "s1",
    user: "alice",
    role: "user",
    serverTime: 1_795_000_000_000,
    heartbeat: { intervalMilliseconds: 25_000, timeoutMilliseconds: 60_000 },
    stream: { seq: 0 },
    groups: {},
    limits: { requests: { perSecond: 50, burst: 100 } },
});

const usualAnswers = {
    "conversation.list": { conversations: [], nextSeq: 0, isFinished: true },
    "stream.events": (data) => ({ events: [], seq: data.after, isFinished: true }),
    "message.history": { messages: [], cursor: 0, isFinished: true },
    "message.send": (data) => ({ msgId: `9${data.clientMsgId.length}`, conversationID: data.conversationID, seq: 1, time: 1 }),
};

/** An error that a scripted answer throws. */
export const refusal = (system, code, name = "refused") => ({ system, code, name, message: name });

/** A message of a conversation. */
export const message = (conversationID, seq, more = {}) => ({
    msgId: `1000${seq}`, clientMsgId: `c${seq}`, conversationID, sessionType: 0, seq, from: "bob", type: 0,
    body: { text: `${seq}` }, time: 1000 + seq, ...more,
});

/** A conversation of the list. */
export const conversation = (conversationID, seq, more = {}) => ({
    conversationID, type: 1, userID: conversationID.slice(4), showName: conversationID.slice(4), faceUrl: "", unreadCount: 0,
    recvOpt: 0, isPinned: false, isMarkedUnread: false, groupAtInfolist: [],
    lastMessage: { ...message(conversationID, seq), timestamp: 1 }, seq, readSeq: 0, ...more,
});

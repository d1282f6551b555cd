import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

/** Codes with which it closes a connection; some of them mean nothing. */
const codes = [1000, 1001, 1002, 1005, 1009, 1011, 3000, 4000, 4100, 4201, 4300, 4403, 4999, 65_535];

/** Values that stand where others belong. */
const oddValues = [
    null, true, -1, 1.5, 0, 2 ** 53, 2 ** 64, 1e300, "", "7", "c2c_bob", "\u0000", "\ud800", "x".repeat(10_000), [], {}, [null], { seq: -1 },
    "__proto__", Number.MAX_SAFE_INTEGER,
];

/** All that gateways have sent in the recordings. */
const recorded = readdirSync(new URL("traces/", import.meta.url)).flatMap((name) => {
    const { rows } = JSON.parse(readFileSync(new URL(`traces/${name}`, import.meta.url), "utf8"));
    return rows.flatMap(([, direction, { frame }]) => (direction === "in" && frame ? [frame] : []));
});

/**
 * A gateway that does what no gateway does, as a seed has it, until it becomes kind. A wild one also sends messages of
 * the protocol whose members are of other types, or are missing.
 */
export class HostileGateway {
    isKind = false;
    /** The messages that it was given while it was kind, and those that it has answered before, by their `clientMsgId`. */
    taken = new Map();
    answered = new Set();
    /** What it has done, to find out what has broken a client. */
    deeds = [];
    #sockets = new Set();

    static async start(random, { isWild = false } = {}) {
        const gateway = new HostileGateway();
        Object.assign(gateway, { random, isWild });
        gateway.server = createServer((socket) => gateway.#accept(socket));
        await new Promise((resolve) => gateway.server.listen(0, "127.0.0.1", resolve));
        gateway.port = gateway.server.address().port;
        return gateway;
    }

    token = () => "token";

    /** It answers from now on as a gateway does that has nothing yet. */
    becomeKind() {
        this.isKind = true;
        for (const socket of this.#sockets) socket.destroy();
    }

    async stop() {
        for (const socket of this.#sockets) socket.destroy();
        await new Promise((resolve) => this.server.close(resolve));
    }

    #one = (list) => list[this.random.below(list.length)];

    #accept(socket) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        let input = Buffer.alloc(0);
        let isUpgraded = false;
        const peer = { socket, asked: [], timer: undefined };
        socket.on("close", () => (clearTimeout(peer.timer), this.#sockets.delete(socket)));
        socket.on("data", (bytes) => {
            input = Buffer.concat([input, bytes]);
            if (!isUpgraded) {
                const end = input.indexOf("\r\n\r\n");
                if (end < 0) return;
                upgrade(socket, input.subarray(0, end).toString("latin1"));
                isUpgraded = true;
                input = input.subarray(end + 4);
            }
            for (let read = frameOf(input); read; read = frameOf(input)) {
                input = input.subarray(read.end);
                if (read.opcode === 8) socket.end();
                else if (read.opcode === 1) this.#hear(peer, JSON.parse(read.text));
            }
        });
    }

    #hear(peer, request) {
        const right = { id: request.id, ok: answerTo(request, this.taken.size) };
        if (this.isKind) {
            if (request.op === "message.send") this.taken.set(request.data.clientMsgId, request.data.body.text);
            return send(peer.socket, JSON.stringify(right));
        }
        peer.asked.push(request);
        if (request.op === "session.open") this.#strikeSoon(peer);
        const kind = this.random.below(10);
        if (kind < 6) this.#answer(peer, request, JSON.stringify(right));
        else if (kind < 7 && this.isWild) this.#answer(peer, request, JSON.stringify(this.#mutated(right)));
        else if (kind < 8) this.#answer(peer, request, JSON.stringify({ id: request.id, error: this.#error() }));
    }

    /** Whatever it says to it, a message that it has answered is no more the client's alone. */
    #answer(peer, request, text) {
        if (request.op === "message.send") this.answered.add(request.data.clientMsgId);
        send(peer.socket, text);
    }

    #error() {
        if (this.isWild && this.random.below(4) === 0) return this.#one(oddValues);
        const [system, code] = this.#one([["gw", 1003], ["gw", 1008], ["tim", 6014], ["tim", 6206], ["app", 1], ["", 2 ** 64]]);
        return { system, code, name: "odd", message: "odd" };
    }

    #strikeSoon(peer) {
        peer.timer = setTimeout(() => {
            if (this.isKind || peer.socket.destroyed) return;
            const deed = this.#one(Object.keys(this.#deeds).concat(this.isWild ? Object.keys(this.#wildDeeds) : []));
            this.deeds.push(deed);
            (this.#deeds[deed] ?? this.#wildDeeds[deed])(peer);
            this.#strikeSoon(peer);
        }, 5 + this.random.below(120));
    }

    #deeds = {
        noJSON: ({ socket }) => send(socket, this.#one(["", "{", "null", "1", "[]", '"text"', "{}", "[{]", '{"event"', "\u0000", "NaN"])),
        deep: ({ socket }) => {
            const deep = "[".repeat(10_000) + "]".repeat(10_000);
            send(socket, this.#one([deep, `{"event":"odd","data":{"body":${deep}}}`, `{"id":1000000,"ok":{"a":${deep}}}`, '{"a":'.repeat(10_000)]));
        },
        falling: ({ socket }) => {
            for (const seq of [10, 9, 3, 3, 11, 1]) this.#event(socket, "message.new", messageOf(seq, "falls"));
            for (const seq of [5, 2, 9]) send(socket, JSON.stringify({ event: "receipt.new", stream: "user", seq, data: { conversationID: "c2c_bob", timestamp: seq } }));
        },
        verdicts: ({ socket }) => {
            const verdict = this.#one(["recovered", "gap", "reset", "none"]);
            const conversations = { c2c_bob: { verdict, seq: this.#one([0, 7, 1000]), from: 1, to: this.#one([9, 1000]) } };
            const resume = { user: { verdict, seq: 9, from: 1, to: 9, events: [] }, conversations, groups: {}, changes: {} };
            send(socket, JSON.stringify({ id: this.#one([0, 1, 2, 99]), ok: { ...answerTo({ op: "session.open" }), resume } }));
        },
        flood: ({ socket }) => {
            const first = this.random.below(1000);
            for (let seq = first; seq < first + 1000; seq++) this.#event(socket, "message.new", messageOf(seq, "flood"));
        },
        kicked: ({ socket }) => this.#event(socket, "session.kicked", { reason: this.#one(["sameDevice", "odd", ""]) }),
        draining: ({ socket }) => {
            this.#event(socket, "server.draining", { reconnectAfterMilliseconds: this.#one([-1, 10, 500, 2 ** 64]) });
            socket.end(frame(8, closing(this.#one([1001, 4100]))));
        },
        close: ({ socket }) => socket.end(frame(8, closing(this.#one(codes)))),
        cut: ({ socket }) => socket.resetAndDestroy(),
        silence: (peer) => peer.socket.pause(),
        frames: ({ socket }) => {
            const random = Buffer.from(Array.from({ length: 1 + this.random.below(200) }, () => this.random.below(256)));
            const length = (value) => Buffer.concat([Buffer.from([0x81, 127]), bigEndian(value)]);
            socket.write(this.#one([
                random, length(2n ** 63n), length(2n ** 40n), frame(3, random), frame(2, random), frame(1, random), frame(9, random), frame(8, random.subarray(0, 1)),
                Buffer.from([0x01, 2, 0x7b, 0x22]), Buffer.from([0x80, 0]), Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]), Buffer.from([0xf1, 0]),
            ]));
        },
    };

    #wildDeeds = {
        numbers: ({ socket }) => {
            const number = this.#one(["18446744073709551616", "1e400", "-1", "1.5", "9007199254740993", '"7"', "null", "-0"]);
            const message = `{"msgId":"1","clientMsgId":"c","conversationID":"c2c_bob","seq":${number},"from":"bob","type":0,"body":{"text":"odd"},"time":${number}}`;
            send(socket, `{"event":"message.new","data":${message}}`);
            send(socket, `{"event":"profile.changed","stream":"user","seq":${number},"data":{}}`);
            send(socket, `{"id":${number},"ok":{}}`);
        },
        wildVerdicts: ({ socket }) => {
            const verdict = this.#one(["recovered", "gap", "reset", "none", 7]);
            const conversations = { c2c_bob: { verdict, seq: this.#one([0, 7, -1, 2 ** 64]), from: 1, to: this.#one([9, 2 ** 64, 1e300, "9"]) } };
            const resume = { user: { verdict, seq: 9, from: 1, to: 9 }, conversations, groups: { 1: { verdict } }, changes: conversations };
            send(socket, JSON.stringify({ id: this.#one([0, 1, 2, 99]), ok: { ...answerTo({ op: "session.open" }), resume } }));
        },
        signals: ({ socket }) => {
            for (let count = 0; count < 500; count++) this.#event(socket, this.#one(["message.signaled", "", "state", "unsaved", "constructor"]), this.#one(oddValues));
        },
        recording: ({ socket }) => {
            for (let count = this.random.below(10); count >= 0; count--) send(socket, JSON.stringify(this.#mutated(this.#one(recorded))));
        },
        replies: ({ socket, asked }) => {
            for (const { id } of asked.slice(-5)) send(socket, JSON.stringify(this.#mutated({ ...this.#one(recorded), id })));
        },
    };

    #event(socket, event, data) {
        send(socket, JSON.stringify({ event, data }));
    }

    /** A value of which some parts are others, are missing, or are there twice. */
    #mutated(value) {
        const copy = structuredClone(value);
        for (let count = 1 + this.random.below(3); count > 0; count--) {
            let place = copy;
            for (let depth = this.random.below(6); depth > 0; depth--) {
                const inner = this.#one(Object.values(place));
                if (typeof inner === "object" && inner !== null && Object.keys(inner).length > 0) place = inner;
            }
            const key = this.#one(Object.keys(place));
            const kind = this.random.below(3);
            if (kind === 0) delete place[key];
            else if (kind === 1) place[key] = this.#one(oddValues);
            else if (Array.isArray(place)) place.push(place[key]);
            else place[this.#one(["seq", "id", "event", "data", "ok", "error", "stream"])] = place[key];
            if (Object.keys(copy).length === 0) break;
        }
        return copy;
    }
}

/** What a gateway answers that has nothing yet. */
function answerTo({ op, data }, count = 0) {
    const lists = { conversations: [], messages: [], events: [], changes: [], broadcasts: [], sessions: [], results: [] };
    const places = { nextSeq: 0, cursor: 0, seq: 0, change: 0, isFinished: true, total: 0 };
    if (op === "message.send") {
        const { conversationID, clientMsgId } = data;
        return { msgId: `${1000 + count}`, clientMsgId, conversationID, seq: 1000 + count, time: Date.now() };
    }
    if (op !== "session.open") return { ...lists, ...places };
    return {
        session: "s1", user: "alice", role: "user", serverTime: Date.now(), stream: { seq: 0 }, groups: {},
        heartbeat: { intervalMilliseconds: 25_000, timeoutMilliseconds: 60_000 }, limits: { requests: { perSecond: 50, burst: 100 } },
    };
}

const messageOf = (seq, text) => ({
    msgId: `${seq}`, clientMsgId: `c${seq}`, conversationID: "c2c_bob", sessionType: 0, seq, from: "bob", type: 0, body: { text }, time: Date.now(),
});

function upgrade(socket, head) {
    const [, key] = /^sec-websocket-key: *(.*)$/im.exec(head);
    const accepted = createHash("sha1").update(`${key.trim()}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
            `Sec-WebSocket-Accept: ${accepted}\r\nSec-WebSocket-Protocol: martlet.v1.json\r\n\r\n`,
    );
}

const send = (socket, text) => socket.write(frame(1, Buffer.from(text)));

function bigEndian(value) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    return bytes;
}

function closing(code) {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    return payload;
}

function frame(opcode, payload) {
    const { length } = payload;
    if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload]);
    if (length < 1 << 16) return Buffer.concat([Buffer.from([0x80 | opcode, 126, length >> 8, length & 0xff]), payload]);
    return Buffer.concat([Buffer.from([0x80 | opcode, 127]), bigEndian(BigInt(length)), payload]);
}

/** The first frame of a client, if it is all here. */
function frameOf(input) {
    if (input.length < 2) return undefined;
    const short = input[1] & 0x7f;
    const start = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (input.length < start + 4) return undefined;
    const length = short === 127 ? Number(input.readBigUInt64BE(2)) : short === 126 ? input.readUInt16BE(2) : short;
    const end = start + 4 + length;
    if (input.length < end) return undefined;
    const payload = Buffer.from(input.subarray(start + 4, end)).map((byte, index) => byte ^ input[start + (index & 3)]);
    return { opcode: input[0] & 0x0f, text: Buffer.from(payload).toString(), end };
}

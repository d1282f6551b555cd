import { createHash, randomBytes, webcrypto } from "node:crypto";
import { connect as connectPlain } from "node:net";
import { connect as connectTLS } from "node:tls";

// Node 18 has it only as a module.
globalThis.crypto ??= /** @type {any} */ (webcrypto);

/**
 * A WebSocket for Node before version 22, which has none: RFC 6455 for a client, as much of it as Martlet needs. It has no
 * compression and takes no binary messages. From version 22 on the client uses Node's own.
 */
export class NodeWebSocket {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;

    readyState = NodeWebSocket.CONNECTING;
    /** @type {((event: any) => void) | null} */
    onopen = null;
    /** @type {((event: any) => void) | null} */
    onmessage = null;
    /** @type {((event: any) => void) | null} */
    onclose = null;
    /** @type {((event: any) => void) | null} */
    onerror = null;

    #socket;
    #input = Buffer.alloc(0);
    #isUpgraded = false;
    #key = randomBytes(16).toString("base64");
    /**
     * The parts of a message in several frames.
     * @type {Buffer[]}
     */
    #parts = [];
    #code = 1006;
    #reason = "";

    /** @param {string} url @param {string[]} [protocols] */
    constructor(url, protocols = []) {
        const { protocol, hostname, port, host, pathname, search } = new URL(url);
        if (protocol !== "ws:" && protocol !== "wss:") throw new SyntaxError(`not a WebSocket's URL: ${url}`);
        const isSecure = protocol === "wss:";
        const address = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (isSecure ? 443 : 80) };
        this.#socket = isSecure ? connectTLS({ ...address, servername: hostname }) : connectPlain(address);
        this.#socket.once(isSecure ? "secureConnect" : "connect", () => {
            this.#socket.setNoDelay(true);
            this.#socket.write(
                `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
                    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${this.#key}\r\n` +
                    `Sec-WebSocket-Protocol: ${protocols.join(", ")}\r\n\r\n`,
            );
        });
        this.#socket.on("data", (/** @type {Buffer} */ bytes) => this.#take(bytes));
        this.#socket.on("error", () => this.onerror?.({ type: "error" }));
        this.#socket.on("end", () => this.#socket.end());
        this.#socket.on("close", () => this.#ended());
    }

    /** @param {string} text */
    send(text) {
        if (this.readyState === NodeWebSocket.OPEN) this.#frame(1, Buffer.from(text));
    }

    close(code = 1000, reason = "") {
        if (this.readyState === NodeWebSocket.CONNECTING) this.#socket.destroy();
        else if (this.readyState === NodeWebSocket.OPEN) this.#sendClose(code, reason);
    }

    /** @param {number} code @param {string} reason */
    #sendClose(code, reason) {
        this.readyState = NodeWebSocket.CLOSING;
        const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
        payload.writeUInt16BE(code);
        payload.write(reason, 2);
        this.#frame(8, payload);
        // A gateway that does not answer is gone.
        setTimeout(() => this.#socket.destroy(), 2000).unref();
    }

    /** @param {number} opcode @param {Buffer} payload */
    #frame(opcode, payload) {
        const length = payload.length;
        const extended = length > 0xffff ? 8 : length > 125 ? 2 : 0;
        const frame = Buffer.alloc(6 + extended + length);
        frame[0] = 0x80 | opcode;
        frame[1] = 0x80 | (extended === 8 ? 127 : extended === 2 ? 126 : length);
        if (extended === 2) frame.writeUInt16BE(length, 2);
        if (extended === 8) frame.writeBigUInt64BE(BigInt(length), 2);
        const mask = randomBytes(4);
        mask.copy(frame, 2 + extended);
        const start = 6 + extended;
        for (let index = 0; index < length; index++) frame[start + index] = payload[index] ^ mask[index & 3];
        this.#socket.write(frame);
    }

    /** @param {Buffer} bytes */
    #take(bytes) {
        this.#input = this.#input.length > 0 ? Buffer.concat([this.#input, bytes]) : bytes;
        if (!this.#isUpgraded && !this.#takeHead()) return;
        while (this.#takeFrame());
    }

    #takeHead() {
        const end = this.#input.indexOf("\r\n\r\n");
        if (end < 0) return false;
        const [status, ...lines] = this.#input.subarray(0, end).toString("latin1").split("\r\n");
        this.#input = this.#input.subarray(end + 4);
        const wanted = createHash("sha1").update(`${this.#key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        const accepted = lines.find((line) => /^sec-websocket-accept:/i.test(line))?.split(":")[1].trim();
        if (!/^HTTP\/1\.1 101 /.test(status) || accepted !== wanted) {
            this.#reason = status;
            this.#socket.destroy();
            return false;
        }
        this.#isUpgraded = true;
        this.readyState = NodeWebSocket.OPEN;
        this.onopen?.({ type: "open" });
        return true;
    }

    /** Takes one frame in, if it is here. */
    #takeFrame() {
        const input = this.#input;
        if (input.length < 2) return false;
        const short = input[1] & 0x7f;
        const start = short === 127 ? 10 : short === 126 ? 4 : 2;
        if (input.length < start) return false;
        const length = short === 127 ? Number(input.readBigUInt64BE(2)) : short === 126 ? input.readUInt16BE(2) : short;
        if (input.length < start + length) return false;
        const payload = input.subarray(start, start + length);
        this.#input = input.subarray(start + length);
        this.#takePayload(input[0] & 0x0f, (input[0] & 0x80) !== 0, payload);
        return true;
    }

    /** @param {number} opcode @param {boolean} isFinal @param {Buffer} payload */
    #takePayload(opcode, isFinal, payload) {
        if (opcode === 9) {
            this.#frame(10, payload);
        } else if (opcode === 8) {
            this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
            this.#reason = payload.subarray(2).toString();
            if (this.readyState === NodeWebSocket.OPEN) this.#sendClose(this.#code === 1005 ? 1000 : this.#code, "");
            this.#socket.end();
        } else if (opcode <= 1) {
            this.#parts.push(payload);
            if (isFinal) this.onmessage?.({ data: Buffer.concat(this.#parts.splice(0)).toString() });
        }
    }

    #ended() {
        if (this.readyState === NodeWebSocket.CLOSED) return;
        this.readyState = NodeWebSocket.CLOSED;
        this.onclose?.({ code: this.#code, reason: this.#reason });
    }
}

/**
 * What changes the bytes of a client that asks for a lean session: its first message has `lean` as null, which the
 * gateway takes for absent, and is as long as before. A client sends nothing between its upgrade and the answer.
 * @returns {(bytes: Buffer) => Buffer}
 */
export function notLean() {
    let isUpgraded = false;
    /** @type {Buffer | undefined} the first message, as far as it is here */
    let first = Buffer.alloc(0);
    return (bytes) => {
        if (!isUpgraded) {
            isUpgraded = bytes.includes("\r\n\r\n");
            return bytes;
        }
        if (!first) return bytes;
        first = Buffer.concat([first, bytes]);
        const payload = payloadOf(first);
        if (!payload) return Buffer.alloc(0);
        const changed = first;
        first = undefined;
        mask(changed, payload);
        const text = changed.toString("latin1", payload.from, payload.to);
        changed.write(text.replace(/("lean": ?)true/, "$1null"), payload.from, "latin1");
        mask(changed, payload);
        return changed;
    };
}

/** Where the payload of a client's frame is, with its mask before it; undefined if it is not all here. */
function payloadOf(frame) {
    if (frame.length < 2) return undefined;
    const short = frame[1] & 0x7f;
    const from = (short === 127 ? 10 : short === 126 ? 4 : 2) + 4;
    if (frame.length < from) return undefined;
    const length = short === 127 ? Number(frame.readBigUInt64BE(2)) : short === 126 ? frame.readUInt16BE(2) : short;
    return frame.length < from + length ? undefined : { from, to: from + length };
}

/** Masks a payload, or takes its mask off. */
function mask(frame, { from, to }) {
    for (let index = from; index < to; index++) frame[index] ^= frame[from - 4 + ((index - from) & 3)];
}

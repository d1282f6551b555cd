/** What both the recorder and the player of traces see of a JavaScript client, as rows have it: ../README.md#traces. */

/** The calls that traces have, and the names of their parameters. */
export const calls = {
    connect: [],
    disconnect: [],
    signOut: [],
    send: ["conversationID", "message"],
    request: ["op", "data", "options"],
    markRead: ["conversationID", "seq"],
    recall: ["conversationID", "msgId", "reason"],
    history: ["conversationID", "page"],
};

const ops = {
    send: "message.send",
    markRead: "conversation.markRead",
    recall: "message.recall",
    history: "message.history",
};

/** The operation that a call asks for. @param {string} call @param {string} [op] of `request` */
export const opOf = (call, op) => (call === "request" ? op : ops[call]);

/** These end when the client is told to begin or to end; when that is done, states and frames say. */
const withoutResult = new Set(["connect", "disconnect", "signOut"]);

/** @param {any} client @param {(value: object) => void} out */
export function watch(client, out) {
    client.on("event", ({ event, data }) => out({ event, data: plain(data) }));
    client.on("state", ({ name, reason }) => out({ state: name, ...(name === "ended" && { reason: plain(reason) }) }));
    client.on("unsaved", () => out({ unsaved: true }));
}

/** @param {string} call @param {string} as @param {any} result @param {(value: object) => void} out */
export function watchResult(call, as, result, out) {
    if (withoutResult.has(call)) return;
    const failed = (error) => out({ failed: as, error: plain(error) });
    result.then((value) => out({ done: as, value: plain(value ?? null) }), failed);
}

/** Of errors only what tells their kind: texts are each client's own. */
const plain = (value) =>
    JSON.parse(JSON.stringify(value, (_, part) => (part?.system && part.name ? kindOf(part) : part)));

const kindOf = ({ system, code, name }) => ({ system, code, name });

import { dayOf } from "./times.js";

/**
 * A row of a thread. `starts` and `ends` say whether it begins and ends a group of messages of one sender.
 * @typedef {object} Row
 * @property {"day" | "unread" | "message" | "unsent" | "note" | "recalled"} kind
 * @property {string} key
 * @property {number} time
 * @property {any} [message]
 * @property {any} [entry]
 * @property {boolean} [isOwn]
 * @property {boolean} [starts]
 * @property {boolean} [ends]
 */

/** A pause that begins a group anew. */
const groupMilliseconds = 300_000;

/** A type of message that only the gateway writes: docs/group-messages.md. */
const notification = 5;

/**
 * The rows of a conversation: its messages, those on their way, the days between them, and where the unread ones begin.
 * @param {{messages: any[], unsent: any[]}} view
 * @param {{user: string, divider?: number}} options the user, and the `seq` up to which the user had read before
 * @returns {Row[]}
 */
export function rowsOf({ messages, unsent }, { user, divider }) {
    /** @type {Row[]} */
    const rows = [];
    let day;
    let isDivided = divider === undefined;
    // A message on its way has the time of this device, whose clock may be slow.
    const add = (row, isNew = false) => {
        const own = dayOf(row.time);
        if (day === undefined || own > day) {
            rows.push({ kind: "day", key: `day ${own}`, time: row.time });
            day = own;
        }
        if (isNew) rows.push({ kind: "unread", key: "unread", time: row.time });
        rows.push(row);
    };
    messages.forEach((message, place) => {
        const { seq, from, time, type, msgId, clientMsgId, recalled } = message;
        const isOwn = from === user;
        const kind = type === notification ? "note" : recalled ? "recalled" : "message";
        const isNew = !isDivided && seq > divider && !isOwn && kind === "message";
        isDivided ||= isNew;
    // An own message keeps its row when it is stored.
        add({ kind, key: isOwn && clientMsgId ? clientMsgId : msgId, time, message, isOwn }, isNew && place > 0);
    });
    for (const entry of unsent) add({ kind: "unsent", key: entry.clientMsgId, time: entry.time, entry, isOwn: true });
    markGroups(rows, user);
    return rows;
}

function markGroups(rows, user) {
    const sender = (row) => (row?.kind === "message" ? row.message.from : row?.kind === "unsent" ? user : undefined);
    const isOneGroup = (one, other) =>
        sender(one) !== undefined && sender(one) === sender(other) && other.time - one.time < groupMilliseconds;
    rows.forEach((row, place) => {
        row.starts = !isOneGroup(rows[place - 1], row);
        row.ends = !isOneGroup(row, rows[place + 1] ?? {});
    });
}

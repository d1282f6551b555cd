import { MartletError } from "./errors.js";

/**
 * @typedef {import("./types.js").OutboxEntry} OutboxEntry
 * @typedef {import("../types/protocol.js").Message} Message
 */

/** So many pages of a conversation are read back. */
const mostPages = 20;

/** By so much the device's clock may have been wrong when the message was written. */
const clockError = 86_400_000;

/**
 * Looks for a message in the history that may have been sent so long ago that the gateway does not know its `clientMsgId`
 * any more: sent again it would be a second message. It fails if the history cannot tell.
 * @param {OutboxEntry} entry
 * @param {object} options
 * @param {string} options.user
 * @param {number} options.writtenAt when it was written, by the gateway's clock
 * @param {(page: object) => Promise<any>} options.read reads a page of `message.history`
 * @returns {Promise<Message | undefined>} undefined if it was never sent
 */
export async function findStored({ clientMsgId, conversationID, message }, { user, writtenAt, read }) {
    let cursor = 0;
    for (let page = 0; page < mostPages && message.history !== false; page++) {
        const { messages, isFinished, ...next } = await read({ conversationID, cursor, limit: 100 });
        for (const one of messages) if (one.from === user && one.clientMsgId === clientMsgId) return one;
        if (isFinished || messages.some((/** @type {Message} */ { time }) => time < writtenAt - clockError)) return undefined;
        ({ cursor } = next);
    }
    throw new MartletError({ name: "maybeSent" });
}

/** The settings of `message.send` that a message has only if they are not true; `teamReceipt`, only if it is. */
const settings = "history roaming sync persist shouldBeCounted apnsEnabled apnsWithPrefix route teamReceipt".split(" ");

/** @param {any} message */
const unusualSettings = (message) =>
    Object.fromEntries(
        settings.map((name) => [name, message[name]]).filter(([name, value]) => value === (name === "teamReceipt")),
    );

/**
 * An own message as it was stored: what was sent, unless the gateway says otherwise, with its place.
 * @param {OutboxEntry} entry
 * @param {string} user
 * @param {any} reply to `message.send`
 * @returns {Message}
 */
export function storedMessage({ clientMsgId, conversationID, message }, user, { message: said, ...place }) {
    if (said) return said;
    const { type, body, atUserList, apnsContent, expireSeconds } = message;
    const sessionType = conversationID.startsWith("group_") ? 1 : 0;
    const expireAt = expireSeconds && place.time + 1000 * expireSeconds;
    const more = { ...(atUserList && { atUserList }), ...(apnsContent && { apnsContent }), ...(expireAt && { expireAt }) };
    return { clientMsgId, sessionType, from: user, type, body, ...more, ...unusualSettings(message), ...place, conversationID };
}

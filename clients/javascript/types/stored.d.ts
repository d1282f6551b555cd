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
export function findStored({ clientMsgId, conversationID, message }: OutboxEntry, { user, writtenAt, read }: {
    user: string;
    writtenAt: number;
    read: (page: object) => Promise<any>;
}): Promise<Message | undefined>;
/**
 * An own message as it was stored: what was sent, unless the gateway says otherwise, with its place.
 * @param {OutboxEntry} entry
 * @param {string} user
 * @param {any} reply to `message.send`
 * @returns {Message}
 */
export function storedMessage({ clientMsgId, conversationID, message }: OutboxEntry, user: string, { message: said, ...place }: any): Message;
export type OutboxEntry = import("./types.js").OutboxEntry;
export type Message = import("../types/protocol.js").Message;

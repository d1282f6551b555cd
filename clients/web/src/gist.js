import { isGroup, placeOf } from "./session.js";
import { listed } from "./texts.js";

/** What has happened to a group: docs/group-messages.md#notifications. Super teams add 401. */
const operations = {
    0: "invited", 1: "removed", 2: "left", 3: "changedGroup", 4: "endedGroup", 5: "joined", 6: "newOwner",
    7: "addedAdmin", 8: "removedAdmin", 9: "accepted", 10: "mutedMembers",
};
const superTeam = {
    401: 0, 402: 1, 403: 2, 404: 3, 405: 4, 406: 6, 407: 7, 408: 8, 409: 10, 410: 5, 411: 9,
};

/** Types of messages: docs/protocol.md. */
export const types = { image: 1, notification: 5, file: 6 };

/**
 * A notification of a group as a sentence.
 * @param {any} element
 * @param {any} message
 */
export function noteOf(element, { conversationID, from, body }) {
    const { people, user } = element.session;
    const nameOf = (id) => (id === user ? element.say("you") : people.name(id, placeOf(conversationID)));
    const { operationType, targetIDs = [] } = body;
    const name = operations[superTeam[operationType] ?? operationType] ?? "somethingChanged";
    return element.say(name, { who: nameOf(from), whom: listed(targetIDs.map(nameOf), element.language) });
}

/** All whose names are shown with a message. @param {any} message @returns {string[]} */
export const usersOf = ({ from, type, atUserList = [], body }) =>
    [from, ...atUserList, ...(type === types.notification ? body.targetIDs ?? [] : [])];

/**
 * The text of a message; of one of elements, the texts among them.
 * @param {any} message
 * @returns {string}
 */
export const textOf = ({ type, body }) =>
    type === 20
        ? body.elements?.map(textOf).filter(Boolean).join(" ") ?? ""
        : typeof body.text === "string" ? body.text : "";

/**
 * A message in one line, without its sender.
 * @param {any} element
 * @param {any} message
 * @returns {string}
 */
export function gistOf(element, message) {
    const { type, body, recalled, isExpired } = message;
    if (isExpired) return element.say("expired");
    if (recalled) return element.say("recalled");
    if (type === types.notification) return noteOf(element, message);
    if (textOf(message)) return textOf(message);
    if (type === types.image) return element.say("image");
    const [file = body] = message.media ?? [];
    if (type === types.file) return typeof file.name === "string" && file.name ? file.name : element.say("file");
    return element.say("otherKind");
}

/** The last message of a conversation as the list shows it: in a group with its sender. */
export function lastOf(element, { conversationID, lastMessage }) {
    if (!lastMessage) return "";
    const { session } = element;
    const gist = gistOf(element, { conversationID, ...lastMessage });
    if (lastMessage.type === types.notification || lastMessage.isExpired) return gist;
    if (lastMessage.from === session.user) return `${element.say("you")}: ${gist}`;
    return isGroup(conversationID) ? `${session.senderOf({ conversationID, ...lastMessage })}: ${gist}` : gist;
}

import { textOf } from "./gist.js";
import { openMenu } from "./menu.js";

/**
 * What can be done with a message.
 * @param {any} thread
 * @param {any} row
 * @param {{x: number, y: number}} at
 */
export function openMessageMenu(thread, row, at) {
    const { session } = thread;
    const { message, entry } = row;
    const choices = entry ? choicesOfUnsent(thread, entry) : choicesOf(thread, row);
    const own = new Set((message?.reactions ?? []).filter(({ mine }) => mine).map(({ reaction }) => reaction));
    const picks = row.kind !== "message" ? [] : thread.reactions.map((reaction) => ({
        text: thread.say("react", { reaction }),
        icon: reaction,
        isChecked: own.has(reaction),
        act: () => thread.attempt(
            () => session.client.react(message.conversationID, message.msgId, reaction, { remove: own.has(reaction) }),
        ),
    }));
    if (choices.length > 0) openMenu(thread.shadowRoot, { label: thread.say("message"), choices, picks, at });
}

function choicesOf(thread, { kind, message, isOwn }) {
    const { session, client } = thread;
    const { conversationID, msgId, body, time } = message;
    const age = client.serverTime - time;
    const text = textOf(message);
    const choice = (isThere, icon, name, act, isGrave = false) =>
        isThere ? [{ icon, text: thread.say(name), act, isGrave }] : [];
    const isMessage = kind === "message";
    return [
        ...(isMessage && session.media?.choices(thread, message) || []),
        ...choice(isMessage, "reply", "reply", () => session.emit("reply", message)),
        ...choice(isMessage && text, "copy", "copy", () => copy(thread, text)),
        ...choice(
            isMessage && isOwn && body.text === text && text && age < thread.editSeconds * 1000, "edit", "edit",
            () => session.emit("edit", message),
        ),
        ...choice(isMessage && isOwn && age < thread.recallSeconds * 1000, "recall", "recall",
            () => thread.attempt(() => client.recall(conversationID, msgId)), true),
        ...choice(true, "trash", "deleteMessage",
            () => thread.attempt(() => client.request("message.delete", { conversationID, msgIds: [msgId] })), true),
    ];
}

function choicesOfUnsent(thread, { clientMsgId, message, state }) {
    const { outbox } = thread.client;
    const failed = [
        { icon: "send", text: thread.say("tryAgain"), act: () => outbox.retry(clientMsgId) },
        { icon: "trash", text: thread.say("discard"), act: () => outbox.discard(clientMsgId), isGrave: true },
    ];
    const text = textOf(message);
    const copying = { icon: "copy", text: thread.say("copy"), act: () => copy(thread, text) };
    return [...(text ? [copying] : []), ...(state === "failed" ? failed : [])];
}

const copy = (thread, text) => thread.attempt(() => navigator.clipboard.writeText(text));

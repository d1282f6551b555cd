import { avatar } from "./avatars.js";
import { lastOf } from "./gist.js";
import { make } from "./html.js";
import { icon } from "./icons.js";
import { idOf } from "./session.js";
import { shortTime } from "./times.js";

/** The `recvOpt` of a conversation that is not muted: docs/operations.md. */
export const receives = 0;

/** @param {number} number */
export const count = (number) => (number > 99 ? "99+" : String(number));

/**
 * All that is seen of a conversation in the list.
 * @param {any} element
 * @param {any} conversation
 * @param {Map<string, any>} newest the newest entry of the outbox in each conversation
 */
export function describeRow(element, conversation, newest) {
    const { conversationID, unreadCount, lastMessage, isPinned, isMarkedUnread, recvOpt } = conversation;
    const { session, language } = element;
    const isCurrent = conversationID === element.conversation;
    const isMuted = recvOpt !== receives;
    const draft = isCurrent ? undefined : session.store.draft(conversationID)?.text;
    const unsent = newest.get(conversationID);
    const shown = unsent ? { ...unsent.message, from: session.user, time: unsent.time } : lastMessage;
    return {
        id: conversationID,
        name: session.nameOf(conversationID),
        picture: session.avatarOf(conversationID),
        draft,
        last: draft || lastOf(element, { conversationID, lastMessage: shown }),
        time: shown ? shortTime(shown.time, element.client.serverTime, language) : "",
        unread: unreadCount,
        isMarked: isMarkedUnread,
        isMuted,
        signs: [
            unsent && (unsent.state === "failed" ? "failed" : "sending"),
            conversation.groupAtInfolist.length > 0 && unreadCount > 0 && "mentioned", isMuted && "muted",
            isPinned && "pinned",
        ].filter(Boolean),
        isCurrent,
        language,
    };
}

/** @param {any} element @param {any} row as `describeRow` gives it */
export function drawRow(element, row) {
    const { id, name, picture, draft, last, time, unread, isCurrent } = row;
    const shown = row.signs.map((sign) => drawSign(element, sign));
    const signs = make("span", { className: "signs" }, shown, drawBadge(element, row));
    const text = make("span", { className: "last cut", dir: "auto" },
        draft && make("b", {}, `${element.say("draft")}: `), last);
    return make("div", {
        className: unread > 0 ? "row unread" : "row", role: "option", part: "row",
        "aria-selected": String(isCurrent), tabIndex: -1,
    },
        avatar(idOf(id), name, picture),
        make("span", { className: "name cut", dir: "auto" }, name),
        make("span", { className: "time" }, time),
        make("span", { className: "under" }, text, signs));
}

/** Stands for a conversation that is not read yet. */
export function drawSkeleton() {
    return make("div", { className: "row", "aria-hidden": "true" }, make("span", { className: "avatar bones" }),
        make("span", { className: "bones line" }), make("span", { className: "bones line last" }));
}

const icons = { failed: "failed", sending: "clock", mentioned: "mention", muted: "mute", pinned: "pin" };

function drawSign(element, sign) {
    return make("span", { className: "sign", role: "img", "aria-label": element.say(sign) }, icon(icons[sign]));
}

function drawBadge(element, { unread, isMarked, isMuted }) {
    if (unread === 0 && !isMarked) return undefined;
    const label = unread > 0 ? element.say("unread", { count: unread }) : element.say("markedUnread");
    const className = isMuted ? "badge quiet" : "badge";
    const shown = unread > 0 ? count(unread) : "";
    return make("span", { className, part: "badge", role: "img", "aria-label": label }, shown);
}

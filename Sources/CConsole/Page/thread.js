/** A conversation as a chat, the newest message at the bottom, also what its members no longer see. */
import { call, may, newID } from "./api.js";
import { acting, confirm, field, form, link, make, pushLink, userLink } from "./dom.js";
import { when } from "./tables.js";
import { clock, day, t } from "./texts.js";
import { summary } from "./words.js";

const perPage = 50;
/** Messages of one sender within so many milliseconds stand below one name. */
const together = 5 * 60 * 1000;
/** Notifications of groups, and tips. */
const isNote = ({ type }) => type === 5 || type === 10;

/** `user`: of a conversation between two, the one for whom the id names the other. */
export async function showConversation(view, [id, user = ""]) {
    view.append(make("h2", { class: "title" }, t("conversationTitle", id)));
    const isOfTwo = id.startsWith("c2c_");
    const go = ({ user }) => (location.hash = `#/conversation/${encodeURIComponent(id)}/${encodeURIComponent(user)}`);
    if (isOfTwo) view.append(make("div", { class: "form" }, form([field(t("otherUser"), { name: "user", value: user, required: true })], t("show"), go)));
    if (isOfTwo && !user) return;
    const again = () => view.dispatchEvent(new Event("again"));
    view.append(await thread({ id, user, peer: isOfTwo ? id.slice("c2c_".length) : undefined, again }));
    if (!isOfTwo && may("admin.message.send")) view.append(writing(id, again));
}

async function thread(place) {
    const list = make("ol");
    const scroller = make("div", { class: "thread", role: "region", "aria-label": t("messages"), tabindex: "0" }, list);
    let messages = [];
    let cursor = 0;
    const read = async () => {
        const asked = { conversationID: place.id, cursor, limit: perPage, ...(place.peer !== undefined && { userID: place.user }) };
        const page = await call("admin.message.history", asked);
        messages = [...page.messages.toReversed(), ...messages];
        cursor = page.isFinished ? undefined : page.cursor;
        const top = cursor === undefined ? make("p", { class: "faint" }, t(messages.length ? "beginning" : "nothing")) : earlier();
        list.replaceChildren(make("li", { class: "note" }, top), ...messages.flatMap((message, at) => entries(message, messages[at - 1], place)));
    };
    const earlier = () => make("button", { type: "button", onclick: readEarlier }, t("earlier"));
    // What was read stays where it is while more comes above it.
    const readEarlier = async ({ target }) => {
        target.disabled = true;
        const below = scroller.scrollHeight - scroller.scrollTop;
        try {
            await read();
            scroller.scrollTop = scroller.scrollHeight - below;
            scroller.focus({ preventScroll: true });
        } catch (error) {
            target.disabled = false;
            target.after(make("p", { role: "alert" }, error.message));
        }
    };
    await read();
    requestAnimationFrame(() => (scroller.scrollTop = scroller.scrollHeight));
    return scroller;
}

/** A message, below its day if that is another one than the message's before. */
function entries(message, before, place) {
    const isNewDay = before === undefined || day(before.time) !== day(message.time);
    const goesOn = !isNewDay && before.from === message.from && !isNote(before) && message.time - before.time <= together;
    const shown = isNote(message)
        ? make("li", { class: "note" }, summary(message), make("p", { class: "about" }, sent(message)))
        : make("li", { class: message.from === place.user ? "message other" : "message" },
            !goesOn && make("p", { class: "from" }, userLink(message.from)),
            make("p", { class: message.recalled || message.isExpired ? "bubble faint" : "bubble" }, summary(message)), about(message, place));
    return isNewDay ? [make("li", { class: "note day" }, day(message.time)), shown] : [shown];
}

function sent({ msgId, time, seq }) {
    const text = when(time, clock(time));
    return [may("admin.events.read") ? link(`message/${encodeURIComponent(msgId)}`, text) : text, make("span", {}, `#${seq}`)];
}

/** When it was said, what has become of it, and what can be done. */
function about(message, { peer, user, again }) {
    const id = message.msgId;
    const states = [message.edited && t("edited"), message.pinned && t("pinned"), message.expireAt && t("expires")].filter(Boolean);
    const recall = async (reason) => {
        await call("admin.message.recall", { msgId: id, ...(reason && { reason }) });
        again();
    };
    return make("p", { class: "about" }, sent(message), states.map((state) => make("span", {}, state)),
        may("admin.push.explain") && pushLink((message.from === peer ? user : peer) ?? "", id, t("whyNoPush")),
        !message.recalled && acting("admin.message.recall", t("recall"), t("recallQuestion"), recall, { label: t("recallReason") }));
}

/** To a group. Between two users nobody else can write. */
function writing(conversationID, again) {
    const clientMsgId = newID();
    const ask = ({ text }) => confirm(t("writeGroupQuestion", text), t("write"), async () => {
        await call("admin.message.send", { conversationID, clientMsgId, type: 0, body: { text } });
        again();
    });
    return make("div", { class: "form wide" }, form([field(t("text"), { name: "text", required: true, maxlength: "2000" })], t("write"), ask));
}

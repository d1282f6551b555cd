/** What operators send, what the gateway tells all users, and what waits to be sent. */
import { call, may, newID } from "./api.js";
import { acting, confirm, conversationLink, field, form, ids, make, userLink } from "./dom.js";
import { count, paged, table, when } from "./tables.js";
import { t } from "./texts.js";
import { summary, worded } from "./words.js";

const missing = 404;

export async function showWriting(view) {
    const told = make("div", { role: "status" });
    let clientMsgId = newID();
    const send = async (to, text, at) => {
        const isToOne = to.length === 1;
        const receivers = isToOne ? { conversationID: to[0].startsWith("group_") ? to[0] : `c2c_${to[0]}`, ...(at && { at: Date.parse(at) }) } : { userIDs: to };
        const { results = [] } = await call("admin.message.send", { ...receivers, clientMsgId, type: 0, body: { text } });
        clientMsgId = newID();
        const failed = results.filter(({ code }) => code !== 0);
        told.replaceChildren(make("p", {}, at ? t("sentLater") : t("sentTo", to.length - failed.length)));
        if (failed.length) told.append(table(t("notSent"), [t("user"), t("result")], failed.map(({ userID, code }) => [userID, code === missing ? t("noSuchUser") : count(code)])));
    };
    const ask = ({ to, text, at }) => {
        const receivers = ids(to);
        if (at && receivers.length > 1) throw new Error(t("laterToOne"));
        confirm(t("systemMessageQuestion", text, receivers.length), t("send"), () => send(receivers, text, at));
    };
    const fields = [
        field(t("text"), { name: "text", required: true, maxlength: "2000" }), field(t("receivers"), { name: "to", required: true, pattern: ".*[^\\s,，、].*" }),
        field(t("sendAt"), { name: "at", type: "datetime-local" }),
    ];
    view.append(make("h2", { class: "title" }, t("systemMessage")), make("p", { class: "faint" }, t("systemMessageNote")), make("div", { class: "form wide" }, form(fields, t("send"), ask)), told);
}

export async function showBroadcasts(view) {
    const again = () => view.dispatchEvent(new Event("again"));
    view.append(make("h2", { class: "title" }, t("broadcasts")));
    if (may("admin.broadcast")) view.append(broadcasting(again));
    const heads = [t("number"), t("time"), t("message"), t("audience"), t("state"), t("told"), ""];
    view.append(await paged(t("newestFirst"), heads, async (cursor) => {
        const page = await call("admin.broadcast.list", { cursor, limit: 50 });
        return { rows: page.broadcasts.map((one) => broadcast(one, again)), next: page.cursor };
    }, 0));
}

function broadcasting(again) {
    const clientMsgId = newID();
    const audience = make("div", { class: "field" }, make("label", { for: "field-to" }, t("audience")),
        make("select", { id: "field-to", name: "to" }, ["all", "online"].map((value) => make("option", { value }, t(`audience.${value}`)))));
    const ask = ({ text, to }) => confirm(t("broadcastQuestion", text), t(`audience.act.${to}`), async () => {
        await call("admin.broadcast", { clientMsgId, type: 0, body: { text }, to });
        again();
    });
    return make("div", { class: "form wide" }, form([field(t("text"), { name: "text", required: true, maxlength: "2000" }), audience], t("broadcast"), ask));
}

function broadcast(one, again) {
    const act = async () => {
        await call("admin.broadcast.stop", { seq: one.seq });
        again();
    };
    const hasEnded = ["stopped", "expired"].includes(one.state);
    const stop = hasEnded ? "" : acting("admin.broadcast.stop", t("stop"), t("stopQuestion", one.seq), act, { isDangerous: true });
    const told = one.told === undefined ? "" : count(one.told, t("toldOf", one.told, one.of));
    return [count(one.seq, String(one.seq)), when(one.time), summary(one), t(`audience.${one.to}`), worded("broadcastState", one.state), told, stop];
}

export async function showScheduled(view) {
    const again = () => view.dispatchEvent(new Event("again"));
    view.append(make("h2", { class: "title" }, t("scheduled")));
    const heads = [t("dueAt"), t("from"), t("conversation"), t("message"), ""];
    view.append(await paged(t("soonestFirst"), heads, async (cursor) => {
        const page = await call("admin.message.scheduled", { limit: 50, ...(cursor && { cursor }) });
        return { rows: page.messages.map((one) => scheduled(one, again)), next: page.cursor };
    }, ""));
}

function scheduled(one, again) {
    const act = async () => {
        await call("admin.message.cancel", { scheduleID: one.scheduleID });
        again();
    };
    const text = summary(one);
    const cancel = acting("admin.message.cancel", t("takeBack"), t("takeBackQuestion", text), act, { isDangerous: true });
    const isOfTwo = one.conversationID.startsWith("c2c_");
    return [when(one.at), userLink(one.from), conversationLink(one.conversationID, isOfTwo ? one.from : ""), text, cancel];
}

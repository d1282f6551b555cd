/** A message by its id, and what became of its push. */
import { call, may } from "./api.js";
import { acting, conversationLink, facts, field, form, make, messageLink, pushLink, userLink } from "./dom.js";
import { count, table, when } from "./tables.js";
import { t, time } from "./texts.js";
import { summary, worded } from "./words.js";

/** gw 1005: an event is older than what is kept. */
const noLongerKept = 1005;

/** A message is an event of its own, so its id leads to it for as long as it is kept; undefined: nothing has the id. */
export async function messageOf(id) {
    if (!/^[0-9]{1,16}$/.test(id)) return undefined;
    const wanted = { after: `evt_${BigInt(id) - 1n}`, limit: 1, types: ["message.created"] };
    const { events } = await call("admin.events.read", wanted).catch((error) => {
        if (error.code !== noLongerKept) throw error;
        return { events: [] };
    });
    const message = events[0]?.data;
    return message?.msgId === id ? message : undefined;
}

export async function showMessage(view, [id]) {
    view.append(make("h2", { class: "title" }, t("messageTitle", id)));
    const message = await messageOf(id);
    if (!message) throw new Error(t("noMessage"));
    const isOfTwo = message.conversationID.startsWith("c2c_");
    view.append(facts([
        [t("time"), when(message.time)], [t("from"), userLink(message.from)], [t("number"), String(message.seq)],
        [t("conversation"), conversationLink(message.conversationID, isOfTwo ? message.from : "")], [t("message"), summary(message)],
        [t("whyNoPush"), pushLink(isOfTwo ? message.conversationID.slice("c2c_".length) : "", id, t("explain"))],
    ]), acts(id, () => view.dispatchEvent(new Event("again"))), make("details", {}, make("summary", {}, t("asJSON")), make("pre", { tabindex: "0" }, JSON.stringify(message, undefined, 2))));
}

function acts(id, again) {
    const recall = async (reason) => {
        await call("admin.message.recall", { msgId: id, ...(reason && { reason }) });
        again();
    };
    return make("div", { class: "bar" }, acting("admin.message.recall", t("recall"), t("recallQuestion"), recall, { label: t("recallReason") }));
}

/** A provider, with the app where it is not the first one. */
export const service = ({ provider, app }) => (app ? `${provider} (${app})` : provider);

const receipt = ({ delivered, opened, notShown }) =>
    [delivered && `${t("delivered")} ${time(delivered)}`, opened && `${t("opened")} ${time(opened)}`, notShown && `${t("notShown")}: ${notShown}`].filter(Boolean).join(", ");

export async function showPush(view, [user = "", message = ""]) {
    view.append(make("h2", { class: "title" }, t("whyNoPush")));
    const fields = [field(t("user"), { name: "user", value: user, required: true }), field(t("messageID"), { name: "message", value: message, required: true })];
    const go = ({ user, message }) => (location.hash = `#/push/${encodeURIComponent(user)}/${encodeURIComponent(message)}`);
    view.append(make("div", { class: "form" }, form(fields, t("explain"), go)));
    if (!user || !message) return;
    const told = await call("admin.push.explain", { userID: user, msgId: message });
    const verdict = told.pushed === null ? t("notDecided") : told.pushed ? t("pushed") : t("notPushed");
    view.append(make("p", { class: "verdict" }, make("strong", {}, verdict)), facts([
        [t("reason"), told.reason && worded("reason", told.reason)], [t("rule"), told.rule], [t("text"), told.text], [t("badge"), told.badge && String(told.badge)],
        [t("forced"), told.forced && t("yes")], [t("sessionLost"), told.sessionLost && t("yes")], [t("recalled"), told.recalled && t("yes")],
        [t("expired"), told.expired && t("yes")], [t("edited"), told.edited && t("yes")],
    ]));
    if (told.devices) {
        view.append(table(t("pushDevices"), [t("device"), t("provider"), t("shown"), t("state"), t("attempts"), t("answer"), t("time"), t("receipt")],
            told.devices.map((one) => [one.device, service(one), [one.title, one.body].filter(Boolean).join(" · "), make("span", { class: "word" }, worded("pushState", one.state)), count(one.attempts), `${one.status ?? ""} ${one.answer ?? ""}`, one.answeredAt ? when(one.answeredAt) : "", receipt(one)])));
    }
}

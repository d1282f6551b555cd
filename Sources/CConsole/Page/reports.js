/** What users have reported, and what was done about it. */
import { call, may } from "./api.js";
import { acting, facts, groupLink, link, make, messageLink, userLink } from "./dom.js";
import { paged, when } from "./tables.js";
import { t } from "./texts.js";
import { summary, worded } from "./words.js";

const states = ["open", "taken", "resolved", "dismissed"];
const reportLink = (id, text) => link(`report/${encodeURIComponent(id)}`, text);

export async function showReports(view, [state = "open"]) {
    const tabs = ["", ...states].map((one) => make("a", { href: `#/reports/${one}`, "aria-current": one === state && "true" }, t(one ? `reportState.${one}` : "everything")));
    view.append(make("h2", { class: "title" }, t("reports")), make("nav", { class: "bar", "aria-label": t("state") }, tabs));
    const heads = [t("time"), t("kind"), t("about"), t("reason"), t("text"), t("reporter"), t("state")];
    view.append(await paged(t("newestFirst"), heads, async (cursor) => {
        const page = await call("admin.report.list", { limit: 50, ...(state && { state }), ...(cursor && { cursor }) });
        return { rows: page.reports.map(row), next: page.cursor };
    }));
}

const row = (report) => [
    reportLink(report.reportID, when(report.time)), t(report.kind), about(report), worded("reportReason", report.reason), report.text || said(report),
    report.reporter ? userLink(report.reporter) : t("wordList"), worded("reportState", report.state),
];

/** A message's text; of others their name. */
const said = ({ kind, copy }) => (kind === "message" && copy.body ? summary(copy) : copy.nickname ?? copy.name ?? copy.title ?? "");

function about({ kind, userID, groupID, roomID }) {
    if (kind === "group") return groupLink(groupID);
    return kind === "room" ? make("span", { class: "word" }, roomID) : userLink(userID);
}

export async function showReport(view, [id]) {
    const { report } = await call("admin.report.get", { reportID: id });
    const again = () => view.dispatchEvent(new Event("again"));
    view.append(make("h2", { class: "title" }, t("reportTitle", id)), facts([
        [t("time"), when(report.time)], [t("state"), worded("reportState", report.state)], [t("kind"), t(report.kind)], [t("about"), about(report)],
        [t("messageID"), report.msgId && messageLink(report.msgId)], [t("message"), report.kind === "message" && said(report)], [t("name"), report.kind !== "message" && said(report)],
        [t("reason"), worded("reportReason", report.reason)], [t("text"), report.text], [t("reporter"), report.reporter ? userLink(report.reporter) : t("wordList")],
        [t("note"), report.note], [t("handledBy"), report.handledBy], [t("handledAt"), report.handledAt && when(report.handledAt)],
    ]), acts(report, again), make("details", {}, make("summary", {}, t("asJSON")), make("pre", { tabindex: "0" }, JSON.stringify(report.copy, undefined, 2))));
}

function acts({ reportID, state, kind, msgId, userID }, again) {
    const become = (next) => async (note) => {
        await call("admin.report.resolve", { reportID, state: next, ...(note && { note }) });
        again();
    };
    const step = (next) => (next === state ? "" : acting("admin.report.resolve", t(`reportAct.${next}`), t(`reportAct.${next}`), become(next), { label: t("note") }));
    const recall = async (reason) => {
        await call("admin.message.recall", { msgId, ...(reason && { reason }) });
        again();
    };
    const disable = async () => {
        await call("admin.account.disable", { userIDs: [userID] });
        again();
    };
    return make("div", { class: "bar" }, ["taken", "resolved", "dismissed", "open"].map(step),
        kind === "message" ? acting("admin.message.recall", t("recall"), t("recallQuestion"), recall, { label: t("recallReason") }) : "",
        userID && may("admin.account.disable") ? acting("admin.account.disable", t("disable"), t("disableUserQuestion", userID), disable, { isDangerous: true }) : "");
}

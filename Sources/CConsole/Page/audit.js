/** The audit log: who did what, from where, with which result. */
import { call } from "./api.js";
import { field, form, link, make, userLinks } from "./dom.js";
import { paged, when } from "./tables.js";
import { t } from "./texts.js";

const filters = { userID: "user", actor: "actor", operation: "operation" };
const most = 5;
const kinds = ["act", "read", "login", "failedLogin"];

/** The address has what is looked for. */
export const auditLink = (asked, text) => link(`audit/${encodeURIComponent(new URLSearchParams(asked))}`, text);

export async function show(view, [wanted = ""]) {
    const asked = Object.fromEntries(new URLSearchParams(wanted));
    const fields = Object.entries(filters).map(([name, title]) => field(t(title), { name, value: asked[name] ?? "", maxlength: "255" }));
    const options = ["", ...kinds].map((value) => make("option", { value, selected: value === (asked.kind ?? "") }, value ? t(`audit.${value}`) : t("everything")));
    const kind = make("div", { class: "field" }, make("label", { for: "field-kind" }, t("kind")), make("select", { id: "field-kind", name: "kind" }, options));
    const go = (given) => {
        const filled = Object.entries(given).filter(([, value]) => value.trim());
        location.hash = `#/audit/${encodeURIComponent(new URLSearchParams(filled))}`;
    };
    view.append(make("h2", { class: "title" }, t("auditLog")), make("div", { class: "form" }, form([...fields, kind], t("show"), go)));
    const heads = [t("time"), t("actor"), t("address"), t("operation"), t("users"), t("result"), t("details")];
    view.append(await paged(t("newestFirst"), heads, async (cursor) => {
        const page = await call("admin.audit.list", { ...asked, limit: 50, ...(cursor && { cursor }) });
        return { rows: page.entries.map(row), next: page.cursor };
    }));
}

const row = (entry) => [
    when(entry.time), make("span", { class: "word" }, entry.actor ?? t(`audit.${entry.kind}`)), entry.address ?? "", make("span", { class: "word" }, entry.operation ?? t(`audit.${entry.kind}`)),
    few(entry.users ?? []), entry.result ?? "", details(entry),
];

/** A request may name a hundred users. */
const few = (users) => (users.length > most ? make("span", {}, userLinks(users.slice(0, most)), t("others", users.length - most)) : userLinks(users));

/** What there is beside: ids and numbers of a request, the device of a login. */
function details({ parameters, device, platform, reason, count }) {
    const more = { ...parameters, device, platform, reason, ...(count > 1 && { count }) };
    const named = Object.entries(more).filter(([, value]) => value !== undefined && value !== "");
    return make("code", {}, named.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(", "));
}

/** What the endpoints of backends do not take, and telling them again. */
import { call, may } from "./api.js";
import { confirm, field, form, make, paged } from "./dom.js";
import { t, time } from "./texts.js";

export async function show(view, [endpoint = ""]) {
    view.append(make("h2", { class: "title" }, t("webhooks")));
    const known = make("datalist", { id: "endpoints" }, (await endpoints()).map((value) => make("option", { value })));
    const name = field(t("endpoint"), { name: "endpoint", value: endpoint, required: true, list: "endpoints" });
    const go = ({ endpoint }) => (location.hash = `#/webhooks/${encodeURIComponent(endpoint)}`);
    view.append(make("div", { class: "form" }, form([name, known], t("show"), go)));
    if (!endpoint) return;
    const again = () => view.dispatchEvent(new Event("again"));
    const heads = [t("event"), t("state"), t("since"), t("attempts"), t("answer"), ""];
    view.append(await paged(t("parkedTitle", endpoint), heads, async (after) => {
        const { events } = await call("admin.events.parked", { endpoint, limit: 50, ...(after && { after }) });
        const rows = events.map((one) => [one.id, t(one.state), time(one.since), String(one.attempts), `${one.status} ${one.answer}`, replay(endpoint, one.id, again)]);
        return { rows, next: events.length === 50 ? events.at(-1).id : undefined };
    }, ""));
}

function replay(endpoint, from, again) {
    if (!may("admin.events.replay")) return "";
    const act = async () => {
        await call("admin.events.replay", { endpoint, from });
        again();
    };
    return make("button", { type: "button", onclick: () => confirm(t("replayQuestion", endpoint, from), t("replay"), act) }, t("replay"));
}

/** As far as the key may read the settings. */
async function endpoints() {
    if (!may("admin.setting.list")) return [];
    const { sections } = await call("admin.setting.list");
    const { value } = sections.flatMap(({ settings }) => settings).find(({ name }) => name === "events.endpoints");
    return [...value.matchAll(/\bname: "([\w-]+)"/g)].map(([, name]) => name);
}

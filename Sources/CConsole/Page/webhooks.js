/** The endpoints of backends, what each does not take, and telling it again. */
import { call, may } from "./api.js";
import { acting, field, form, link, make } from "./dom.js";
import { count, paged, table, when } from "./tables.js";
import { t } from "./texts.js";

const mostCounted = 1000;

export async function show(view, [endpoint]) {
    if (endpoint) return showEndpoint(view, endpoint);
    view.append(make("h2", { class: "title" }, t("webhooks")));
    if (!may("admin.setting.list")) {
        // Without the settings nobody says which endpoints there are.
        const go = ({ endpoint }) => (location.hash = `#/webhooks/${encodeURIComponent(endpoint)}`);
        return view.append(make("div", { class: "form" }, form([field(t("endpoint"), { name: "endpoint", required: true })], t("show"), go)));
    }
    const known = await endpoints();
    const parked = await Promise.all(known.map(({ name }) => call("admin.events.parked", { endpoint: name, limit: mostCounted })));
    view.append(table(t("endpoints"), [t("endpoint"), "URL", t("types"), t("state")], known.map(({ name, url, types }, place) =>
        [link(`webhooks/${encodeURIComponent(name)}`, name), url, types, stateOf(parked[place].events)])));
    if (known.length === 0) view.append(make("p", { class: "faint" }, t("noEndpoints")));
}

function stateOf({ length }) {
    const text = length === 0 ? t("takesAll") : t("takesNot", length === mostCounted ? `${length}+` : length);
    return make("span", { class: `badge ${length ? "problem" : "good"}`, "data-order": length }, text);
}

async function showEndpoint(view, endpoint) {
    const again = () => view.dispatchEvent(new Event("again"));
    view.append(make("p", {}, link("webhooks", t("allEndpoints"))), make("h2", { class: "title" }, t("endpointTitle", endpoint)));
    const heads = [t("event"), t("state"), t("since"), t("attempts"), t("answer"), ""];
    view.append(await paged(t("parkedTitle", endpoint), heads, async (after) => {
        const { events } = await call("admin.events.parked", { endpoint, limit: 50, ...(after && { after }) });
        const rows = events.map((one) => [one.id, t(one.state), when(one.since), count(one.attempts), one.status ? `${one.status} ${one.answer}` : t("noAnswerOf"), replay(endpoint, one.id, again)]);
        return { rows, next: events.length === 50 ? events.at(-1).id : undefined };
    }, ""));
}

function replay(endpoint, from, again) {
    const act = async () => {
        await call("admin.events.replay", { endpoint, from });
        again();
    };
    return acting("admin.events.replay", t("replay"), t("replayQuestion", endpoint, from), act);
}

/** As the setting is written: one object after the other. */
async function endpoints() {
    const { sections } = await call("admin.setting.list");
    const { value } = sections.flatMap(({ settings }) => settings).find(({ name }) => name === "events.endpoints");
    return [...value.matchAll(/\{[^{}]*\}/g)].map(([written]) => ({
        name: /\bname: "([^"]*)"/.exec(written)?.[1] ?? "", url: /\burl: "([^"]*)"/.exec(written)?.[1] ?? "",
        types: [...(/\btypes: \[([^\]]*)\]/.exec(written)?.[1] ?? "").matchAll(/"([^"]*)"/g)].map(([, type]) => type).join(", "),
    })).filter(({ name }) => name);
}

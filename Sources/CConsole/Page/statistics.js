/** Numbers of hours and days, as far back as the gateway keeps them. */
import { call, current } from "./api.js";
import { Chart } from "./chart.js";
import { make } from "./dom.js";
import { count, table, when } from "./tables.js";
import { hourOf, t, utcDay } from "./texts.js";

const [hour, wholeDay] = [3600000, 86400000];
/** By the address: the length of a period, and how many are shown. */
const spans = { days: { length: wholeDay, shown: 30 }, hours: { length: hour, shown: 24 } };

const kinds = ["text", "image", "audio", "video", "location", "file", "tip", "custom", "notification", "call"];
const outcomes = ["accepted", "refused", "unregistered", "expired"];

/** Each chart: its lines with their values of a period. */
const charts = {
    users: { activeUsers: (one) => one.activeUsers, newUsers: (one) => one.newUsers },
    messages: { messages: (one) => one.messageCount, texts: (one) => one.messages.text ?? 0 },
    sessions: { peak: (one) => one.peakSessions },
    made: { groups: (one) => one.groups, rooms: (one) => one.rooms, reports: (one) => one.reports },
    pushes: { accepted: (one) => one.pushes.accepted ?? 0, failed: (one) => outcomes.slice(1).reduce((sum, name) => sum + (one.pushes[name] ?? 0), 0) },
};

const nothing = { activeUsers: 0, newUsers: 0, groups: 0, rooms: 0, reports: 0, peakSessions: 0, messageCount: 0, messages: {}, pushes: {} };

/** The periods of a span, the oldest first. */
async function read({ length, shown }) {
    const byDay = length === wholeDay;
    const until = Math.floor((Date.now() + current().ahead) / length) * length;
    const since = until - (shown - 1) * length;
    const { periods } = await call("admin.statistics", { since, byDay });
    const found = new Map(periods.map((one) => [one.time, one]));
    // Where nothing was counted there is no period.
    const all = Array.from({ length: shown }, (_, place) => found.get(since + place * length) ?? { ...nothing, time: since + place * length });
    return { all, since, byDay };
}

/** Links to the spans, in the view of that name. */
const tabs = (view, span) => Object.keys(spans).map((one) => make("a", { href: `#/${view}/${one}`, "aria-current": one === span && "true" }, t(`span.${one}`)));

/** The axis of days says that they are those of UTC; hours are of the browser's zone, as all other times. */
function draw(names, { all, byDay }) {
    const [begin, end] = [all[0], all.at(-1)].map(({ time }) => (byDay ? `${utcDay(time)} UTC` : hourOf(time)));
    return make("div", { class: "charts" }, names.map((name) => {
        const lines = charts[name];
        const chart = new Chart(t(`statistics.${name}`), "", Object.keys(lines).map((line) => t(`statistics.line.${line}`)));
        chart.fill(all.map((one) => ({ at: one.time, values: Object.values(lines).map((value) => value(one)) })), begin, end);
        return chart.element;
    }));
}

/** What the overview begins with. */
export async function showKept(view, span = "days") {
    const drawn = draw(["users", "messages", "sessions"], await read(spans[span] ?? spans.days));
    view.append(make("h2", {}, t("statistics")), make("nav", { class: "bar", "aria-label": t("span") }, tabs("overview", span)), drawn);
}

export async function show(view, [span = "days"]) {
    const { all, since, byDay } = await read(spans[span] ?? spans.days);
    const save = make("button", { type: "button", onclick: () => download(since, byDay) }, t("saveCSV"));
    const named = (time) => (byDay ? make("span", { "data-order": time }, utcDay(time)) : when(time));
    view.append(make("h2", { class: "title" }, t("statistics")), make("nav", { class: "bar", "aria-label": t("span") }, tabs("statistics", span), save), draw(Object.keys(charts), { all, byDay }),
        table(t(byDay ? "span.days" : "span.hours"), [t("time"), ...columns.map(([name]) => t(name))], all.toReversed().map((one) => [named(one.time), ...columns.map(([, value]) => count(value(one)))])),
        table(t("messagesByKind"), [t("time"), ...kinds.map((kind) => t(`kind.${kind}`))], all.toReversed().filter((one) => one.messageCount).map((one) => [named(one.time), ...kinds.map((kind) => count(one.messages[kind] ?? 0))])));
}

const columns = [
    ["statistics.line.activeUsers", (one) => one.activeUsers], ["statistics.line.newUsers", (one) => one.newUsers], ["messages", (one) => one.messageCount],
    ["statistics.line.peak", (one) => one.peakSessions], ["groups", (one) => one.groups], ["statistics.line.rooms", (one) => one.rooms], ["reports", (one) => one.reports],
    ...outcomes.map((name) => [`pushState.${name}`, (one) => one.pushes[name] ?? 0]),
];

async function download(since, byDay) {
    const { csv } = await call("admin.statistics", { since, byDay, csv: true });
    const address = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
    make("a", { href: address, download: "statistics.csv" }).click();
    URL.revokeObjectURL(address);
}

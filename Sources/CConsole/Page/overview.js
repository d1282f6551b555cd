/** What the gateway has done, and what it does now. */
import { current, may, readHealth, readMetrics } from "./api.js";
import { Chart } from "./chart.js";
import { facts, make } from "./dom.js";
import { Sample } from "./metrics.js";
import { showKept } from "./statistics.js";
import { when } from "./tables.js";
import { t } from "./texts.js";
import { worded } from "./words.js";

const interval = 2000;
const milliseconds = (seconds) => (seconds === undefined ? undefined : seconds * 1000);

/** Each chart: its title, its unit, its lines, and their values between two samples. */
const charts = [
    ["sessions", "", { sessions: (now) => now.sum("martlet_sessions_open"), connections: (now) => now.sum("martlet_connections_open") }],
    ["messages", "/s", { sent: (now, then) => now.rate(then, "martlet_requests_total", 'operation="message.send",result="ok"'), deliveries: (now, then) => now.rate(then, "martlet_messages_sent_total") }],
    ["requests", "/s", { done: (now, then) => now.rate(then, "martlet_requests_total", 'result="ok"'), refused: (now, then) => now.rate(then, "martlet_requests_total", 'result="refused"') + now.rate(then, "martlet_requests_total", 'result="throttled"'), failed: (now, then) => now.rate(then, "martlet_requests_total", 'result="failed"') }],
    ["commits", " ms", { half: (now, then) => milliseconds(now.quantile(then, "martlet_store_batch_seconds", 0.5)), most: (now, then) => milliseconds(now.quantile(then, "martlet_store_batch_seconds", 0.99)) }],
    ["replies", " ms", { half: (now, then) => milliseconds(now.quantile(then, "martlet_request_seconds", 0.5)), most: (now, then) => milliseconds(now.quantile(then, "martlet_request_seconds", 0.99)) }],
    ["outboxes", " MiB", { waiting: (now) => now.sum("martlet_outbox_bytes") / 1048576 }],
    ["store", "", { writes: (now) => now.sum("martlet_store_pending_writes"), reads: (now) => now.sum("martlet_store_pending_reads") }],
    ["pushes", "", { waiting: (now) => now.sum("martlet_pushes_waiting"), perSecond: (now, then) => now.rate(then, "martlet_pushes_total") }],
    ["webhooks", "", { perSecond: (now, then) => now.rate(then, "martlet_events_delivered_total"), delay: (now) => now.sum("martlet_event_delay_seconds"), parked: (now) => now.sum("martlet_event_subjects_parked") }],
    ["process", "", { processor: (now, then) => now.rate(then, "process_cpu_seconds_total") * 100, memory: (now) => now.sum("process_resident_memory_bytes") / 1048576 }],
];

/** Charts keep their lines while other views are shown. */
const drawn = charts.map(([name, unit, lines]) => ({
    lines: Object.values(lines),
    chart: new Chart(t(`chart.${name}`), unit, Object.keys(lines).map((line) => t(`line.${line}`))),
}));
let before;

/** Returns what ends it. */
export async function show(view, [span]) {
    const state = make("div", { class: "state", role: "status" });
    const kept = make("section", { class: "kept" });
    const now = make("section", { class: "now" }, make("h2", {}, t("navigation.now")), make("div", { class: "charts" }, drawn.map(({ chart }) => chart.element)));
    view.append(make("h2", { class: "title" }, t("overview")), state, kept, now);

    let shown;
    const draw = async () => {
        const [page, health] = await Promise.all([readMetrics(), readHealth()]);
        const now = new Sample(page, performance.now() / 1000);
        if (before) for (const { chart, lines } of drawn) chart.add(now.seconds, lines.map((line) => line(now, before)));
        before = now;
        const problems = [...health.reasons, ...health.warnings];
        const text = JSON.stringify(problems);
        if (text === shown) return;
        shown = text;
        state.className = health.ready ? (problems.length ? "state warning" : "state good") : "state problem";
        const up = now.sum("process_start_time_seconds");
        state.replaceChildren(
            make("strong", {}, health.ready ? (problems.length ? t("readyWithWarnings") : t("ready")) : t("notReady")),
            facts([...problems.map((name) => [worded("problem", name), health[name] ?? t("yes")]), [t("version"), current().version],
                [t("runningSince"), when(up * 1000)]]));
    };
    const redraw = () => draw().catch(() => {
        shown = undefined;
        state.className = "state problem";
        state.textContent = t("noAnswer");
    });
    // The present is also shown to a key without statistics, and when they cannot be read.
    const past = may("admin.statistics") && showKept(kept, span).catch((error) => kept.append(make("p", { role: "alert" }, error.message)));
    await Promise.all([past, redraw()]);
    // A tab that nobody sees asks for nothing.
    const timer = setInterval(() => document.hidden || redraw(), interval);
    return () => clearInterval(timer);
}

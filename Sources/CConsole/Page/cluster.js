/** The nodes of the cluster, if the gateway is one of several. */
import { call } from "./api.js";
import { facts, make } from "./dom.js";
import { count, table, when } from "./tables.js";
import { t } from "./texts.js";

const interval = 2000;

/** Returns what ends it. */
export async function show(view) {
    const nodes = make("div");
    view.append(make("h2", { class: "title" }, t("nodes")), nodes);
    const draw = async () => {
        const status = await call("admin.cluster.status");
        if (!status.clustered) return nodes.replaceChildren(make("p", { class: "faint" }, t("runsAlone")));
        nodes.replaceChildren(
            facts([[t("name"), status.cluster], [t("leader"), status.leader ?? t("nobody")], [t("epoch"), `${status.epoch}`],
                [t("position"), `${status.position}`]]),
            table(t("nodes"), [t("name"), t("role"), t("position"), t("lag"), t("since"), t("version")], status.nodes.map((node) => [
                node.node, make("span", { class: `badge ${state(node)}` }, t(`node.${node.role}`)), count(node.position),
                count(node.lagRecords, t("lagOf", node.lagRecords, node.lagMilliseconds)), when(node.since), node.version])));
    };
    await draw();
    const timer = setInterval(() => document.hidden || draw().catch(() => nodes.replaceChildren(make("p", { role: "alert" }, t("noAnswer")))), interval);
    return () => clearInterval(timer);
}

function state({ role, lagMilliseconds }) {
    if (role === "gone" || role === "halted") return "problem";
    return lagMilliseconds > 2000 || role === "joining" ? "warning" : "good";
}

/** What happens, as it happens: the events that backends are told of. */
import { call, current } from "./api.js";
import { field, make } from "./dom.js";
import { when } from "./tables.js";
import { t } from "./texts.js";

const [interval, perRead, most] = [1000, 100, 200];

export async function show(view) {
    const list = make("ol", { class: "events", "aria-label": t("events"), tabindex: "0" });
    const note = make("p", { role: "status", class: "faint" }, t("waitingForEvents"));
    const types = field(t("types"), { name: "types", placeholder: "message.*, group.created" });
    let isPaused = false;
    const pause = make("button", {
        type: "button", "aria-pressed": "false",
        onclick: () => {
            isPaused = !isPaused;
            pause.setAttribute("aria-pressed", String(isPaused));
        },
    }, t("pause"));
    const onsubmit = (event) => event.preventDefault();
    view.append(make("h2", { class: "title" }, t("events")), make("form", { class: "bar", onsubmit }, types, pause), note, list);

    const now = () => `evt_${Math.floor(Date.now() + current().ahead) * 1000}`;
    let after = now();
    const read = async () => {
        const wanted = types.querySelector("input").value.split(",").map((text) => text.trim()).filter(Boolean);
        const page = await call("admin.events.read", { after, limit: perRead, ...(wanted.length && { types: wanted }) });
        // With more events than anybody reads, the newest are shown.
        after = page.isFinished ? page.next : now();
        note.textContent = page.isFinished ? t("upToDate") : t("tooMany");
        list.prepend(...page.events.map(item).reverse());
        while (list.children.length > most) list.lastChild.remove();
    };
    let timer;
    const turn = async () => {
        if (!isPaused && !document.hidden) await read().catch((error) => (note.textContent = error.message));
        if (timer !== undefined) timer = setTimeout(turn, interval);
    };
    timer = setTimeout(turn, 0);
    return () => {
        clearTimeout(timer);
        timer = undefined;
    };
}

const item = (event) =>
    make("li", {}, make("details", {}, make("summary", {}, when(event.time), " ", make("strong", {}, event.type), ` ${Object.values(event.subject).join(" ")}`),
        make("pre", { tabindex: "0" }, JSON.stringify(event, undefined, 2))));

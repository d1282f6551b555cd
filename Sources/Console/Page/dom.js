/** Makes elements. Texts become text nodes and nothing else: users have written many of them. */
import { t } from "./texts.js";

/** `make("p", { class: "note", onclick }, "text", child)`: what begins with `on` is a listener, `false` leaves out. */
export function make(tag, attributes = {}, ...children) {
    const isDrawing = ["svg", "path", "line"].includes(tag);
    const element = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== undefined && child !== null));
    return element;
}

/** A table with a caption. A cell is a text or an element; without rows it says so. */
export function table(caption, heads, rows) {
    const title = make("h3", {}, caption);
    if (rows.length === 0) return make("section", {}, title, make("p", { class: "faint" }, t("nothing")));
    const head = make("thead", {}, make("tr", {}, heads.map((text) => make("th", { scope: "col" }, text))));
    const body = make("tbody", {}, rows.map((cells) => make("tr", {}, cells.map((cell) => make("td", {}, cell ?? "")))));
    const region = { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" };
    return make("section", {}, title, make("div", region, make("table", {}, head, body)));
}

/** Names with their values. */
export function facts(pairs) {
    const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== "");
    return make("dl", {}, shown.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

export const link = (hash, text = hash) => make("a", { href: `#/${hash}` }, text);

/** Links to the things that have pages of their own; ids are of users' making. */
export const userLink = (id) => link(`user/${encodeURIComponent(id)}`, id);
export const groupLink = (id, text = id) => link(`group/${encodeURIComponent(id)}`, text);
export const conversationLink = (id, user = "") => link(`conversation/${encodeURIComponent(id)}/${encodeURIComponent(user)}`, id);
export const pushLink = (user, message, text) => link(`push/${encodeURIComponent(user)}/${encodeURIComponent(message)}`, text);

/** A labelled field of a form. */
export function field(label, attributes = {}) {
    const id = `field-${attributes.name}`;
    return make("div", { class: "field" }, make("label", { for: id }, label), make("input", { id, autocomplete: "off", ...attributes }));
}

/** A form that calls `act` with its fields by name; what `act` throws stands below. */
export function form(children, action, act) {
    const problem = make("p", { role: "alert" });
    const button = make("button", { type: "submit" }, action);
    const onsubmit = async (event) => {
        event.preventDefault();
        problem.textContent = "";
        button.disabled = true;
        try {
            await act(Object.fromEntries(new FormData(event.target)));
        } catch (error) {
            problem.textContent = error.message;
        } finally {
            button.disabled = false;
        }
    };
    return make("form", { onsubmit }, children, button, problem);
}

/** Asks before something is done. `act` gets what was written into the field, if there is one. */
export function confirm(question, action, act, label = undefined) {
    const problem = make("p", { role: "alert" });
    const input = label && field(label, { name: "confirm", maxlength: "200" });
    const close = () => {
        dialog.close();
        dialog.remove();
    };
    const onsubmit = async (event) => {
        event.preventDefault();
        try {
            await act(input?.querySelector("input").value);
            close();
        } catch (error) {
            problem.textContent = error.message;
        }
    };
    const buttons = make("div", { class: "bar" },
        make("button", { type: "submit", class: "danger" }, action),
        make("button", { type: "button", onclick: close }, t("cancel")));
    const dialog = make("dialog", { "aria-labelledby": "question", onclose: close },
        make("form", { onsubmit }, make("h2", { id: "question" }, question), input, problem, buttons));
    document.body.append(dialog);
    dialog.showModal();
}

/** Adds pages to a list: `read(cursor)` gives `{ rows, next }`; without `next` it was the last one. */
export function paged(caption, heads, read, start) {
    const rows = [];
    const place = make("div");
    const more = async (cursor) => {
        const page = await read(cursor);
        rows.push(...page.rows);
        place.replaceChildren(table(caption, heads, rows));
        if (page.next) {
            const onclick = ({ target }) => {
                target.disabled = true;
                more(page.next).catch((error) => place.append(make("p", { role: "alert" }, error.message)));
            };
            place.append(make("button", { type: "button", onclick }, t("more")));
        }
    };
    return more(start).then(() => place);
}

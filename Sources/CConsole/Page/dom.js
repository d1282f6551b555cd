/** Makes elements. Texts become text nodes and nothing else: users have written many of them. */
import { may } from "./api.js";
import { t } from "./texts.js";

/** `make("p", { class: "note", onclick }, "text", child)`: what begins with `on` is a listener, `false` leaves out. */
export function make(tag, attributes = {}, ...children) {
    const isDrawing = ["svg", "path", "line"].includes(tag);
    const element = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
    return element;
}

/** Names with their values. */
export function facts(pairs) {
    const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== "");
    return make("dl", {}, shown.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

export const link = (hash, text = hash) => make("a", { href: `#/${hash}` }, text);

/** Links to the things that have pages of their own; ids are of users' making. */
export const userLink = (id) => link(`user/${encodeURIComponent(id)}`, id);
export const groupLink = (id, text = id) => link(`group/${encodeURIComponent(id)}`, text);
export const userLinks = (ids) => (ids.length ? make("span", {}, ids.flatMap((id) => [userLink(id), " "])) : undefined);
export const conversationLink = (id, user = "", text = id) => link(`conversation/${encodeURIComponent(id)}/${encodeURIComponent(user)}`, text);
export const channelLink = (id, text = id) => link(`channel/${encodeURIComponent(id)}`, text);
export const messageLink = (id) => make("span", { class: "word" }, may("admin.events.read") ? link(`message/${encodeURIComponent(id)}`, id) : id);
export const pushLink = (user, message, text) => link(`push/${encodeURIComponent(user)}/${encodeURIComponent(message)}`, text);

/** Ids as they were written into a field. Ids have neither spaces nor commas. */
export const ids = (text) => text.split(/[\s,，、]+/).filter(Boolean);

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

/**
 * A button for an operation that asks before it is done, and then hands `act` what was written into the field; nothing for a
 * key without the right. `label`: of the field, if there is one.
 */
export function acting(operation, action, question, act, { label, isRequired = false, isDangerous = false } = {}) {
    if (!may(operation)) return "";
    return make("button", { type: "button", class: isDangerous && "danger", onclick: () => confirm(question, action, act, label, isRequired) }, action);
}

/** Asks before something is done. */
export function confirm(question, action, act, label = undefined, isRequired = false) {
    const problem = make("p", { role: "alert" });
    const input = label && field(label, { name: "confirm", maxlength: "200", required: isRequired });
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

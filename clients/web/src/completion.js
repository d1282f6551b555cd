import { avatar } from "./avatars.js";
import { make } from "./html.js";
import { completed, everybody, matching, mentionAt } from "./mentions.js";
import { idOf, isGroup } from "./session.js";

const mostShown = 6;
/** The names of so many members are read. */
const mostLookedAt = 500;

/** Completes mentions of a group's members in a field. */
export class Completion {
    #shown = [];
    #chosen = 0;
    #mention;
    /**
     * Whom the user has picked, by conversation.
     * @type {Map<string, Map<string, import("./mentions.js").Candidate>>}
     */
    #picked = new Map();

    /** @param {any} element the composer @param {HTMLTextAreaElement} field */
    constructor(element, field) {
        this.element = element;
        this.field = field;
        this.list = make(
            "div",
            {
                id: "people", className: "people", role: "listbox", part: "mentions",
                "aria-label": element.say("members"), hidden: true,
            },
        );
        field.setAttribute("aria-autocomplete", "list");
        field.setAttribute("aria-controls", "people");
        // A click in the list leaves the focus in the field.
        this.list.onpointerdown = (event) => event.preventDefault();
    }

    get isOpen() {
        return !this.list.hidden;
    }

    /** Those who were picked in a conversation. @param {string} conversationID */
    picked(conversationID) {
        return [...(this.#picked.get(conversationID)?.values() ?? [])];
    }

    /** The text or the cursor has changed. */
    async look() {
        const { field, element } = this;
        const { conversation } = element;
        const mention = field.selectionStart === field.selectionEnd && conversation && isGroup(conversation)
            ? mentionAt(field.value, field.selectionStart)
            : undefined;
        if (!mention) return this.close();
        const isSame = this.#mention?.query === mention.query;
        this.#mention = mention;
        const candidates = await this.#read(conversation);
        if (this.#mention !== mention || element.conversation !== conversation) return;
        this.#shown = matching(candidates, mention.query, mostShown);
        this.#chosen = isSame ? Math.max(0, Math.min(this.#chosen, this.#shown.length - 1)) : 0;
        if (this.#shown.length === 0) return this.close();
        this.#draw();
    }

    close() {
        this.#mention = undefined;
        this.list.hidden = true;
        this.field.removeAttribute("aria-activedescendant");
    }

    /** Whether a key was meant for the list. @param {KeyboardEvent} event */
    key({ key }) {
        if (!this.isOpen) return false;
        const { length } = this.#shown;
        if (key === "ArrowDown") this.#chosen = (this.#chosen + 1) % length;
        else if (key === "ArrowUp") this.#chosen = (this.#chosen + length - 1) % length;
        else if (key === "Enter" || key === "Tab") {
            this.#pick(this.#shown[this.#chosen]);
            return true;
        } else if (key === "Escape") {
            this.close();
            return true;
        } else return false;
        this.#draw();
        return true;
    }

    /** Without the members there is nothing to complete; the next letter asks again. */
    async #read(conversation) {
        const { groups, people, user: self } = this.element.session;
        const groupID = idOf(conversation);
        const reading = groups.everyone(groupID).catch(() => []);
        const members = (groups.members(groupID) ?? (await reading)).filter(({ userID }) => userID !== self);
        people.look(members.slice(0, mostLookedAt).map(({ userID }) => userID));
        const named = members.map(
            ({ userID, nickname }) => ({ user: userID, name: nickname || people.name(userID, { groupID }) }),
        );
        return members.length > 0 ? [...named, { user: everybody, name: this.element.say("all") }] : [];
    }

    #pick(candidate) {
        const { field, element } = this;
        const { text, cursor } = completed(field.value, field.selectionStart, this.#mention, candidate.name);
        const picked = this.#picked.get(element.conversation) ?? new Map();
        this.#picked.set(element.conversation, picked.set(candidate.user, candidate));
        field.value = text;
        field.setSelectionRange(cursor, cursor);
        this.close();
        element.changed();
    }

    #draw() {
        const { people } = this.element.session;
        this.list.replaceChildren(...this.#shown.map((candidate, place) => {
            const { user, name } = candidate;
            const isChosen = place === this.#chosen;
            const option = make("div", {
                id: `person-${place}`, role: "option", "aria-selected": String(isChosen),
            }, avatar(user, name, people.avatar(user)),
                make(
                    "span", { className: "cut", dir: "auto" }, name,
                ), user !== everybody && name !== user && make("small", { className: "cut" }, user));
            option.onclick = () => this.#pick(candidate);
            return option;
        }));
        this.list.hidden = false;
        this.field.setAttribute("aria-activedescendant", `person-${this.#chosen}`);
    }
}

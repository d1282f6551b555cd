import { avatar } from "./avatars.js";
import { make, setText } from "./html.js";
import { icon } from "./icons.js";
import { gistOf } from "./gist.js";
import { markedParts } from "./marks.js";
import { idOf } from "./session.js";
import { shortTime } from "./times.js";

/** How long the typing must pause before a search begins: each search takes five requests from the user's stock. */
const pauseMilliseconds = 300;

/**
 * The field that searches all conversations, and what it finds.
 */
export class Search {
    #timer;
    #turn = 0;
    /** Whether what was found is shown. */
    isSearching = false;

    /**
     * @param {any} element
     * @param {{changed: () => void, open: (message: any) => void, down: () => void}} options `down`
     *     leads from the field to what was found
     */
    constructor(element, { changed, open, down }) {
        this.element = element;
        this.changed = changed;
        this.open = open;
        const label = element.say("search");
        this.input = make("input", { type: "search", maxLength: 64, placeholder: label, "aria-label": label });
        this.clear = make(
            "button",
            { type: "button", className: "round small", "aria-label": element.say("clearSearch"), hidden: true },
            icon("close"),
        );
        this.note = make("p", { className: "note", role: "status" });
        this.hits = make("div", { className: "hits", role: "listbox", "aria-label": label, hidden: true });
        this.form = make(
            "form", { className: "search", role: "search", part: "search" }, icon("search"), this.input, this.clear,
        );
        this.input.oninput = () => {
            this.clear.hidden = this.input.value === "";
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.#search(), pauseMilliseconds);
        };
        this.clear.onclick = () => (this.empty(), this.input.focus());
        this.form.onsubmit = (event) => {
            event.preventDefault();
            this.#search();
        };
        this.input.onkeydown = (event) => {
            if (event.isComposing) return;
            if (event.key === "ArrowDown") down();
            else if (event.key === "Escape" && this.input.value) this.empty();
            else return;
            event.preventDefault();
        };
    }

    empty() {
        this.input.value = "";
        this.clear.hidden = true;
        this.#search();
    }

    async #search() {
        clearTimeout(this.#timer);
        const query = this.input.value.trim();
        const own = ++this.#turn;
        this.isSearching = query !== "";
        this.hits.hidden = !this.isSearching;
        this.changed();
        if (query === "") return this.#show([], "");
        const [hits, note] = await this.#ask(query);
        // The query has changed since then, and is asked for by now.
        if (own === this.#turn) this.#show(hits, note);
    }

    /** The hits, and a sentence about them. */
    async #ask(query) {
        const { element } = this;
        try {
            const { hits, isFinished } = await element.client.request("message.search", { query, limit: 20 });
            element.session?.people.look(hits.map(({ message }) => message.from));
            const count = element.say("hits", { count: hits.length });
            const some = isFinished ? count : element.say("newestHits", { count });
            return [hits, hits.length === 0 ? element.say("nothingFound") : some];
        } catch (error) {
            return [[], element.say("notSearched", { reason: error.message })];
        }
    }

    #show(hits, note) {
        setText(this.note, note);
        this.hits.replaceChildren(...hits.map((hit, place) => this.#row(hit, place)));
    }

    #row({ message, matches }, place) {
        const { element } = this;
        const { conversationID, from, body, time } = message;
        const { session } = element;
        const name = session.nameOf(conversationID);
        const who = from === session.user ? element.say("you") : session.senderOf(message);
        const member = matches[0]?.member ?? "text";
        const found = matches.filter((match) => match.member === member);
        const parts = markedParts(body[member] ?? gistOf(element, message), found);
        const last = make("span", { className: "last cut under", dir: "auto" }, `${who}: `,
            parts.map(({ text, isMarked }) => (isMarked ? make("mark", {}, text) : text)));
        const row = make("div", {
            className: "row", role: "option", "aria-selected": "false", tabIndex: place === 0 ? 0 : -1, part: "row",
        },
            avatar(idOf(conversationID), name, session.avatarOf(conversationID)),
            make("span", { className: "name cut", dir: "auto" }, name),
            make("span", { className: "time" }, shortTime(time, element.client.serverTime, element.language)), last);
        row.onclick = () => this.open(message);
        return row;
    }
}

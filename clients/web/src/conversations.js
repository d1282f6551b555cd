import { watchConnection } from "./connection.js";
import { count, describeRow, drawRow, drawSkeleton, receives } from "./conversation-row.js";
import { conversationsStyles } from "./conversations-styles.js";
import { make, reconcile, setText } from "./html.js";
import { icon } from "./icons.js";
import { openMenu, onMenu } from "./menu.js";
import { Search } from "./search.js";
import { ChatElement, idOf, isGroup } from "./session.js";

/** A value of `recvOpt` that a menu sets: docs/operations.md. */
const receivesSilently = 2;

const skeletons = 7;

/**
 * The list of conversations, with a search in all of their messages. `conversation-selected` tells which one the user
 * has chosen, with the id of a message if it was found by the search.
 */
export class MartletConversations extends ChatElement {
    static observedAttributes = ["conversation", "lang"];
    static properties = [...ChatElement.properties, "conversation"];

    #list;
    #note;
    #total;
    #search;

    get css() {
        return conversationsStyles;
    }

    /** The conversation that is open. */
    get conversation() {
        return this.getAttribute("conversation") ?? undefined;
    }

    set conversation(conversationID) {
        if (conversationID) this.setAttribute("conversation", conversationID);
        else this.removeAttribute("conversation");
    }

    attributeChangedCallback(name) {
        if (name === "lang") this.refresh();
        else if (this.session) this.#draw();
    }

    begin() {
        const { session } = this;
        const label = this.say("conversations");
        this.#total = make("span", { className: "badge", role: "img", hidden: true, part: "badge" });
        this.#list = make("div", { className: "list", role: "listbox", "aria-label": label, part: "list" });
        this.#note = make("div", { className: "empty", part: "empty" });
        this.#search = new Search(this, {
            changed: () => this.#draw(),
            open: ({ conversationID, msgId }) => this.#select(conversationID, msgId),
            down: () => this.#focusFirst(),
        });
        const banner = make("div", { className: "banner", role: "status", hidden: true });
        this.shadowRoot.replaceChildren(
            make("header", { part: "header" }, make("h2", {}, label), this.#total, make("slot", { name: "actions" })),
            banner, this.#search.form, this.#search.note, this.#list, this.#search.hits, this.#note,
        );
        for (const list of [this.#list, this.#search.hits]) list.onkeydown = (event) => this.#key(event);
        onMenu(this.#list, (target, at) => this.#menu(target.closest("[role=option]"), at));
        this.until(
            session.store.on("change", () => this.#draw()),
            session.people.on("change", () => this.#draw()),
        );
        if (!this.chat) this.until(watchConnection(this, banner));
        // Times become other ones at midnight.
        const timer = setInterval(() => this.#draw(), 60_000);
        this.until(() => clearInterval(timer));
        this.#draw();
    }

    #draw() {
        const { store, people } = this.session;
        const { conversations } = store;
        const users = conversations.map(({ conversationID }) => conversationID).filter((id) => !isGroup(id)).map(idOf);
        people.look([...users, ...conversations.map(({ lastMessage }) => lastMessage?.from).filter(Boolean)]);
        const isLoading = !store.isListed;
        const rows = isLoading && conversations.length === 0
            ? Array.from({ length: skeletons }, (_, place) => ({ skeleton: place }))
            : conversations;
        this.#list.setAttribute("aria-busy", String(isLoading));
        const unsent = new Map(this.client.outbox.entries().map((entry) => [entry.conversationID, entry]));
        const describe = (row) => (row.skeleton === undefined ? describeRow(this, row, unsent) : row);
        reconcile(this.#list, rows.map(describe), keyOf, JSON.stringify, (row) => this.#row(row));
        this.#moveTab();
        const { isSearching } = this.#search;
        const isEmpty = !isLoading && conversations.length === 0 && !isSearching;
        this.#list.hidden = isSearching || isEmpty;
        this.#note.hidden = !isEmpty;
        if (isEmpty)
            this.#note.replaceChildren(
                icon("chat"), make("strong", {}, this.say("noConversations")), this.say("noConversationsHint"),
            );
        this.#total.hidden = store.totalUnread === 0;
        setText(this.#total, count(store.totalUnread));
        this.#total.setAttribute("aria-label", this.say("totalUnread", { count: store.totalUnread }));
    }

    #row(row) {
        if (row.skeleton !== undefined) return drawSkeleton();
        const item = drawRow(this, row);
        item.onclick = () => this.#select(row.id);
        return item;
    }

    #select(conversationID, msgId) {
        this.conversation = conversationID;
        this.tell("conversation-selected", { conversationID, ...(msgId && { msgId }) });
    }

    #options() {
        const list = this.#search.hits.hidden ? this.#list : this.#search.hits;
        return [...list.querySelectorAll("[role=option]")];
    }

    #focusFirst() {
        this.#focus(this.#options()[0]);
    }

    /** Tab leads to one row, from which the arrow keys go on: the one that had the focus, or the one that is open. */
    #moveTab() {
        const rows = [...this.#list.querySelectorAll("[role=option]")];
        const focused = rows.find((row) => row === this.shadowRoot.activeElement);
        const own = focused ?? rows.find((row) => row.ariaSelected === "true") ?? rows[0];
        for (const row of rows) row.tabIndex = row === own ? 0 : -1;
    }

    #focus(row) {
        if (!row) return;
        for (const other of this.#options()) other.tabIndex = other === row ? 0 : -1;
        row.focus();
    }

    #key(event) {
        const rows = this.#options();
        const here = rows.indexOf(this.shadowRoot.activeElement);
        if (here < 0) return;
        const goals = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 };
        if (event.key in goals) {
            if (goals[event.key] < 0) this.#search.input.focus();
            else this.#focus(rows[Math.min(goals[event.key], rows.length - 1)]);
        } else if (event.key === "Enter" || event.key === " ") rows[here].click();
        else if (event.key === "Escape" && this.#search.input.value) {
            this.#search.empty();
            this.#search.input.focus();
        } else return;
        event.preventDefault();
    }

    #menu(row, at) {
        const conversation = row && this.session.store.conversation(row.key);
        if (!conversation) return;
        const { conversationID, isPinned, recvOpt, unreadCount, isMarkedUnread } = conversation;
        const isMuted = recvOpt !== receives;
        const choice = (symbol, text, op, data, isGrave = false) =>
            ({ icon: symbol, text: this.say(text), act: () => this.#attempt(op, data), isGrave });
        const pinning = { conversationID, pinned: !isPinned };
        const isUnread = unreadCount > 0 || isMarkedUnread;
        const unread = choice("unread", "markUnread", "conversation.markUnread", { conversationID, marked: true });
        this.#focus(row);
        openMenu(this.shadowRoot, { label: this.session.nameOf(conversationID), at, choices: [
            choice("pin", isPinned ? "unpin" : "pin", "conversation.pin", pinning),
            choice("mute", isMuted ? "unmute" : "mute", ...muting(conversationID, !isMuted)),
            ...(isUnread ? [] : [unread]),
            choice("trash", "deleteChat", "conversation.delete", { conversationID }, true),
        ] });
    }

    async #attempt(op, data) {
        try {
            await this.client.request(op, data);
        } catch (error) {
            setText(this.#search.note, this.say("notDone", { reason: error.message }));
        }
    }
}

/** @returns {[string, object]} */
function muting(conversationID, isMuted) {
    const opt = isMuted ? receivesSilently : receives;
    if (isGroup(conversationID)) return ["conversation.setGroupReceiveOpt", { groupID: idOf(conversationID), opt }];
    return ["conversation.setC2CReceiveOpt", { userIDs: [idOf(conversationID)], opt }];
}

const keyOf = ({ id, skeleton }) => id ?? `skeleton ${skeleton}`;

import { avatar } from "./avatars.js";
import { watchConnection } from "./connection.js";
import { conversationsStyles } from "./conversations-styles.js";
import { lastOf } from "./gist.js";
import { make, reconcile, setText } from "./html.js";
import { icon } from "./icons.js";
import { openMenu, onMenu } from "./menu.js";
import { MartletElement } from "./element.js";
import { Search } from "./search.js";
import { idOf, isGroup } from "./session.js";
import { shortTime } from "./times.js";

/** The values of `recvOpt` that a menu sets: docs/operations.md. */
const receives = 0;
const receivesSilently = 2;

const skeletons = 7;

/**
 * The list of conversations, with a search in all of their messages. `conversation-selected` tells which one the user has
 * chosen, with the id of a message if it was found by the search.
 */
export class MartletConversations extends MartletElement {
    static observedAttributes = ["conversation", "lang"];
    static properties = [...MartletElement.properties, "conversation"];

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
            changed: (isSearching) => {
                this.#list.hidden = isSearching;
                this.#draw();
            },
            open: ({ conversationID, msgId }) => this.#select(conversationID, msgId),
            down: () => this.#focusFirst(),
        });
        const banner = make("div", { className: "banner", role: "status", hidden: true });
        this.shadowRoot.replaceChildren(
            make("header", { part: "header" }, make("h2", {}, label), this.#total, make("slot", { name: "actions" })),
            banner, this.#search.form, this.#search.note, this.#list, this.#search.hits, this.#note,
        );
        for (const list of [this.#list, this.#search.hits]) list.onkeydown = (event) => this.#key(event);
        onMenu(this.#list, (event, at) => this.#menu(event.target.closest("[role=option]"), at));
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
        const users = conversations.filter(({ conversationID }) => !isGroup(conversationID)).map(({ conversationID }) => idOf(conversationID));
        people.look([...users, ...conversations.map(({ lastMessage }) => lastMessage?.from).filter(Boolean)]);
        const isLoading = !store.isListed;
        const rows = isLoading && conversations.length === 0 ? Array.from({ length: skeletons }, (_, place) => ({ skeleton: place })) : conversations;
        this.#list.setAttribute("aria-busy", String(isLoading));
        const describe = (row) => (row.skeleton === undefined ? this.#describe(row) : row);
        reconcile(this.#list, rows.map(describe), (row) => row.id ?? `skeleton ${row.skeleton}`, JSON.stringify, (row) => this.#row(row));
        this.#moveTab();
        const isEmpty = !isLoading && conversations.length === 0 && !this.#list.hidden;
        this.#list.hidden ||= isEmpty;
        if (!isEmpty && !this.#search.input.value) this.#list.hidden = false;
        this.#note.hidden = !isEmpty;
        if (isEmpty) this.#note.replaceChildren(icon("chat"), make("strong", {}, this.say("noConversations")), this.say("noConversationsHint"));
        this.#total.hidden = store.totalUnread === 0;
        setText(this.#total, count(store.totalUnread));
        this.#total.setAttribute("aria-label", this.say("totalUnread", { count: store.totalUnread }));
    }

    /** All that is seen of a conversation. */
    #describe(conversation) {
        const { conversationID, unreadCount, lastMessage, isPinned, isMarkedUnread, recvOpt, groupAtInfolist } = conversation;
        const { session } = this;
        const draft = conversationID === this.conversation ? undefined : session.store.draft(conversationID)?.text;
        return {
            id: conversationID,
            name: session.nameOf(conversationID),
            picture: session.avatarOf(conversationID),
            draft,
            last: draft || lastOf(this, conversation),
            time: lastMessage ? shortTime(lastMessage.time, this.client.serverTime, this.language) : "",
            unread: unreadCount,
            isMarked: isMarkedUnread,
            isMentioned: groupAtInfolist.length > 0 && unreadCount > 0,
            isPinned,
            isMuted: recvOpt !== receives,
            isCurrent: conversationID === this.conversation,
            lang: this.language,
        };
    }

    #row({ skeleton, id, name, picture, draft, last, time, unread, isMarked, isMentioned, isPinned, isMuted, isCurrent }) {
        if (skeleton !== undefined) {
            return make("div", { className: "row", "aria-hidden": "true" }, make("span", { className: "avatar bones" }),
                make("span", { className: "bones line" }), make("span", { className: "bones line last" }));
        }
        const sign = (shown, symbol) => shown && make("span", { className: "sign", role: "img", "aria-label": this.say(symbol === "pin" ? "pinned" : symbol === "mute" ? "muted" : "mentioned") }, icon(symbol));
        const badge = unread > 0 || isMarked
            ? make("span", { className: isMuted ? "badge quiet" : "badge", part: "badge", role: "img", "aria-label": this.say("unread", { count: unread || "" }).trim() }, unread > 0 ? count(unread) : "")
            : undefined;
        const row = make("div", { className: unread > 0 ? "row unread" : "row", role: "option", part: "row", "aria-selected": String(isCurrent), tabIndex: -1 },
            avatar(idOf(id), name, picture),
            make("span", { className: "name cut", dir: "auto" }, name),
            make("span", { className: "time" }, time),
            make("span", { className: "under" }, make("span", { className: "last cut", dir: "auto" }, draft && make("b", {}, `${this.say("draft")}: `), last),
                make("span", { className: "signs" }, sign(isMentioned, "mention"), sign(isMuted, "mute"), sign(isPinned, "pin"), badge)));
        row.onclick = () => this.#select(id);
        return row;
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
        const ask = (op, data) => () => this.#attempt(op, data);
        this.#focus(row);
        openMenu(this.shadowRoot, { label: this.session.nameOf(conversationID), at, choices: [
            { icon: "pin", text: this.say(isPinned ? "unpin" : "pin"), act: ask("conversation.pin", { conversationID, pinned: !isPinned }) },
            { icon: "mute", text: this.say(isMuted ? "unmute" : "mute"), act: ask(...muting(conversationID, isMuted ? receives : receivesSilently)) },
            ...(unreadCount || isMarkedUnread ? [] : [{ icon: "unread", text: this.say("markUnread"), act: ask("conversation.markUnread", { conversationID, marked: true }) }]),
            { icon: "trash", text: this.say("deleteChat"), isGrave: true, act: ask("conversation.delete", { conversationID }) },
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
function muting(conversationID, opt) {
    if (isGroup(conversationID)) return ["conversation.setGroupReceiveOpt", { groupID: idOf(conversationID), opt }];
    return ["conversation.setC2CReceiveOpt", { userIDs: [idOf(conversationID)], opt }];
}

const count = (number) => (number > 99 ? "99+" : String(number));

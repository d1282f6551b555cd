import { avatar } from "./avatars.js";
import { Bubbles } from "./bubbles.js";
import { watchConnection } from "./connection.js";
import { gistOf, types, usersOf } from "./gist.js";
import { History } from "./history.js";
import { make, setText } from "./html.js";
import { icon } from "./icons.js";
import { showMembers } from "./members.js";
import { onMenu } from "./menu.js";
import { openMessageMenu } from "./message-menu.js";
import { Quotes } from "./quotes.js";
import { rowsOf } from "./rows.js";
import { Scroller } from "./scroller.js";
import { ChatElement, idOf, isGroup, placeOf } from "./session.js";
import { listed } from "./texts.js";
import { threadStyles } from "./thread-styles.js";

/** So many of the newest messages are looked at: whose names are read, and who has read them. */
const shownMessages = 300;

/**
 * One conversation: its messages and those on their way, with what can be done with them. `thread-back` tells that the
 * user wants to go back to the list, `group-left` that the user has left the group.
 */
export class MartletThread extends ChatElement {
    static observedAttributes = ["conversation", "lang"];
    static properties = [...ChatElement.properties, "conversation", "reactions", "recallSeconds", "editSeconds"];

    /** The reactions that the menu offers; others may give any. */
    reactions = ["👍", "❤️", "😂", "😮", "😢", "🙏"];
    /** For so long a sender can take a message back: `messages.recallSeconds` of the gateway. */
    recallSeconds = 120;
    /** For so long a sender can edit a message: `messages.editSeconds` of the gateway. */
    editSeconds = 86_400;

    /** @type {History | undefined} */
    #history;
    /** @type {Scroller} */
    #scroller;
    #quotes;
    #bubbles;
    #parts;
    /** The row that Tab leads to. @type {string | undefined} */
    #active;
    #isDrawing = false;

    get css() {
        return threadStyles;
    }

    get conversation() {
        return this.getAttribute("conversation") ?? undefined;
    }

    set conversation(conversationID) {
        if (conversationID === this.conversation) return;
        if (conversationID) this.setAttribute("conversation", conversationID);
        else this.removeAttribute("conversation");
    }

    attributeChangedCallback(name, before, now) {
        if (before !== now && this.session) this.refresh();
    }

    begin() {
        const { session, conversation } = this;
        if (!conversation) return this.#drawNone();
        this.#active = undefined;
        session.reads.open(conversation).catch((error) => this.#report(error));
        this.#history = new History(session.store, conversation, () => this.#draw());
        this.#quotes = new Quotes(session.client, () => this.#draw());
        this.#bubbles = new Bubbles(this, {
            quotes: this.#quotes,
            jump: (msgId) => this.jump(msgId),
            react: (message, reaction, remove) => this.attempt(
                () => session.client.react(conversation, message.msgId, reaction, { remove }),
            ),
            menu: (item, at) => this.#menu(item, at),
        });
        this.#scroller = new Scroller({
            gist: (row) => this.#bubbles.gist(row),
            draw: (row) => this.#bubbles.draw(row),
            isActive: (item) => item.key === this.#tabKey(),
            moved: () => this.#moved(),
            near: (edge) => this.#history.more(edge).catch((error) => this.#report(error)),
        });
        this.#build();
        this.#listen();
        this.#draw();
        this.#history.open();
    }

    /** Leads to a message, wherever it is in the history. @param {string} msgId */
    async jump(msgId) {
        const history = this.#history;
        await this.attempt(async () => {
            if (!(await history.around(msgId)) || history !== this.#history) return;
            this.#drawNow();
            const row = this.#scroller.rows.find(({ message }) => message?.msgId === msgId);
            const item = row && this.#scroller.lead(row.key);
            if (!item) return;
            this.#setActive(row.key);
            item.focus({ preventScroll: true });
            item.classList.add("flash");
        });
    }

    /** Leads to the newest message. */
    toNewest() {
        this.#history.toNewest();
        this.#drawNow();
        this.#scroller.toEnd();
        this.#moved();
    }

    /** The focus comes to the messages. */
    focus() {
        this.#scroller?.item(this.#tabKey())?.focus();
    }

    /** What fails is told in the conversation it was meant for. @param {() => Promise<any> | any} act */
    async attempt(act) {
        const { session, conversation } = this;
        session.report(conversation);
        try {
            await act();
        } catch (error) {
            session.report(conversation, this.say("notDone", { reason: error.message }));
        }
    }

    #report(error) {
        this.session?.report(this.conversation, this.say("notDone", { reason: error.message }));
    }

    #drawNone() {
        this.shadowRoot.replaceChildren(make("slot", { name: "empty" },
            make(
                "div", { className: "empty", part: "empty" }, icon("chat"), make("strong", {}, this.say("pick")),
                this.say("pickHint"),
            )));
    }

    #build() {
        const { conversation } = this;
        const back = make(
            "button", { type: "button", className: "round back", part: "back", "aria-label": this.say("back") },
            icon("back"),
        );
        back.onclick = () => this.tell("thread-back", { conversationID: conversation });
        const members = make(
            "button",
            {
                type: "button", className: "round members", "aria-label": this.say("members"),
                hidden: !isGroup(conversation),
            },
            icon("people"),
        );
        members.onclick = () => showMembers(this, idOf(conversation));
        const newest = make(
            "button",
            { type: "button", className: "newest", part: "newest", hidden: true, "aria-label": this.say("newest") },
            icon("down"), make("span", { className: "badge" }),
        );
        newest.onclick = () => this.toNewest();
        const parts = (this.#parts = {
            head: make("span", { className: "face" }),
            title: make("h2", { className: "title cut", dir: "auto" }),
            about: make("span", { className: "about cut", dir: "auto" }),
            banner: make("div", { className: "banner", role: "status", hidden: true }),
            bones: make(
                "div", { className: "bones-list", "aria-hidden": "true" },
                ["", "own", "", "", "own"].map((name) => make("div", { className: `bones ${name}` })),
            ),
            none: make(
                "div", { className: "empty", part: "empty", hidden: true }, icon("chat"),
                make("strong", {}, this.say("noMessages")), this.say("noMessagesHint"),
            ),
            newest,
            typing: make("p", { className: "typing", role: "status", part: "typing" }),
            problem: make("p", { className: "problem", role: "alert", part: "problem" }),
            live: make("div", { className: "unseen", role: "status", "aria-live": "polite" }),
        });
        const log = make(
            "div", { className: "log", role: "log", "aria-live": "off", "aria-label": this.say("messages") },
            this.#scroller.element,
        );
        const header = make(
            "header", { part: "header" }, back, parts.head,
            make("div", { className: "titles" }, parts.title, parts.about), make("slot", { name: "actions" }), members,
        );
        this.shadowRoot.replaceChildren(header, parts.banner,
            make(
                "div", { className: "middle" }, log, parts.bones, parts.none, newest,
            ), parts.problem, parts.typing, parts.live);
        this.#scroller.list.onkeydown = (event) => this.#key(event);
        this.#scroller.element.onkeydown = (event) => {
            if (event.target === this.#scroller.element) this.#key(event);
        };
        this.#scroller.list.addEventListener("focusin", () => this.#focused());
        onMenu(this.#scroller.list, (target, at) => this.#menu(target.closest("li"), at));
    }

    #listen() {
        const { session, conversation } = this;
        const { store, people, groups, typing, presence, client } = session;
        const ifOwn = (draw) => ({ conversationID }) => conversationID === conversation && draw();
        const onVisible = () => this.#markRead();
        document.addEventListener("visibilitychange", onVisible);
        this.until(
            () => document.removeEventListener("visibilitychange", onVisible),
            () => session.reads.leave(conversation),
            () => this.#history.close(),
            () => this.#quotes.close(),
            () => this.#scroller.close(),
            store.on("change", ({ list, conversations }) => (list || conversations.has(conversation)) && this.#draw()),
            people.on("change", () => this.#draw()),
            session.reads.on("change", () => this.#draw()),
            typing.on("change", ifOwn(() => this.#drawTyping())),
            presence.on("change", () => this.#drawHead()),
            groups.on("change", () => this.#drawHead()),
            session.on("media", () => this.#draw()),
            session.on("problem", ifOwn(() => this.#drawProblem())),
            session.on("written", ifOwn(() => this.toNewest())),
            client.on("message.new", (message) => this.#announce(message)),
        );
        if (!isGroup(conversation)) this.until(presence.watch([idOf(conversation)]));
        if (!this.chat) this.until(watchConnection(this, this.#parts.banner));
    }

    /** Once for all changes of a moment. */
    #draw() {
        if (this.#isDrawing) return;
        this.#isDrawing = true;
        queueMicrotask(() => {
            this.#isDrawing = false;
            if (this.session && this.conversation) this.#drawNow();
        });
    }

    #drawNow() {
        const { session, conversation } = this;
        const { messages, unsent } = this.#history.view;
        session.people.look(messages.slice(-shownMessages).flatMap(usersOf), placeOf(conversation));
        if (isGroup(conversation)) session.groups.look([idOf(conversation)]);
        const rows = rowsOf({ messages, unsent }, { user: session.user, divider: session.reads.divider(conversation) });
        const { isLoaded } = this.#history;
        this.#parts.bones.hidden = isLoaded || rows.length > 0;
        this.#parts.none.hidden = !isLoaded || rows.length > 0;
        session.reads.look(messages.slice(-shownMessages));
        this.#scroller.set(rows);
        this.#drawHead();
        this.#drawTyping();
        this.#drawProblem();
        this.#moved();
        if (this.#scroller.element.scrollTop < 300 && rows.length > 0)
            this.#history.more("older").catch((error) => this.#report(error));
    }

    #drawHead() {
        const { session, conversation } = this;
        const name = session.nameOf(conversation);
        const picture = session.avatarOf(conversation);
        if (this.#parts.head.drawn !== `${name} ${picture}`) {
            this.#parts.head.replaceChildren(avatar(idOf(conversation), name, picture));
            this.#parts.head.drawn = `${name} ${picture}`;
        }
        setText(this.#parts.title, name);
        const id = idOf(conversation);
        const isOnline = isGroup(conversation) ? undefined : session.presence.isOnline(id);
        const { memberCount: count } = (isGroup(conversation) && session.groups.group(id)) || {};
        const members = count === undefined ? "" : this.say("memberCount", { count });
        setText(this.#parts.about, isOnline === undefined ? members : this.say(isOnline ? "online" : "away"));
        this.#parts.about.classList.toggle("online", Boolean(isOnline));
    }

    #drawTyping() {
        const { people, typing } = this.session;
        const users = typing.of(this.conversation);
        const names = users.map((user) => people.name(user, placeOf(this.conversation)));
        setText(
            this.#parts.typing,
            names.length === 0 ? "" : this.say("typing", { who: listed(names, this.language), count: names.length }),
        );
    }

    #drawProblem() {
        setText(this.#parts.problem, this.session.problem(this.conversation));
    }

    /** The user sees another part of the thread than before. */
    #moved() {
        const { unreadCount = 0 } = this.session.store.conversation(this.conversation) ?? {};
        const { newest } = this.#parts;
        const isAtEnd = this.#scroller.isAtEnd && !this.#history.view.hasNewer;
        newest.hidden = isAtEnd || this.#scroller.rows.length === 0;
        const label = this.say("newest") + (unreadCount > 0 ? `, ${this.say("unread", { count: unreadCount })}` : "");
        newest.setAttribute("aria-label", label);
        newest.lastChild.hidden = unreadCount === 0;
        setText(newest.lastChild, unreadCount > 99 ? "99+" : String(unreadCount));
        this.#markRead();
    }

    /** What is seen is read. */
    #markRead() {
        const { client, store } = this.session;
        const conversation = store.conversation(this.conversation);
        const isShown = document.visibilityState === "visible" && this.offsetParent !== null;
        const isSeen = isShown && this.#scroller.isAtEnd && !this.#history.view.hasNewer;
        if (!conversation?.unreadCount || !isSeen) return;
        // It is tried again with the next message.
        client.markRead(this.conversation, conversation.seq).catch((error) => this.#report(error));
    }

    #announce(message) {
        if (message.conversationID !== this.conversation) return;
        if (message.from === this.session.user) return;
        const gist = gistOf(this, message);
        const isNote = message.type === types.notification;
        setText(this.#parts.live, isNote ? gist : `${this.session.senderOf(message)}: ${gist}`);
    }

    #isFocusable(row) {
        return row.kind !== "day" && row.kind !== "unread";
    }

    /** The row that Tab leads to: the one where the user was, or else the last one that is in the page. */
    #tabKey() {
        if (this.#active && this.#scroller.item(this.#active)) return this.#active;
        return [...this.#scroller.list.children].reverse().find(({ dataset }) => dataset.focusable !== undefined)?.key;
    }

    #setActive(key) {
        this.#active = key;
        for (const item of this.#scroller.list.children) item.tabIndex = item.key === key ? 0 : -1;
    }

    #focused() {
        const item = /** @type {any} */ (this.shadowRoot.activeElement?.closest("li"));
        if (item?.key !== undefined && item.key !== this.#active) this.#setActive(item.key);
    }

    #key(event) {
        if (event.target.localName === "button" || event.target.localName === "a") return;
        const rows = this.#scroller.rows.filter((row) => this.#isFocusable(row));
        const here = rows.findIndex(({ key }) => key === this.#active);
        const goals = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: rows.length - 1 };
        if (event.key in goals) this.#focusRow(rows[Math.max(0, Math.min(goals[event.key], rows.length - 1))]);
        else if (event.key === "Enter" || event.key === " " || (event.key === "F10" && event.shiftKey))
            this.#menuByKey();
        else if (event.key === "Escape") this.session.emit("focus", { conversationID: this.conversation });
        else return;
        event.preventDefault();
    }

    #focusRow(row) {
        if (!row) return;
        const item = this.#scroller.lead(row.key, "nearest");
        this.#setActive(row.key);
        item?.focus({ preventScroll: true });
    }

    #menuByKey() {
        const item = this.shadowRoot.activeElement;
        if (!item) return;
        const { left, right, bottom, top } = (item.querySelector(".bubble") ?? item).getBoundingClientRect();
        this.#menu(item, { x: item.matches(":dir(rtl)") ? right : left, y: Math.min(bottom, top + 60) + 4 });
    }

    #menu(item, at) {
        const row = item && this.#scroller.rows.find(({ key }) => key === item.key);
        if (!row || !this.#isFocusable(row)) return;
        this.#setActive(row.key);
        item.focus({ preventScroll: true });
        openMessageMenu(this, row, at);
    }
}

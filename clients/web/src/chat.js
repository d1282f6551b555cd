import { watchConnection } from "./connection.js";
import { make } from "./html.js";
import { ChatElement } from "./session.js";

const threadParts = "back, messages, bubble, bubble-own, bubble-other, quote, reactions, note, day, unread-divider, " +
    "newest, typing, problem, failed, panel";

/**
 * A whole chat: the list, and beside it a thread with its composer; in a narrow place one of the two. With children of
 * its own it gives them a client, a store and texts, and leaves to them how they stand.
 *
 * `conversation-selected` tells which conversation was opened, `conversation-closed` that the user has gone back to the
 * list.
 */
export class MartletChat extends ChatElement {
    static observedAttributes = ["conversation", "lang"];
    static properties = [...ChatElement.properties, "conversation"];

    #view;
    /** @type {import("./conversations.js").MartletConversations} */
    #list;
    /** @type {import("./thread.js").MartletThread} */
    #thread;
    /** @type {import("./composer.js").MartletComposer} */
    #composer;

    get css() {
        return styles;
    }

    get conversation() {
        return this.getAttribute("conversation") ?? undefined;
    }

    set conversation(conversationID) {
        if (conversationID === this.conversation) return;
        if (conversationID) this.setAttribute("conversation", conversationID);
        else this.removeAttribute("conversation");
    }

    /** The thread of the chat. */
    get thread() {
        return this.#thread;
    }

    /** The composer of the chat. */
    get composer() {
        return this.#composer;
    }

    attributeChangedCallback(name, before, now) {
        if (before === now || !this.session) return;
        if (name === "lang") this.refresh();
        else this.#show();
    }

    connectedCallback() {
        if (!this.shadowRoot.firstChild) this.#build();
        super.connectedCallback();
    }

    begin() {
        this.until(watchConnection(this, this.shadowRoot.querySelector(".banner")));
        this.#show();
    }

    /**
     * Opens a conversation, or leads to a message of it.
     * @param {string} conversationID
     * @param {string} [msgId]
     */
    async open(conversationID, msgId) {
        this.conversation = conversationID;
        const { thread, composer } = this.#parts;
        if (msgId) await thread?.jump(msgId);
        // On a phone the keyboard would hide what was opened.
        else if (!matchMedia("(pointer: coarse)").matches) composer?.focus();
    }

    /** With elements of the application's own, the usual form is left out. @param {ChatElement} element */
    adopt(element) {
        super.adopt(element);
        if (element.getRootNode() !== this.shadowRoot && this.#view.isConnected) this.#view.replaceWith(make("slot"));
    }

    /** Goes back to the list. */
    close() {
        const { conversation } = this;
        this.conversation = undefined;
        if (conversation) this.tell("conversation-closed", { conversationID: conversation });
    }

    /** Those of the usual form, or the application's. */
    get #parts() {
        const find = (name) => this.querySelector(name);
        return {
            list: find("martlet-conversations") ?? this.#list,
            thread: find("martlet-thread") ?? this.#thread,
            composer: find("martlet-composer") ?? this.#composer,
        };
    }

    #build() {
        const shared = "header, empty, badge, avatar, menu";
        const forward = { slot: "actions", name: "list-actions" };
        this.#list = make(
            "martlet-conversations", { part: "conversations", exportparts: `${shared}, list, row, search` },
            make("slot", forward),
        );
        this.#thread = make("martlet-thread", {
            part: "thread",
            exportparts: `${shared}, ${threadParts}`,
        }, make("slot", { slot: "actions", name: "thread-actions" }));
        // A slot that is passed on would hide what the thread shows by itself.
        if (this.querySelector(":scope > [slot=empty]"))
            this.#thread.append(make("slot", { slot: "empty", name: "empty" }));
        this.#composer = make(
            "martlet-composer", { part: "composer", exportparts: "field, bar, attach, send, box, mentions" },
        );
        this.#view = make(
            "div", { className: "view" }, make("nav", { "aria-label": "Chats" }, this.#list),
            make("main", {}, this.#thread, this.#composer),
        );
        this.shadowRoot.append(make("div", { className: "banner", role: "status", hidden: true }), this.#view);
        this.addEventListener("conversation-selected", (event) => {
            const { conversationID, msgId } = /** @type {CustomEvent} */ (event).detail;
            this.open(conversationID, msgId);
        });
        for (const name of ["thread-back", "group-left"]) this.addEventListener(name, () => this.close());
    }

    #show() {
        const { conversation } = this;
        const { list, thread, composer } = this.#parts;
        this.#view.dataset.view = conversation ? "thread" : "list";
        this.shadowRoot.querySelector("nav").setAttribute("aria-label", this.say("conversations"));
        for (const element of [list, thread, composer]) if (element) element.conversation = conversation;
        if (this.#composer) this.#composer.hidden = !conversation;
    }
}

const styles = `
:host { display: flex; flex-direction: column; height: 100%; container-type: inline-size; overflow: hidden; }
.banner { flex: none; }
::slotted(martlet-thread), ::slotted(martlet-conversations) { flex: 1; height: auto; }
.view { flex: 1; min-height: 0; display: grid; grid-template: minmax(0, 1fr) / minmax(260px, 340px) minmax(0, 1fr); }
nav, main { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
nav { border-inline-end: 1px solid var(--line); background: var(--side); }
main { background: var(--back); }
martlet-conversations, martlet-thread { flex: 1; }
martlet-composer { flex: none; }
@container (max-width: 700px) {
    .view { grid-template-columns: minmax(0, 1fr); }
    nav { border: 0; }
    .view[data-view="thread"] nav, .view[data-view="list"] main { display: none; }
    martlet-thread { --back-shown: grid; }
}
`;

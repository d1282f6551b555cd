import { Completion } from "./completion.js";
import { composerStyles } from "./composer-styles.js";
import { gistOf } from "./gist.js";
import { make, setText } from "./html.js";
import { icon } from "./icons.js";
import { mentionedIn } from "./mentions.js";
import { Quotes } from "./quotes.js";
import { ChatElement } from "./session.js";

/** From how many characters before the limit on they are counted. */
const countedBefore = 200;

/**
 * The field to write in: for new messages, for replies, and for an own message that is edited. What the user leaves
 * unsent in a conversation is there when the user comes back. `message-written` tells of each message before it is
 * sent; the application can prevent that.
 */
export class MartletComposer extends ChatElement {
    static observedAttributes = ["conversation", "lang"];
    static properties = [...ChatElement.properties, "conversation", "maxLength", "takesFiles"];

    /** The longest text: `messages.textCharacters` of the gateway. */
    maxLength = 5000;
    /** Whether pictures and files can be attached. */
    takesFiles = true;

    /**
     * What is edited in each conversation, and its text in the field.
     * @type {Map<string, {message: any, text: string}>}
     */
    #edits = new Map();
    /** The message that is replied to. @type {{msgId: string} | undefined} */
    #replyTo;
    #quotes;
    #field;
    #bar;
    #count;
    #send;
    /** @type {Completion} */
    #completion;

    get css() {
        return composerStyles;
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
        if (before === now || !this.session) return;
        if (name === "lang") return this.refresh();
        this.#completion.close();
        this.#open();
    }

    begin() {
        const { session } = this;
        const label = this.say("write");
        this.#field = make(
            "textarea",
            { rows: 1, placeholder: label, "aria-label": label, part: "field", dir: "auto", enterKeyHint: "send" },
        );
        this.#bar = make("div", { className: "bar", part: "bar", hidden: true });
        this.#count = make("span", { className: "count", role: "status" });
        this.#send = make("button", { className: "send", part: "send", "aria-label": this.say("send") }, icon("send"));
        this.#completion = new Completion(this, this.#field);
        const form = make(
            "form", {}, this.#completion.list, this.#bar,
            make(
                "div", { className: "box", part: "box" }, this.takesFiles && this.#attachButton(),
                make("slot", { name: "before" }), this.#field, this.#count, this.#send,
            ),
        );
        form.onsubmit = (event) => {
            event.preventDefault();
            this.#submit();
        };
        this.#field.onkeydown = (event) => this.#key(event);
        this.#field.oninput = () => this.#input();
        this.#field.onclick = () => this.#completion.look();
        this.#field.onblur = () => this.#completion.close();
        this.shadowRoot.replaceChildren(form);
        const ifOwn = (act) => (message) => message.conversationID === this.conversation && act(message);
        this.#quotes = new Quotes(session.client, () => this.#drawBar());
        this.until(
            () => this.#quotes.close(),
            session.store.on(
                "change", ({ conversations }) => conversations.has(this.conversation) && this.#takeDraft(),
            ),
            session.people.on("change", () => this.#completion.isOpen && this.#completion.look()),
            session.on("edit", ifOwn((message) => this.#edit(message))),
            session.on("reply", ifOwn((message) => this.#reply(message))),
            session.on("focus", ifOwn(() => this.focus())),
        );
        if (this.takesFiles) this.#takeFiles();
        this.#open();
    }

    focus() {
        this.#field?.focus();
    }

    /** The text has changed: it is kept, and the field is as high as it needs. */
    changed() {
        const { conversation } = this;
        if (!conversation) return;
        const text = this.#field.value;
        const edit = this.#edits.get(conversation);
        if (edit) edit.text = text;
        else this.session.store.keepDraft(conversation, { text, replyTo: this.#replyTo });
        this.#grow();
        const left = this.maxLength - [...text].length;
        setText(this.#count, left < countedBefore ? String(left) : "");
        this.#count.classList.toggle("over", left < 0);
        this.#send.disabled = !(text.trim() || this.#attached) || left < 0;
    }

    #attachButton() {
        const pick = make("input", { type: "file", multiple: true, hidden: true });
        pick.onchange = () => this.#attach([...pick.files]);
        const button = make(
            "button", { type: "button", className: "round", part: "attach", "aria-label": this.say("attach") },
            icon("attach"),
        );
        button.onclick = () => {
            pick.value = "";
            pick.click();
        };
        return button;
    }

    /** What is pasted or dropped anywhere in the chat. While it is dragged, there is nothing yet. */
    #takeFiles() {
        const place = this.chat ?? this;
        const take = (event) => {
            const { files, types } = event.clipboardData ?? event.dataTransfer;
            if (!this.conversation || !types.includes("Files")) return;
            event.preventDefault();
            this.#attach(event.type === "dragover" ? [] : [...files]);
        };
        for (const name of ["dragover", "drop", "paste"]) {
            place.addEventListener(name, take);
            this.until(() => place.removeEventListener(name, take));
        }
    }

    async #attach(files) {
        const { session, conversation } = this;
        (await session.loadMedia()).attach(this, conversation, files);
    }

    /** Where the browser does not do that by itself. */
    #grow() {
        if (CSS.supports("field-sizing", "content")) return;
        this.#field.style.height = "auto";
        if (this.#field.scrollHeight > 0) this.#field.style.height = `${this.#field.scrollHeight}px`;
    }

    #open() {
        const { conversation } = this;
        this.#field.disabled = !conversation;
        const draft = conversation && this.session.store.draft(conversation);
        this.#replyTo = draft?.replyTo;
        this.session.media?.show(this);
        this.#show(this.#edits.get(conversation)?.text ?? draft?.text ?? "");
    }

    /** What an earlier page or another tab has left, unless the user is writing here. */
    #takeDraft() {
        const draft = this.session.store.draft(this.conversation);
        const isOwn = this.shadowRoot.activeElement === this.#field && this.#field.value !== "";
        if (isOwn || this.#edits.has(this.conversation) || (draft?.text ?? "") === this.#field.value) return;
        this.#open();
    }

    /** A text comes into the field, and above it what it is for. */
    #show(text) {
        const isEdit = this.#edits.has(this.conversation);
        this.#drawBar();
        this.#send.setAttribute("aria-label", this.say(isEdit ? "save" : "send"));
        this.#send.replaceChildren(icon(isEdit ? "check" : "send"));
        this.#field.value = text;
        this.changed();
    }

    #drawBar() {
        const edit = this.#edits.get(this.conversation);
        const about = edit?.message ?? (this.#replyTo && this.#quotes.get(this.#replyTo.msgId));
        this.#bar.hidden = !about;
        if (about) {
            const title = edit
                ? this.say("editing")
                : this.say(
                    "replyTo",
                    { who: about.from === this.session.user ? this.say("you") : this.session.senderOf(about) },
                );
            const close = make(
                "button",
                { type: "button", className: "round", "aria-label": this.say("cancel"), onclick: () => this.#cancel() },
                icon("close"),
            );
            this.#bar.replaceChildren(icon(edit ? "edit" : "reply"), make("div", { className: "about" },
                make("strong", { className: "cut" }, title), make(
                    "span", { className: "cut", dir: "auto" }, gistOf(this, about),
                )), close);
        }
    }

    #edit(message) {
        this.#edits.set(this.conversation, { message, text: message.body.text });
        this.#show(message.body.text);
        this.focus();
    }

    #reply(message) {
        this.#endEdit();
        this.#quotes.take(message);
        this.#replyTo = { msgId: message.msgId };
        this.#show(this.#field.value);
        this.focus();
    }

    /** Ends the edit, or the reply. */
    #cancel() {
        this.session.report(this.conversation);
        if (this.#edits.has(this.conversation)) this.#endEdit();
        else {
            this.#replyTo = undefined;
            this.#show(this.#field.value);
        }
        this.focus();
    }

    #endEdit() {
        if (!this.#edits.delete(this.conversation)) return;
        this.#show(this.session.store.draft(this.conversation)?.text ?? "");
    }

    #input() {
        this.changed();
        this.#completion.look();
        const { typing } = this.session;
        if (this.#edits.has(this.conversation)) return;
        if (this.#field.value) typing.write(this.conversation);
        else typing.stop(this.conversation);
    }

    #key(event) {
        // A key that an input method takes is none for us.
        if (event.isComposing || event.keyCode === 229) return;
        const isEmpty = this.#field.value === "";
        const newestOwn = isEmpty && event.key === "ArrowUp" && this.#newestOwn();
        if (this.#completion.key(event)) event.stopPropagation();
        else if (event.key === "Enter" && !event.shiftKey) this.#submit();
        else if (event.key === "Escape" && !this.#bar.hidden) this.#cancel();
        else if (newestOwn) this.#edit(newestOwn);
        else return;
        event.preventDefault();
    }

    /** The newest own text that is there. */
    #newestOwn() {
        const { user, store } = this.session;
        const { messages } = store.view(this.conversation);
        return [...messages].reverse().find(
            ({ from, body, recalled }) => from === user && !recalled && typeof body.text === "string",
        );
    }

    /** Whether pictures or files go with the message. */
    get #attached() {
        return !this.#edits.has(this.conversation) && this.session.media?.has(this.conversation);
    }

    #submit() {
        const { conversation, session } = this;
        const text = this.#field.value.trim();
        const attached = this.#attached;
        if (!(text || attached) || !conversation || [...text].length > this.maxLength) return;
        session.report(conversation);
        if (this.#edits.has(conversation)) return text ? this.#save(text) : undefined;
        const atUserList = mentionedIn(text, this.#completion.picked(conversation));
        const message = {
            type: 0,
            body: text ? { text } : {},
            ...(this.#replyTo && { replyTo: this.#replyTo }),
            ...(atUserList.length > 0 && { atUserList }),
        };
        if (!this.tell("message-written", { conversationID: conversation, message })) return;
        this.#replyTo = undefined;
        this.#completion.close();
        this.#show("");
        session.typing.stop(conversation);
        // A refused message stays in the thread, with the reason.
        (attached ? session.media.send(this, message) : session.client.send(conversation, message)).catch(() => {});
        session.emit("written", { conversationID: conversation });
    }

    /** A text that cannot be saved stays in the field, also if the user has gone to another conversation meanwhile. */
    async #save(text) {
        const { conversation, session } = this;
        const { message } = this.#edits.get(conversation);
        try {
            await session.client.edit(conversation, message.msgId, { ...message.body, text });
            if (this.#edits.get(conversation)?.message !== message) return;
            if (this.conversation === conversation) this.#endEdit();
            else this.#edits.delete(conversation);
        } catch (error) {
            session.report(conversation, this.say("notEdited", { reason: error.message }));
        }
    }
}

/**
 * The field to write in: for new messages, and for an own one that is edited. While somebody writes, the others are told. What
 * the user leaves unsent in a conversation is there when the user comes back.
 */

/** What others see of it ends by itself: typing.js. */
const signalMilliseconds = 3000;

const element = (id) => document.getElementById(id);

export class Composer {
    #conversationID;
    /** The id of the message that is edited. */
    #edited;
    /** What was left in other conversations, by their ids. */
    #drafts = new Map();
    #signaledAt = 0;

    /** `newestOwn` gives the message that the Up key edits; `sent` is called after a message was written. */
    constructor(client, { problems, newestOwn, sent }) {
        this.client = client;
        this.problems = problems;
        this.newestOwn = newestOwn;
        this.sent = sent;
        element("composer").onsubmit = (event) => {
            event.preventDefault();
            this.#submit();
        };
        element("text").onkeydown = (event) => this.#key(event);
        element("text").oninput = () => this.#signal();
        element("cancel-edit").onclick = () => this.#stopEdit();
    }

    open(conversationID) {
        this.#drafts.set(this.#conversationID, { text: element("text").value, edited: this.#edited });
        this.#conversationID = conversationID;
        this.#signaledAt = 0;
        this.#show(this.#drafts.get(conversationID));
    }

    /** The text of a message comes into the field. */
    edit({ msgId, body }) {
        this.#show({ text: body.text, edited: msgId });
    }

    #show({ text, edited } = { text: "" }) {
        this.#edited = edited;
        element("editing").hidden = edited === undefined;
        element("text").value = text;
        element("text").focus();
    }

    #stopEdit() {
        this.problems.clear(this.#conversationID);
        this.#show();
    }

    #key(event) {
        if (event.isComposing) return;
        if (event.key === "Enter" && !event.shiftKey) element("composer").requestSubmit();
        else if (event.key === "Escape" && this.#edited) this.#stopEdit();
        else if (event.key === "ArrowUp" && !element("text").value && this.newestOwn()) this.edit(this.newestOwn());
        else return;
        event.preventDefault();
    }

    #submit() {
        const text = element("text").value.trim();
        if (!text) return;
        this.problems.clear(this.#conversationID);
        if (this.#edited) return this.#saveEdit(text);
        element("text").value = "";
        this.#signaledAt = 0;
        // What is refused stays in the conversation, with the reason.
        this.client.send(this.#conversationID, text).catch(() => {});
        this.sent();
    }

    /** What cannot be edited stays in the field, or as the draft of a conversation that the user has left meanwhile. */
    async #saveEdit(text) {
        const conversationID = this.#conversationID;
        const msgId = this.#edited;
        try {
            await this.client.edit(conversationID, msgId, text);
            if (this.#drafts.get(conversationID)?.edited === msgId) this.#drafts.delete(conversationID);
            if (this.#conversationID === conversationID && this.#edited === msgId) this.#show();
        } catch (error) {
            this.problems.report(conversationID, `Not edited: ${error.message}`);
        }
    }

    /** Nobody misses a sign that is lost. */
    #signal() {
        if (this.#edited || !element("text").value || Date.now() - this.#signaledAt < signalMilliseconds) return;
        this.#signaledAt = Date.now();
        this.client.signal(this.#conversationID, "typing").catch(() => {});
    }
}

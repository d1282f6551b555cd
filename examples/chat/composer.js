/** The field to write in: for new messages, and for an own one that is changed. While somebody writes, the others are told. */

/** What others see of it ends by itself: typing.js. */
const signalMilliseconds = 3000;

const element = (id) => document.getElementById(id);

export class Composer {
    #conversationID;
    #changed;
    #signaledAt = 0;

    /** `newestOwn` gives the message that the Up key changes; `sent` is called after a message was written. */
    constructor(client, { newestOwn, sent }) {
        this.client = client;
        this.newestOwn = newestOwn;
        this.sent = sent;
        element("composer").onsubmit = (event) => {
            event.preventDefault();
            this.#submit();
        };
        element("text").onkeydown = (event) => this.#key(event);
        element("text").oninput = () => this.#signal();
        element("stop-change").onclick = () => this.#stopChange();
    }

    open(conversationID) {
        this.#conversationID = conversationID;
        this.#signaledAt = 0;
        element("problem").textContent = "";
        if (this.#changed) this.#stopChange();
        element("text").focus();
    }

    /** The text of a message comes into the field. */
    change({ msgId, body }) {
        this.#changed = msgId;
        element("change").hidden = false;
        element("text").value = body.text;
        element("text").focus();
    }

    #stopChange() {
        this.#changed = undefined;
        element("change").hidden = true;
        element("text").value = element("problem").textContent = "";
        element("text").focus();
    }

    #key(event) {
        if (event.isComposing) return;
        if (event.key === "Enter" && !event.shiftKey) element("composer").requestSubmit();
        else if (event.key === "Escape" && this.#changed) this.#stopChange();
        else if (event.key === "ArrowUp" && !element("text").value && this.newestOwn()) this.change(this.newestOwn());
        else return;
        event.preventDefault();
    }

    #submit() {
        const text = element("text").value.trim();
        if (!text) return;
        if (this.#changed) return this.#saveChange(text);
        element("text").value = element("problem").textContent = "";
        this.#signaledAt = 0;
        // What is refused stays in the conversation, with the reason.
        this.client.send(this.#conversationID, text).catch(() => {});
        this.sent();
    }

    /** What cannot be changed stays in the field. */
    async #saveChange(text) {
        const msgId = this.#changed;
        try {
            await this.client.edit(this.#conversationID, msgId, text);
            if (this.#changed === msgId) this.#stopChange();
        } catch (error) {
            element("problem").textContent = `Not changed: ${error.message}`;
        }
    }

    /** Nobody misses a sign that is lost. */
    #signal() {
        if (this.#changed || !element("text").value || Date.now() - this.#signaledAt < signalMilliseconds) return;
        this.#signaledAt = Date.now();
        this.client.signal(this.#conversationID, "typing").catch(() => {});
    }
}

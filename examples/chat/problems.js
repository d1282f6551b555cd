/** What did not work, with the reason. It is shown in its conversation, also if the user was elsewhere when it failed. */
export class Problems {
    #texts = new Map();
    #conversationID;

    /** The user sees this conversation from now on. */
    open(conversationID) {
        this.#conversationID = conversationID;
        this.#draw();
    }

    report(conversationID, text) {
        this.#texts.set(conversationID, text);
        this.#draw();
    }

    clear(conversationID) {
        this.#texts.delete(conversationID);
        this.#draw();
    }

    #draw() {
        document.getElementById("problem").textContent = this.#texts.get(this.#conversationID) ?? "";
    }
}

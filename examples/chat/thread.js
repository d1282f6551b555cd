/** One conversation: its messages, those on their way, and the field to write in. */

const element = (id) => document.getElementById(id);

export class Thread {
    conversationID;
    #stopWatching = () => {};
    #isAtEnd = true;

    constructor(store, presence) {
        this.store = store;
        this.client = store.client;
        this.presence = presence;
        element("composer").onsubmit = (event) => this.#send(event);
        element("text").onkeydown = (event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) element("composer").requestSubmit();
            else return;
            event.preventDefault();
        };
        element("older").onclick = () => this.#older();
        element("scroller").onscroll = ({ target }) => {
            this.#isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 40;
            if (target.scrollTop < 80) this.#older();
        };
    }

    async open(conversationID) {
        this.close();
        this.conversationID = conversationID;
        this.#isAtEnd = true;
        element("thread").hidden = false;
        element("messages").replaceChildren();
        if (conversationID.startsWith("c2c_")) this.#stopWatching = this.presence.watch([conversationID.slice(4)]);
        this.draw();
        element("text").focus();
        await this.store.open(conversationID).catch(() => {});
        this.draw();
    }

    close() {
        this.#stopWatching();
        this.#stopWatching = () => {};
        this.conversationID = undefined;
        element("thread").hidden = true;
    }

    /** Draws what has changed: messages that are there stay the same elements. */
    draw() {
        if (this.conversationID === undefined) return;
        this.drawHead();
        const { messages, unsent, isLoaded, isComplete } = this.store.view(this.conversationID);
        const conversation = this.store.conversation(this.conversationID);
        const rows = [
            ...messages.map((message) => this.#row(message, conversation)),
            ...unsent.map((entry) => this.#unsentRow(entry)),
        ];
        const list = element("messages");
        const height = list.scrollHeight;
        const top = element("scroller").scrollTop;
        reconcile(list, rows);
        element("older").hidden = !isLoaded || isComplete;
        // Older messages above leave what is seen in its place.
        if (this.#isAtEnd) element("scroller").scrollTop = element("scroller").scrollHeight;
        else if (top < 80) element("scroller").scrollTop = top + list.scrollHeight - height;
        this.markRead();
    }

    drawHead() {
        if (this.conversationID === undefined) return;
        const conversation = this.store.conversation(this.conversationID);
        const isGroup = this.conversationID.startsWith("group_");
        const name = this.conversationID.slice(isGroup ? 6 : 4);
        element("title").textContent = conversation?.showName ?? name;
        element("members").hidden = !isGroup;
        const isOnline = isGroup ? undefined : this.presence.isOnline(name);
        element("presence").textContent = isOnline === undefined ? "" : isOnline ? "online" : "away";
        element("presence").className = isOnline ? "online" : "";
    }

    /** What is seen is read. */
    markRead() {
        const conversation = this.store.conversation(this.conversationID);
        if (!conversation?.unreadCount || document.visibilityState !== "visible" || !this.#isAtEnd) return;
        this.client.markRead(this.conversationID, conversation.seq).catch(() => {});
    }

    async #older() {
        const { isLoaded, isComplete } = this.store.view(this.conversationID ?? "");
        if (isLoaded && !isComplete) await this.store.older(this.conversationID).catch(() => {});
    }

    #send(event) {
        event.preventDefault();
        const text = element("text").value.trim();
        if (!text) return;
        element("text").value = "";
        this.#isAtEnd = true;
        // What is refused stays in the conversation, with the reason.
        this.client.send(this.conversationID, text).catch(() => {});
    }

    #row({ msgId, clientMsgId, from, nickname, type, body, time }, conversation) {
        if (type === 5) return { key: msgId, className: "note", text: `${from}: ${noteOf(body)}` };
        const isOwn = from === this.client.user;
        const isRead = isOwn && (conversation?.peerReadTime ?? 0) >= time;
        const clock = new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        const who = isOwn ? "You" : nickname ?? from;
        return {
            key: isOwn ? clientMsgId : msgId,
            className: isOwn ? "own" : "",
            text: body.text ?? "(a message of another kind)",
            small: `${who}, ${clock}${isRead ? ", read" : ""}`,
        };
    }

    #unsentRow({ clientMsgId, message, state, error, isUnsaved }) {
        const text = message.body.text;
        if (state === "waiting") return { key: clientMsgId, className: "own", text, small: isUnsaved ? "Sending, not saved…" : "Sending…" };
        return {
            key: clientMsgId,
            className: "own",
            text,
            failed: `Not sent: ${error.message}`,
            actions: [
                ["Send again", () => this.client.outbox.retry(clientMsgId)],
                ["Discard", () => this.client.outbox.discard(clientMsgId)],
            ],
        };
    }
}

/** Makes the list's elements those of `rows`, and keeps those whose row is the same. */
function reconcile(list, rows) {
    const known = new Map([...list.children].map((item) => [item.dataset.key, item]));
    rows.forEach((row, place) => {
        const drawn = JSON.stringify(row);
        let item = known.get(row.key);
        if (item?.drawn !== drawn) {
            const fresh = makeItem(row);
            item?.replaceWith(fresh);
            item = fresh;
            item.drawn = drawn;
        }
        known.delete(row.key);
        if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
    });
    for (const item of known.values()) item.remove();
}

function makeItem({ key, className, text, small, failed, actions = [] }) {
    const item = document.createElement("li");
    item.dataset.key = key;
    item.className = className;
    item.append(text);
    const line = document.createElement("small");
    line.textContent = failed ?? small ?? "";
    line.className = failed ? "failed" : "";
    if (line.textContent) item.append(line);
    for (const [label, act] of actions) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.onclick = act;
        item.append(button);
    }
    return item;
}

/** What has happened to a group: docs/group-messages.md#notifications. */
function noteOf({ operationType, targetIDs }) {
    const whom = targetIDs.join(", ");
    const texts = {
        0: `invited ${whom}`, 1: `removed ${whom}`, 2: "left", 3: "changed the group", 4: "ended the group", 5: `${whom} joined`,
        6: `made ${whom} the owner`, 7: `made ${whom} an admin`, 8: `${whom} is no admin any more`, 9: "accepted an invitation",
        10: `muted or unmuted ${whom}`,
    };
    return texts[operationType] ?? "something has changed";
}

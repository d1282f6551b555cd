/** One conversation: its messages, those on their way, and what can be done with them. */
import { Composer } from "./composer.js";
import { Problems } from "./problems.js";
import { Typing } from "./typing.js";

/** As long as the gateway lets senders take messages back, unless `messages.recallSeconds` says otherwise. */
const recallMilliseconds = 120_000;

/** What a click gives to a message; others may have given any text. */
const reactions = ["👍", "❤️"];

const element = (id) => document.getElementById(id);

export class Thread {
    conversationID;
    problems = new Problems();
    #stopWatching = () => {};
    #isAtEnd = true;

    constructor(store, presence) {
        this.store = store;
        this.client = store.client;
        this.presence = presence;
        this.typing = new Typing(this.client, () => this.drawHead());
        this.composer = new Composer(this.client, {
            problems: this.problems,
            newestOwn: () => this.#newestOwn(),
            sent: () => (this.#isAtEnd = true),
        });
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
        this.problems.open(conversationID);
        this.composer.open(conversationID);
        await this.store.open(conversationID).catch(() => {});
        this.draw();
    }

    /** Leads to a message: older ones are read until it is there. */
    async lead(msgId) {
        const { conversationID } = this;
        const find = () => this.store.view(conversationID).messages.find((message) => message.msgId === msgId);
        this.#isAtEnd = false;
        while (!find() && !this.store.view(conversationID).isComplete) {
            await this.store.older(conversationID, 100);
            if (this.conversationID !== conversationID) return;
        }
        const message = find();
        if (!message) return;
        this.draw();
        const key = message.from === this.client.user ? message.clientMsgId : msgId;
        const item = [...element("messages").children].find(({ dataset }) => dataset.key === key);
        item.tabIndex = -1;
        item.focus({ preventScroll: true });
        item.scrollIntoView({ block: "center" });
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
        const newestOwn = this.#newestOwn();
        const rows = [
            ...messages.map((message) => this.#row(message, conversation, message === newestOwn)),
            ...unsent.map((entry) => this.#unsentRow(entry)),
        ];
        const list = element("messages");
        const height = list.scrollHeight;
        const top = element("scroller").scrollTop;
        reconcile(list, rows);
        // Tab leads to the reactions that can be given to the newest message, and past all the others.
        for (const button of list.querySelectorAll(".free")) button.tabIndex = button.closest("li") === list.lastElementChild ? 0 : -1;
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
        const users = this.typing.in(this.conversationID);
        element("typing").textContent = users.length === 0 ? "" : `${users.join(", ")} ${users.length === 1 ? "is" : "are"} typing…`;
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

    /** The newest own text that is there. */
    #newestOwn() {
        const { messages } = this.store.view(this.conversationID);
        return messages.findLast(({ from, body, recalled }) => from === this.client.user && !recalled && body.text !== undefined);
    }

    #row(message, conversation, isNewestOwn) {
        const { msgId, clientMsgId, from, nickname, type, body, time, recalled, edited } = message;
        if (type === 5) return { key: msgId, className: "note", text: `${from}: ${noteOf(body)}` };
        const isOwn = from === this.client.user;
        if (recalled) {
            const text = `${isOwn ? "You" : nickname ?? from} took a message back`;
            return { key: isOwn ? clientMsgId : msgId, className: "note", text };
        }
        const isRead = isOwn && (conversation?.peerReadTime ?? 0) >= time;
        const clock = new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        const who = isOwn ? "You" : nickname ?? from;
        const actions = [];
        if (isOwn && this.client.serverTime - time < recallMilliseconds) actions.push(["Take back", () => this.#recall(msgId)]);
        if (isNewestOwn) actions.push(["Edit", () => this.composer.edit(message)]);
        return {
            key: isOwn ? clientMsgId : msgId,
            className: isOwn ? "own" : "",
            text: body.text ?? "(a message of another kind)",
            small: `${who}, ${clock}${edited ? ", edited" : ""}${isRead ? ", read" : ""}`,
            actions,
            reactions: this.#reactions(message),
        };
    }

    /** Those that a message has, and those that can be given. */
    #reactions({ msgId, reactions: given = [] }) {
        const free = reactions.filter((reaction) => !given.some((one) => one.reaction === reaction));
        return [...given, ...free.map((reaction) => ({ reaction, count: 0 }))].map(({ reaction, count, mine = false }) => ({
            reaction, count, mine, toggle: () => this.#react(msgId, reaction, mine),
        }));
    }

    #react(msgId, reaction, remove) {
        this.#attempt("No reaction", (conversationID) => this.client.react(conversationID, msgId, reaction, { remove }));
    }

    #recall(msgId) {
        this.#attempt("Not taken back", async (conversationID) => {
            await this.client.recall(conversationID, msgId);
            element("text").focus();
        });
    }

    /** If it fails, the conversation it was meant for says why. */
    async #attempt(failure, act) {
        const { conversationID } = this;
        this.problems.clear(conversationID);
        try {
            await act(conversationID);
        } catch (error) {
            this.problems.report(conversationID, `${failure}: ${error.message}`);
        }
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

function makeItem({ key, className, text, small, failed, actions = [], reactions = [] }) {
    const item = document.createElement("li");
    item.dataset.key = key;
    item.className = className;
    item.append(text);
    const line = document.createElement("small");
    line.textContent = failed ?? small ?? "";
    line.className = failed ? "failed" : "";
    if (line.textContent) item.append(line);
    item.append(...actions.map(([label, act]) => makeButton(label, act)));
    if (reactions.length > 0) item.append(makeReactions(reactions));
    return item;
}

function makeButton(label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = act;
    return button;
}

function makeReactions(reactions) {
    const line = document.createElement("span");
    line.className = "reactions";
    for (const { reaction, count, mine, toggle } of reactions) {
        const button = makeButton(count > 0 ? `${reaction} ${count}` : reaction, toggle);
        button.ariaPressed = mine;
        button.ariaLabel = count > 0 ? `${reaction}, given by ${count}` : `Give ${reaction}`;
        button.classList.toggle("free", count === 0);
        line.append(button);
    }
    return line;
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

import { settled } from "./clock.js";
import { conversation, message } from "./scripted.js";

/**
 * What a gateway has of alice's conversations, answered as a gateway does: list, history, changes, and what a resume brings. It
 * tells its connected clients of everything that happens.
 */
export class World {
    conversations = new Map();
    /** The user's stream. */
    events = [];
    /** A resume brings so many messages of a conversation. */
    mostRecovered = 10;
    /** For so many days messages are kept, as the login says; an earlier release does not. @type {number | undefined} */
    retentionDays;
    /** From here on a resume knows the user's stream, and the changes of messages. */
    knownFrom = { user: 0, changes: 0 };
    /** @type {Set<import("./scripted.js").ScriptedGateway>} */
    #gateways = new Set();
    #ids = 0;
    /** Own messages that clients have sent. */
    stored = [];

    /** Answers for a client. */
    serve(gateway) {
        this.#gateways.add(gateway);
        gateway.login = (data) => this.#login(data, gateway);
        Object.assign(gateway.answers, {
            "conversation.list": () => ({ conversations: this.listed(), nextSeq: 0, isFinished: true }),
            "message.history": (page) => this.#history(page),
            "message.changes": ({ conversationID, after }) => {
                const { change, changes } = this.#of(conversationID);
                return { changes: changesAfter(changes, after), change, isFinished: true };
            },
            "stream.events": ({ after }) => ({ events: this.events.slice(after), seq: this.events.length, isFinished: true }),
            "message.send": (data) => this.#take(data),
        });
    }

    /** The client is no more. */
    forsake(gateway) {
        this.#gateways.delete(gateway);
    }

    #of(conversationID) {
        const known = this.conversations.get(conversationID);
        if (known) return known;
        const made = { conversationID, seq: 0, change: 0, messages: [], changes: [], isPinned: false, unreadCount: 0, keptFrom: 0, isListed: false };
        this.conversations.set(conversationID, made);
        return made;
    }

    #shown({ conversationID, seq, change, messages, isPinned, unreadCount }) {
        const last = messages.at(-1);
        const lastMessage = last ? { ...last, timestamp: 1 } : null;
        return conversation(conversationID, seq, { isPinned, unreadCount, lastMessage, ...(change && { change }) });
    }

    /** The list, as the gateway gives it. */
    listed() {
        return [...this.conversations.values()].filter(({ isListed }) => isListed).map((one) => this.#shown(one));
    }

    get total() {
        return [...this.conversations.values()].reduce((sum, { isListed, unreadCount }) => sum + (isListed ? unreadCount : 0), 0);
    }

    messagesOf(conversationID) {
        return this.conversations.get(conversationID)?.messages ?? [];
    }

    #tell(event, data, place) {
        for (const gateway of this.#gateways) if (gateway.socket && gateway.isAnswering) gateway.socket.event(event, structuredClone(data), place);
    }

    #tellUser(event, data) {
        this.events.push({ seq: this.events.length + 1, event, data });
        this.#tell(event, data, { stream: "user", seq: this.events.length });
    }

    /** Somebody writes, or alice on another device. */
    write(conversationID, more = {}) {
        const own = this.#of(conversationID);
        own.seq++;
        const one = message(conversationID, own.seq, { msgId: `m${++this.#ids}`, clientMsgId: `c${this.#ids}`, body: { text: `${conversationID} ${own.seq}` }, ...more });
        own.messages.push(one);
        own.unreadCount += one.from === "alice" ? 0 : 1;
        if (!own.isListed) {
            own.isListed = true;
            this.#tellUser("conversation.new", { conversations: [this.#shown(own)] });
        }
        this.#tell("message.new", { ...one, unreadCount: own.unreadCount, totalUnread: this.total });
        return one;
    }

    /** A place that nobody is given, as of a message that is in no history. */
    passOver(conversationID) {
        this.#of(conversationID).seq++;
    }

    #take(data) {
        const { conversationID, clientMsgId, type, body } = data;
        const own = this.#of(conversationID);
        const known = this.stored.find((one) => one.clientMsgId === clientMsgId);
        const { msgId, seq, time } = known ?? this.#store(own, { clientMsgId, type, body, from: "alice" });
        return { msgId, conversationID, seq, time, ...(known && this.#now(known)) };
    }

    /** A repeat is told what has become of the message. */
    #now(sent) {
        const now = this.messagesOf(sent.conversationID).find(({ msgId }) => msgId === sent.msgId);
        if (!now) return { message: { ...sent, body: {}, isExpired: true } };
        return now.change && { message: structuredClone(now) };
    }

    #store(own, more) {
        own.seq++;
        const one = message(own.conversationID, own.seq, { msgId: `m${++this.#ids}`, ...more });
        own.messages.push(one);
        this.stored.push(one);
        if (!own.isListed) {
            own.isListed = true;
            this.#tellUser("conversation.new", { conversations: [this.#shown(own)] });
        }
        return one;
    }

    /** A message is taken back, or something else of it changes. */
    change(conversationID, msgId, more) {
        const own = this.#of(conversationID);
        const place = own.messages.findIndex((one) => one.msgId === msgId);
        const changed = { ...own.messages[place], ...more, change: ++own.change };
        own.messages[place] = changed;
        this.#log(own, { change: own.change, msgId, seq: changed.seq, message: changed });
        this.#tell("message.changed", { conversationID, change: own.change, msgId, seq: changed.seq, message: changed });
    }

    /** A message has expired, for all. */
    expire(conversationID, msgId) {
        const own = this.#of(conversationID);
        const { seq } = own.messages.find((one) => one.msgId === msgId);
        own.messages = own.messages.filter((one) => one.msgId !== msgId);
        this.#log(own, { change: ++own.change, msgId, seq });
        this.#tell("message.gone", { conversationID, change: own.change, msgId, seq });
    }

    #log(own, change) {
        own.changes = [...own.changes.filter(({ msgId }) => msgId !== change.msgId), change];
    }

    /** Alice deletes messages for herself, on another device. */
    delete(conversationID, ...msgIds) {
        const own = this.#of(conversationID);
        own.messages = own.messages.filter(({ msgId }) => !msgIds.includes(msgId));
        own.changes = own.changes.filter(({ msgId }) => !msgIds.includes(msgId));
        this.#tellUser("message.deleted", { conversationID, msgIds });
        if (own.isListed) this.#tellUser("conversation.changed", { conversations: [this.#shown(own)] });
    }

    deleteConversation(conversationID) {
        const own = this.#of(conversationID);
        Object.assign(own, { messages: [], changes: [], isListed: false, isPinned: false, unreadCount: 0, keptFrom: own.seq });
        this.#tellUser("conversation.deleted", { conversationIDs: [conversationID] });
        this.#tell("conversation.totalUnreadChanged", { total: this.total });
    }

    /** Messages up to `seq` are kept no longer. */
    retain(conversationID, seq) {
        const own = this.#of(conversationID);
        Object.assign(own, { messages: own.messages.filter((one) => one.seq > seq), keptFrom: seq, why: "kept" });
    }

    /** The list has dropped a conversation, and tells nobody. */
    unlist(conversationID) {
        this.#of(conversationID).isListed = false;
    }

    pin(conversationID, isPinned) {
        const own = this.#of(conversationID);
        own.isPinned = isPinned;
        this.#tellUser("conversation.changed", { conversations: [this.#shown(own)] });
    }

    #history({ conversationID, direction = "older", cursor = 0, limit = 20 }) {
        const { messages, change } = this.#of(conversationID);
        const rest = direction === "newer"
            ? messages.filter(({ seq }) => seq > cursor)
            : messages.filter(({ seq }) => cursor === 0 || seq < cursor).reverse();
        const page = rest.slice(0, limit);
        const isFinished = page.length === rest.length;
        return structuredClone({ messages: page, cursor: isFinished ? 0 : page.at(-1).seq, isFinished, ...(change && { change }) });
    }

    #login({ resume }, gateway) {
        const limits = { requests: { perSecond: 50, burst: 100 }, retentionDays: this.retentionDays };
        const reply = { serverTime: this.now?.() ?? 1_795_000_000_000, stream: { seq: this.events.length }, groups: {}, limits };
        // Behind the reply.
        setImmediate(() => {
            if (!this.#gateways.has(gateway)) return;
            gateway.socket.event("conversation.totalUnreadChanged", { total: this.total });
            const isComplete = !resume || resume.user >= this.knownFrom.user;
            if (resume && isComplete && this.listed().length > 0) gateway.socket.event("conversation.changed", { conversations: structuredClone(this.listed()) });
            gateway.socket.event("conversation.syncFinish", { isComplete });
        });
        if (!resume) return reply;
        const events = this.events.slice(resume.user).map((event) => this.#asNow(event)).filter(Boolean);
        const user = resume.user < this.knownFrom.user
            ? { verdict: "reset", seq: this.events.length, from: 1, why: this.whyUser }
            : { verdict: "recovered", seq: this.events.length, events };
        const begun = events.filter(({ event }) => event === "conversation.new").flatMap(({ data }) => data.conversations.map((one) => one.conversationID));
        const names = new Set([...Object.keys(resume.conversations), ...begun]);
        const conversations = Object.fromEntries([...names].map((id) => [id, this.#verdict(id, resume.conversations[id] ?? 0)]));
        const changes = Object.fromEntries(Object.entries(resume.changes).map(([id, place]) => {
            const own = this.#of(id);
            if (place < this.knownFrom.changes && place < own.change) return [id, { verdict: "reset", seq: own.change, from: 1 }];
            return [id, { verdict: "recovered", seq: own.change, changes: changesAfter(own.changes, place) }];
        }));
        return { ...reply, resume: structuredClone({ user, groups: {}, conversations, changes }) };
    }

    /** An event shows a conversation as it is now. */
    #asNow({ seq, event, data }) {
        if (!data.conversations) return { seq, event, data };
        const conversations = data.conversations.map((one) => this.#of(one.conversationID)).filter(({ isListed }) => isListed);
        return conversations.length > 0 && { seq, event, data: { conversations: conversations.map((one) => this.#shown(one)) } };
    }

    #verdict(conversationID, place) {
        const { seq, messages, keptFrom, why } = this.#of(conversationID);
        if (place > seq || (place > 0 && place < keptFrom)) return { verdict: "reset", seq, from: keptFrom + 1, why };
        const missed = messages.filter((one) => one.seq > place);
        if (missed.length > this.mostRecovered) return { verdict: "gap", seq, from: place + 1, to: seq };
        return { verdict: "recovered", seq, messages: missed };
    }

    /** Everything that was told has come. */
    settled = settled;
}

const changesAfter = (changes, after) => structuredClone(changes.filter(({ change }) => change > after).map((one) => ({ ...one })));

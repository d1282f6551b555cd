/** A page of messages. */
const pageMessages = 50;

/**
 * The messages that a thread shows: the newest ones, as the store has them, or those around one that was jumped to.
 * Those are read on in both directions, until they meet the store's.
 */
export class History {
    /**
     * Around a message, by rising `seq`.
     * @type {any[] | undefined}
     */
    #around;
    #isAroundComplete = false;
    /** @type {Set<string>} */
    #loading = new Set();
    #hasFailed = false;
    #ends;

    /** @param {any} store @param {string} conversationID @param {() => void} changed */
    constructor(store, conversationID, changed) {
        this.store = store;
        this.client = store.client;
        this.conversationID = conversationID;
        this.changed = changed;
        this.#ends = [
            this.client.on("message.changed", ({ message }) => this.#replace(message)),
            this.client.on("message.gone", ({ msgId }) => this.#drop([msgId])),
            this.client.on("message.deleted", ({ msgIds }) => this.#drop(msgIds)),
            this.client.on("sync.reset", () => this.toNewest()),
        ];
    }

    close() {
        for (const end of this.#ends) end();
    }

    /** Whether there is something to show, if only that there is nothing. */
    get isLoaded() {
        return this.#around !== undefined || this.#hasFailed || this.store.view(this.conversationID).isLoaded;
    }

    /** What is shown, and the messages on their way if the newest are. */
    get view() {
        const { messages, unsent, isComplete } = this.store.view(this.conversationID);
        if (!this.#around) return { messages, unsent, isComplete, hasNewer: false };
        const isJoined = this.#isJoined(messages);
        const older = isJoined ? this.#around.filter(({ seq }) => seq < (messages[0]?.seq ?? Infinity)) : this.#around;
        return {
            messages: isJoined ? [...older, ...messages] : older,
            unsent: isJoined ? unsent : [],
            isComplete: this.#isAroundComplete,
            hasNewer: !isJoined,
        };
    }

    async open() {
        try {
            await this.store.open(this.conversationID);
        } catch (error) {
            // A user who has never signed in has nothing to read: the store reads it as soon as there is something.
            this.#hasFailed = true;
        }
        this.changed();
    }

    /** @param {"older" | "newer"} direction */
    async more(direction) {
        if (!this.#around) {
            const { isLoaded, isComplete } = this.store.view(this.conversationID);
            if (direction === "older" && isLoaded && !isComplete) await this.store.older(this.conversationID);
            return;
        }
        const { messages, isComplete, hasNewer } = this.view;
        const isWanted = direction === "older" ? !isComplete : hasNewer;
        if (!isWanted || this.#loading.has(direction)) return;
        this.#loading.add(direction);
        const around = this.#around;
        try {
            const cursor = (direction === "older" ? around[0] : around.at(-1))?.seq ?? 0;
            const page = await this.client.history(
                this.conversationID, { direction, cursor, limit: pageMessages }, { timeout: 0 },
            );
            if (this.#around === undefined) return;
            this.#add(page.messages);
            if (direction === "older") this.#isAroundComplete = page.isFinished;
            // The store has not been able to read the newest: these are they.
            if (direction === "newer" && page.isFinished && messages.length > 0)
                await this.store.open(this.conversationID);
            this.changed();
        } finally {
            this.#loading.delete(direction);
        }
    }

    /**
     * Reads what is around a message, unless it is shown already. Whether it is there.
     * @param {string} msgId
     */
    async around(msgId) {
        const has = () => this.view.messages.some((message) => message.msgId === msgId);
        if (has()) return true;
        const page = await this.client.history(this.conversationID, { around: msgId, limit: pageMessages });
        this.#around = [];
        this.#isAroundComplete = false;
        this.#add(page.messages);
        this.changed();
        return has();
    }

    toNewest() {
        if (!this.#around) return;
        this.#around = undefined;
        this.changed();
    }

    #isJoined(messages) {
        return messages.length > 0 && (this.#around.at(-1)?.seq ?? 0) >= messages[0].seq - 1;
    }

    #add(messages) {
        const known = new Set(this.#around.map(({ seq }) => seq));
        const added = messages.filter(({ seq }) => !known.has(seq));
        this.#around = [...this.#around, ...added].sort((one, other) => one.seq - other.seq);
    }

    #replace(message) {
        if (!this.#around?.some(({ msgId }) => msgId === message.msgId)) return;
        this.#around = this.#around.map((known) => (known.msgId === message.msgId ? merged(known, message) : known));
        this.changed();
    }

    #drop(ids) {
        if (!this.#around?.some(({ msgId }) => ids.includes(msgId))) return;
        this.#around = this.#around.filter(({ msgId }) => !ids.includes(msgId));
        this.changed();
    }
}

/** Events about the reactions of others do not say which are the user's own. */
function merged(known, message) {
    if ((message.change ?? 0) < (known.change ?? 0)) return known;
    const mine = new Set((known.reactions ?? []).filter((one) => one.mine).map(({ reaction }) => reaction));
    const reactions = message.reactions?.map(
        (one) => (one.mine === undefined ? { ...one, mine: mine.has(one.reaction) } : one),
    );
    return reactions ? { ...message, reactions } : message;
}

import { mergedMessage } from "./changes.js";

/** @typedef {import("../types/protocol.js").Message} Message */

/**
 * The part of a conversation that this device has: without holes, from some message up to the newest. Before the first page
 * was read, and after a gap, it has nothing.
 */
export class MessageWindow {
    /**
     * By rising `seq`.
     * @type {Message[]}
     */
    messages = [];
    /**
     * Messages of before a gap, or that may be gone, as long as the first page was not read.
     * @type {Message[]}
     */
    stale = [];
    /** Whether the first page was read. */
    isLoaded = false;
    /** Whether there is nothing older. */
    isComplete = false;
    /** Where the next older page begins. */
    cursor = 0;
    /**
     * A page is on its way, also when what is stale is shown meanwhile.
     * @type {Promise<void> | undefined}
     */
    loading;

    /** The messages as a page shows them. Between what is stale and what is new there may be a hole. */
    get shown() {
        return this.stale.length > 0 ? this.stale : this.messages;
    }

    /**
     * A live message, or an own one.
     * @param {Message} message
     */
    add(message) {
        // Without a page below it there would be a hole.
        if (!this.isLoaded && !this.loading) return false;
        // One that is late is in an older page.
        if (message.seq < this.cursor && !this.isComplete) return false;
        let place = this.messages.length;
        while (place > 0 && this.messages[place - 1].seq > message.seq) place--;
        if (this.messages[place - 1]?.seq === message.seq) return false;
        this.messages.splice(place, 0, message);
        return true;
    }

    /**
     * A message as it is now.
     * @param {Message} message
     */
    change(message) {
        const { list, place } = this.#find(message.msgId);
        if (place < 0) return false;
        list[place] = mergedMessage(list[place], message);
        return true;
    }

    /**
     * A message is kept no longer.
     * @param {string} id
     */
    remove(id) {
        const { list, place } = this.#find(id);
        if (place >= 0) list.splice(place, 1);
        return place >= 0;
    }

    /** @param {string} id */
    #find(id) {
        const list = this.stale.some(({ msgId }) => msgId === id) ? this.stale : this.messages;
        return { list, place: list.findIndex(({ msgId }) => msgId === id) };
    }

    /** @param {{messages: Message[], cursor: number, isFinished: boolean}} page of `message.history`, or of this device, with falling `seq` */
    addOlder(page) {
        // What came late while the first page was awaited is in an older one.
        const here = this.messages.filter(({ seq }) => page.isFinished || seq >= page.cursor);
        const known = new Set(here.map((message) => message.seq));
        const added = page.messages.filter((message) => !known.has(message.seq));
        this.messages = [...added, ...here].sort((one, other) => one.seq - other.seq);
        this.cursor = page.cursor;
        this.stale = [];
        this.isLoaded = true;
        this.isComplete = page.isFinished;
    }

    /** No page came: what is told from now on would leave a hole behind what was. Returns whether there was any. */
    fail() {
        if (this.isLoaded || this.messages.length === 0) return false;
        this.messages = [];
        return true;
    }

    /**
     * Keeps the newest `count`; older ones can be read again.
     * @param {number} count
     */
    trim(count) {
        if (!this.isLoaded || this.messages.length <= count) return;
        this.messages = this.messages.slice(-count);
        this.cursor = this.messages[0].seq;
        this.isComplete = false;
    }
}

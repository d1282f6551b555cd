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
    messages: Message[];
    /**
     * Messages of before a gap, or that may be gone, as long as the first page was not read.
     * @type {Message[]}
     */
    stale: Message[];
    /** Whether the first page was read. */
    isLoaded: boolean;
    /** Whether there is nothing older. */
    isComplete: boolean;
    /** Where the next older page begins. */
    cursor: number;
    /**
     * A page is on its way, also when what is stale is shown meanwhile.
     * @type {Promise<void> | undefined}
     */
    loading: Promise<void> | undefined;
    /** The messages as a page shows them. Between what is stale and what is new there may be a hole. */
    get shown(): import("../types/protocol.js").Message[];
    /**
     * A live message, or an own one.
     * @param {Message} message
     */
    add(message: Message): boolean;
    /**
     * A message as it is now.
     * @param {Message} message
     */
    change(message: Message): boolean;
    /**
     * A message is kept no longer.
     * @param {string} id
     */
    remove(id: string): boolean;
    /** @param {{messages: Message[], cursor: number, isFinished: boolean}} page of `message.history`, or of this device, with falling `seq` */
    addOlder(page: {
        messages: Message[];
        cursor: number;
        isFinished: boolean;
    }): void;
    /** No page came: what is told from now on would leave a hole behind what was. Returns whether there was any. */
    fail(): boolean;
    /**
     * Keeps the newest `count`; older ones can be read again.
     * @param {number} count
     */
    trim(count: number): void;
    #private;
}
export type Message = import("../types/protocol.js").Message;

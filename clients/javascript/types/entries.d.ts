/**
 * The entries of an outbox that a tab knows, and how the last ones have gone: the storage may still have had them when it
 * was read, and a tab that was frozen asks what became of them.
 */
export class Entries {
    /**
     * Of all conversations or of one, in the order of writing, which is that of their ids.
     * @param {string} [conversationID]
     * @returns {OutboxEntry[]}
     */
    list(conversationID?: string | undefined): OutboxEntry[];
    /**
     * The first of a conversation that waits.
     * @param {string} conversationID
     */
    first(conversationID: string): import("./types.js").OutboxEntry | undefined;
    /** @param {string} clientMsgId */
    get(clientMsgId: string): import("./types.js").OutboxEntry | undefined;
    /** @param {string} clientMsgId */
    hasSeen(clientMsgId: string): boolean;
    /**
     * Names an entry that is written now.
     * @param {number} now
     */
    nextID(now: number): string;
    /** @param {OutboxEntry} entry */
    set(entry: OutboxEntry): void;
    /**
     * Takes in an entry of an earlier page or another tab: what is written here comes after it.
     * @param {OutboxEntry} entry
     */
    takeIn(entry: OutboxEntry): void;
    /**
     * An entry has gone. Returns whether it was here.
     * @param {EntryBroadcast} broadcast
     */
    remove(broadcast: EntryBroadcast): boolean;
    clear(): void;
    /**
     * Says whether a message is stored, failed or discarded; nothing while it waits, since all tabs hear of it in time. One
     * that is unknown, since this tab is newer, is sent again: the gateway stores it once.
     * @param {string} clientMsgId
     * @returns {EntryBroadcast | undefined}
     */
    outcome(clientMsgId: string): EntryBroadcast | undefined;
    #private;
}
/**
 * A broadcast about an entry.
 */
export type OutboxEntry = import("./types.js").OutboxEntry;
export type EntryBroadcast = {
    name: string;
    data: any;
};

/** @typedef {import("../types/protocol.js").Conversation} Conversation */
/**
 * Reads the whole list of conversations. What events say meanwhile is newer than a page, or another event follows it.
 */
export class ListReader {
    /** @param {string} event @param {any} data */
    touch(event: string, data: any): void;
    /**
     * @param {(op: string, data: object) => Promise<any>} request
     * @returns {Promise<Conversation[]>}
     */
    read(request: (op: string, data: object) => Promise<any>): Promise<Conversation[]>;
    #private;
}
export type Conversation = import("../types/protocol.js").Conversation;

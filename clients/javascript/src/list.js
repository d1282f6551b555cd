/** @typedef {import("../types/protocol.js").Conversation} Conversation */

/**
 * Reads the whole list of conversations. What events say meanwhile is newer than a page, or another event follows it.
 */
export class ListReader {
    /**
     * What events have said: null for deleted.
     * @type {Map<string, Conversation | null>}
     */
    #touched = new Map();

    /** @param {string} event @param {any} data */
    touch(event, data) {
        if (event === "conversation.deleted") for (const id of data.conversationIDs) this.#touched.set(id, null);
        else for (const conversation of data.conversations) this.#touched.set(conversation.conversationID, conversation);
    }

    /**
     * @param {(op: string, data: object) => Promise<any>} request
     * @returns {Promise<Conversation[]>}
     */
    async read(request) {
        /** @type {Map<string, Conversation>} */
        const list = new Map();
        for (let nextSeq = 0, isFinished = false; !isFinished; ) {
            const page = await request("conversation.list", { nextSeq, count: 100 });
            for (const conversation of page.conversations) list.set(conversation.conversationID, conversation);
            ({ nextSeq, isFinished } = page);
        }
        for (const [id, conversation] of this.#touched) {
            if (conversation) list.set(id, conversation);
            else list.delete(id);
        }
        return [...list.values()];
    }
}

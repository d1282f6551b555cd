/**
 * Messages on their way, kept in the storage until the gateway has acknowledged them. Of each conversation one is under
 * way at a time, in the order in which they were written, with the same `clientMsgId` for each try: so none is lost,
 * doubled or overtaken. One that is older than the gateway knows that id is looked for before it is sent. A message that the
 * gateway refuses stays, failed, until it is sent again or discarded.
 *
 * `change` tells that entries have come, gone or failed; `sent` that one was stored, as the message that it is now.
 * @extends {Emitter<{change: void, sent: Message, unsaved: MartletError}>}
 */
export class Outbox extends Emitter<{
    change: void;
    sent: Message;
    unsaved: MartletError;
}> {
    /**
     * @param {object} options
     * @param {import("./types.js").AnyLink} options.link
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./clock.js").Clock} options.clock
     * @param {string} options.user
     */
    constructor({ link, storage, clock, user }: {
        link: import("./types.js").AnyLink;
        storage: import("./types.js").Storage;
        clock: import("./clock.js").Clock;
        user: string;
    });
    link: import("./types.js").AnyLink;
    storage: import("./types.js").Storage;
    clock: import("./clock.js").Clock;
    user: string;
    /**
     * All messages on their way, or of one conversation, in the order of writing.
     * @param {string} [conversationID]
     * @returns {OutboxEntry[]}
     */
    entries(conversationID?: string | undefined): OutboxEntry[];
    /** Takes in what an earlier page, or another tab, has left in the storage. */
    load(): Promise<void>;
    /**
     * Writes a message. The promise waits for the gateway's acknowledgement, however long that takes.
     * @param {string} conversationID
     * @param {{type?: number, body: object} & Record<string, any>} message
     * @param {import("./types.js").WaitingFile[]} [files] that go first: `media.js` uploads them
     * @returns {{clientMsgId: string, stored: Promise<Message>}}
     */
    add(conversationID: string, message: {
        type?: number;
        body: object;
    } & Record<string, any>, files?: import("./types.js").WaitingFile[] | undefined): {
        clientMsgId: string;
        stored: Promise<Message>;
    };
    /**
     * An entry is new, or its files are uploaded.
     * @param {OutboxEntry} entry
     */
    put(entry: OutboxEntry): void;
    /**
     * Sends a failed message again, after those of its conversation that wait.
     * @param {string} clientMsgId
     */
    retry(clientMsgId: string): Promise<{
        clientMsgId: string;
        stored: Promise<Message>;
    } | undefined>;
    /**
     * Forgets a message that has failed, or whose files are on their way.
     * @param {string} clientMsgId
     */
    discard(clientMsgId: string): Promise<void>;
    flush(): Promise<any>;
    /** Forgets all messages; when it is done, nothing more is written. */
    clear(): Promise<void>;
    /** @param {OutboxEntry} entry @param {any} error as JSON */
    fail(entry: OutboxEntry, error: any): void;
    #private;
}
export type OutboxEntry = import("./types.js").OutboxEntry;
export type Message = import("../types/protocol.js").Message;
import { MartletError } from "./errors.js";
import { Emitter } from "./emitter.js";

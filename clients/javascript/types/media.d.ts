/**
 * The pictures and files of a client.
 * @param {Client} client
 * @param {MediaOptions} [options] those of the first call count
 */
export function mediaOf(client: Client, options?: MediaOptions | undefined): Media;
export { lookAt };
/**
 * Pictures and files: uploads, messages that wait for theirs, and URLs. A client has one: `mediaOf`.
 *
 * `change` names messages of the outbox whose uploads have gone on.
 * @extends {Emitter<{change: Set<string>}>}
 */
export class Media extends Emitter<{
    change: Set<string>;
}> {
    /** @param {Client} client @param {MediaOptions} options */
    constructor(client: Client, options: MediaOptions);
    client: import("./client.js").Client;
    options: MediaOptions;
    /**
     * Uploads a file, or the one at a path.
     * @param {UploadFile | string} file
     * @param {UploadOptions} [options]
     */
    upload(file: UploadFile | string, options?: import("./upload.js").UploadOptions | undefined): Promise<import("./upload.js").Uploaded>;
    /**
     * A URL at which the user may read a medium, for an hour at most. Those that are asked for together are asked of the
     * gateway together, and known ones are given at once.
     * @param {string} mediaID
     * @returns {Promise<string>}
     */
    url(mediaID: string): Promise<string>;
    /**
     * The URL has not worked: the next time another is asked for.
     * @param {string} mediaID
     */
    forget(mediaID: string): void;
    /**
     * Sends a message with files, ten at most. It waits in the outbox as `uploading` until they are uploaded; messages that
     * are written meanwhile go before it. The promise waits for the acknowledgement.
     * @param {string} conversationID
     * @param {Array<UploadFile | string | Attached>} files
     * @param {{type?: number, body?: object} & Record<string, any>} [message]
     * @returns {Promise<Message>}
     */
    send(conversationID: string, files: Array<UploadFile | string | Attached>, message?: ({
        type?: number | undefined;
        body?: object | undefined;
    } & Record<string, any>) | undefined): Promise<Message>;
    /**
     * How far the upload of a message of the outbox is; undefined if it is not under way here.
     * @param {string} clientMsgId
     */
    progress(clientMsgId: string): {
        sent: number;
        size: number;
    } | undefined;
    /**
     * A file that this page has itself, by its key in an entry of the outbox or by its id.
     * @param {string} name
     */
    local(name: string): import("./upload.js").UploadFile | undefined;
    flush(): Promise<any>;
    /** The client forgets what is kept of its user. */
    clear(): Promise<void>;
    #private;
}
export type Client = import("./client.js").Client;
export type OutboxEntry = import("./types.js").OutboxEntry;
export type WaitingFile = import("./types.js").WaitingFile;
export type Change = import("./types.js").Change;
export type UploadFile = import("./upload.js").UploadFile;
export type UploadOptions = import("./upload.js").UploadOptions;
export type Message = import("../types/protocol.js").Message;
export type MediaOptions = {
    /**
     * opens a file by its path: `openFile` of `file.js`
     *
     * A file of a message, and what is known of it already.
     */
    open?: ((path: string) => Promise<UploadFile>) | undefined;
};
export type Attached = {
    file: UploadFile;
    name?: string;
    type?: string;
    width?: number;
    height?: number;
    thumbnail?: Blob;
};
import { lookAt } from "./thumbnail.js";
import { Emitter } from "./emitter.js";

import { Emitter, gathered } from "./emitter.js";
import { asMartletError, isOfConnection, MartletError } from "./errors.js";
import { randomName } from "./ids.js";
import { IndexedDBStorage } from "./indexeddb.js";
import { MediaURLs } from "./mediaurls.js";
import { lookAt } from "./thumbnail.js";
import { upload } from "./upload.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./types.js").OutboxEntry} OutboxEntry
 * @typedef {import("./types.js").WaitingFile} WaitingFile
 * @typedef {import("./types.js").Change} Change
 * @typedef {import("./upload.js").UploadFile} UploadFile
 * @typedef {import("./upload.js").UploadOptions} UploadOptions
 * @typedef {import("../types/protocol.js").Message} Message
 *
 * @typedef {object} MediaOptions
 * @property {(path: string) => Promise<UploadFile>} [open] opens a file by its path: `openFile` of `file.js`
 *
 * A file of a message, and what is known of it already.
 * @typedef {{file: UploadFile, name?: string, type?: string, width?: number, height?: number, thumbnail?: Blob}} Attached
 */

export { lookAt };

/** Where files wait in the storage. */
const space = "uploads";
/** A file that no message waits for was left behind: its message was discarded by a page that was closed meanwhile. */
const leftMilliseconds = 86_400_000;
/** So many messages upload at a time. */
const atOnce = 2;

/**
 * Pictures and files: uploads, messages that wait for theirs, and URLs. A client has one: `mediaOf`.
 *
 * `change` names messages of the outbox whose uploads have gone on.
 * @extends {Emitter<{change: Set<string>}>}
 */
export class Media extends Emitter {
    /**
     * Of messages that are uploading here, by their `clientMsgId`.
     * @type {Map<string, {end: AbortController, sent: number, size: number}>}
     */
    #jobs = new Map();
    /**
     * Files of this page, by their keys, and then by their ids.
     * @type {Map<string, UploadFile>}
     */
    #files = new Map();
    #running = 0;
    /** @type {Array<() => void>} */
    #queue = [];
    #isCleared = false;
    /** @type {Promise<any>} */
    #writing = Promise.resolve();
    #urls;
    #tell;

    /** @param {Client} client @param {MediaOptions} options */
    constructor(client, options) {
        super();
        this.client = client;
        this.options = options;
        this.#urls = new MediaURLs(client);
        this.#tell = gathered((ids) => this.emit("change", ids));
        client.outbox.on("change", () => this.#look());
        client.on("state", () => this.#look());
        client.writers.add(this);
        this.#look();
        this.#forgetLeft();
    }

    /**
     * Uploads a file, or the one at a path.
     * @param {UploadFile | string} file
     * @param {UploadOptions} [options]
     */
    async upload(file, options) {
        return upload(this.client, await this.#opened(file), options);
    }

    /**
     * A URL at which the user may read a medium, for an hour at most. Those that are asked for together are asked of the
     * gateway together, and known ones are given at once.
     * @param {string} mediaID
     * @returns {Promise<string>}
     */
    url(mediaID) {
        return this.#urls.url(mediaID);
    }

    /**
     * The URL has not worked: the next time another is asked for.
     * @param {string} mediaID
     */
    forget(mediaID) {
        this.#urls.forget(mediaID);
    }

    /**
     * Sends a message with files, ten at most. It waits in the outbox as `uploading` until they are uploaded; messages that
     * are written meanwhile go before it. The promise waits for the acknowledgement.
     * @param {string} conversationID
     * @param {Array<UploadFile | string | Attached>} files
     * @param {{type?: number, body?: object} & Record<string, any>} [message]
     * @returns {Promise<Message>}
     */
    async send(conversationID, files, message = {}) {
        const waiting = await Promise.all(files.map((file) => this.#attached(file)));
        const type = waiting.every((file) => file.type.startsWith("image/")) ? 1 : 6;
        const { stored } = this.client.outbox.add(conversationID, { type, body: {}, ...message }, waiting);
        this.#keep(waiting);
        return stored;
    }

    /**
     * How far the upload of a message of the outbox is; undefined if it is not under way here.
     * @param {string} clientMsgId
     */
    progress(clientMsgId) {
        const job = this.#jobs.get(clientMsgId);
        return job && { sent: job.sent, size: job.size };
    }

    /**
     * A file that this page has itself, by its key in an entry of the outbox or by its id.
     * @param {string} name
     */
    local(name) {
        return this.#files.get(name);
    }

    flush() {
        return this.#writing;
    }

    /** The client forgets what is kept of its user. */
    async clear() {
        this.#isCleared = true;
        for (const { end } of this.#jobs.values()) end.abort();
        await this.#writing;
        this.#files.clear();
    }

    /** @param {UploadFile | string} file */
    #opened(file) {
        if (typeof file !== "string") return file;
        if (!this.options.open) throw new TypeError("mediaOf needs `open` to read a path");
        return this.options.open(file);
    }

    /** @param {UploadFile | string | Attached} given @returns {Promise<WaitingFile>} */
    async #attached(given) {
        const attached = typeof given !== "string" && "file" in given ? given : { file: await this.#opened(given) };
        const { file, name = file.name ?? "file", type = file.type || "application/octet-stream" } = attached;
        const { width, height, thumbnail } =
            attached.width || !(file instanceof Blob) ? attached : { ...attached, ...(await lookAt(file)) };
        const key = randomName();
        this.#files.set(key, file);
        if (thumbnail) this.#files.set(thumbnailOf(key), thumbnail);
        return { key, name, type, size: file.size, ...(width && height && { width, height }), ...(thumbnail && { thumbnail: true }) };
    }

    /**
     * Has the storage keep files as far as it can, so that the next run goes on.
     * @param {WaitingFile[]} waiting
     */
    #keep(waiting) {
        const names = waiting.flatMap(({ key, thumbnail }) => (thumbnail ? [key, thumbnailOf(key)] : [key]));
        const time = Date.now();
        const keepsBlobs = this.client.storage instanceof IndexedDBStorage;
        /** @type {Change[]} */
        const changes = names.map((name) => {
            const file = this.#files.get(name);
            return [space, name, file?.path ? { path: file.path, time } : { file: keepsBlobs ? file : undefined, time }];
        });
        this.#write(changes);
    }

    /** @param {Change[]} changes */
    #write(changes) {
        if (changes.length === 0 || this.#isCleared) return;
        // Without it the upload goes on, and only a restart would end it.
        this.#writing = this.#writing
            .then(() => this.client.storage.write(changes))
            .catch((error) => this.client.emit("unsaved", asMartletError(error)));
    }

    /** @param {string[]} names */
    #remove(names) {
        this.#write(names.map((name) => [space, name]));
    }

    /** Begins what waits, and ends what was discarded. */
    #look() {
        if (this.#isCleared) return;
        const { outbox, state } = this.client;
        const uploading = new Map(outbox.entries().flatMap((entry) => (entry.state === "uploading" ? [[entry.clientMsgId, entry]] : [])));
        for (const [id, { end }] of this.#jobs) if (!uploading.has(id)) end.abort();
        if (state.name === "stopped" || state.name === "ended") return;
        for (const [id, entry] of uploading) if (!this.#jobs.has(id)) this.#begin(entry);
    }

    /** @param {OutboxEntry} entry */
    async #begin(entry) {
        const { clientMsgId, files = [] } = entry;
        const size = files.reduce((sum, file) => sum + file.size, 0);
        const job = { end: new AbortController(), sent: 0, size };
        this.#jobs.set(clientMsgId, job);
        try {
            await locked(`martlet-upload-${clientMsgId}`, job.end.signal, () => this.#inTurn(() => this.#run(entry, job)));
        } catch (error) {
            const reason = asMartletError(error);
            // A client that was stopped goes on with it when it connects again.
            if (!job.end.signal.aborted && !isOfConnection(reason)) this.client.outbox.fail(entry, reason.toJSON());
        }
        this.#jobs.delete(clientMsgId);
        this.#tell([clientMsgId]);
        const now = this.#entry(clientMsgId);
        if (!now?.files) this.#forgetFiles(files);
        else if (now.state === "uploading" && job.end.signal.aborted) this.#look();
    }

    /** @param {OutboxEntry} entry @param {{end: AbortController, sent: number, size: number}} job */
    async #run(entry, job) {
        const { clientMsgId } = entry;
        // Another tab, which had the lock, may have done it.
        if (this.#entry(clientMsgId)?.state !== "uploading") return;
        const media = [];
        let before = 0;
        for (const file of entry.files ?? []) {
            media.push(await this.#uploadWaiting(file, job.end.signal, (sent) => {
                job.sent = before + sent;
                this.#tell([clientMsgId]);
            }));
            before += file.size;
        }
        if (this.#entry(clientMsgId)?.state !== "uploading") return;
        this.client.outbox.put({ ...entry, files: undefined, state: "waiting", message: { ...entry.message, media } });
    }

    /**
     * @param {WaitingFile} waiting @param {AbortSignal} signal @param {(sent: number) => void} onProgress
     * @returns {Promise<string>} its id
     */
    async #uploadWaiting({ key, name, type, width, height, thumbnail: hasThumbnail }, signal, onProgress) {
        const small = hasThumbnail && (await this.#waiting(thumbnailOf(key)));
        const thumbnail = small ? (await upload(this.client, small, { key: thumbnailOf(key), name, signal })).mediaID : undefined;
        const file = await this.#waiting(key);
        if (!file) throw new MartletError({ name: "fileGone", message: `${name} is not there any more` });
        const { mediaID } = await upload(this.client, file, { key, name, type, width, height, thumbnail, signal, onProgress });
        this.#files.set(mediaID, small || file);
        return mediaID;
    }

    /**
     * A file of this page, or of an earlier one.
     * @param {string} name @returns {Promise<UploadFile | undefined>}
     */
    async #waiting(name) {
        const known = this.#files.get(name);
        if (known) return known;
        const [row] = await this.client.storage.range(space, name, `${name} `, 1);
        const { path, file } = row?.[1] ?? {};
        const found = path === undefined ? file : await this.#opened(path);
        if (found) this.#files.set(name, found);
        return found;
    }

    /** @param {WaitingFile[]} files */
    #forgetFiles(files) {
        const names = files.flatMap(({ key }) => [key, thumbnailOf(key)]);
        for (const name of names) this.#files.delete(name);
        this.#remove(names);
    }

    async #forgetLeft() {
        const { storage } = this.client;
        try {
            const [rows, entries] = await Promise.all([storage.range(space), storage.range("outbox")]);
            const wanted = new Set(entries.flatMap(([, { files = [] }]) => files.map((/** @type {WaitingFile} */ { key }) => key)));
            const left = rows.filter(([, { time }]) => time < Date.now() - leftMilliseconds).map(([name]) => name);
            this.#remove(left.filter((name) => !wanted.has(name.replace(thumbnailEnd, ""))));
        } catch (error) {
            this.client.emit("unsaved", asMartletError(error));
        }
    }

    /** @param {string} clientMsgId */
    #entry(clientMsgId) {
        return this.client.outbox.entries().find((entry) => entry.clientMsgId === clientMsgId);
    }

    /** @template Result @param {() => Promise<Result>} act */
    async #inTurn(act) {
        if (this.#running >= atOnce) await new Promise((resolve) => this.#queue.push(() => resolve(undefined)));
        else this.#running++;
        try {
            return await act();
        } finally {
            const next = this.#queue.shift();
            if (next) next();
            else this.#running--;
        }
    }
}

const thumbnailEnd = "-small";

/** @param {string} key */
const thumbnailOf = (key) => key + thumbnailEnd;

/**
 * Does it while no other page of this browser does: a page that is closed leaves it to the next one.
 * @template Result
 * @param {string} name @param {AbortSignal} signal @param {() => Promise<Result>} act
 * @returns {Promise<Result>}
 */
const locked = (name, signal, act) =>
    globalThis.navigator?.locks ? navigator.locks.request(name, { signal }, act) : act();

/** @type {WeakMap<Client, Media>} */
const known = new WeakMap();

/**
 * The pictures and files of a client.
 * @param {Client} client
 * @param {MediaOptions} [options] those of the first call count
 */
export function mediaOf(client, options = {}) {
    const media = known.get(client) ?? new Media(client, options);
    known.set(client, media);
    return media;
}

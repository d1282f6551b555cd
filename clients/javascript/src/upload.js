import { systemClock } from "./clock.js";
import { retryDelay } from "./closing.js";
import { MartletError } from "./errors.js";
import { aborted, transfer } from "./transfer.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./transfer.js").Bytes} Bytes
 *
 * A `File`, a `Blob` with a name, or a file of Node: `openFile` of `file.js`.
 * @typedef {{size: number, slice(start?: number, end?: number): Bytes, name?: string, type?: string, path?: string}} UploadFile
 *
 * @typedef {object} UploadOptions
 * @property {"message"|"avatar"} [use] `avatar`: a picture of a user or a group, whose `url` is public and stays the same
 * @property {string} [name] the file's own unless given
 * @property {string} [type] its media type; the file's own unless given
 * @property {number} [width] of a picture or film, in pixels
 * @property {number} [height]
 * @property {string} [thumbnail] the id of a small picture of it, which was uploaded before
 * @property {string} [key] names the upload: a repeat with the same key goes on with it, also after a restart
 * @property {(sent: number, size: number) => void} [onProgress] how many bytes have gone out
 * @property {AbortSignal} [signal] stops it; a later call with the same `key` goes on
 *
 * @typedef {{mediaID: string, state: string, type: string, size: number, width?: number, height?: number, verified?: string, url?: string}} Uploaded
 */

/** A digest is made of a file in memory: of larger ones none is. */
const digestBytes = 64 * 1024 * 1024;
/** Without a browser, progress is told after each piece. */
const pieceBytes = 1024 * 1024;

/**
 * Uploads a file: asks where to, sends the bytes, and has the gateway look at them. A lost connection, a gateway that is
 * started again, and a URL that has ended only delay it: it goes on behind the bytes that have arrived.
 * @param {Client} client
 * @param {UploadFile} file
 * @param {UploadOptions} [options]
 * @returns {Promise<Uploaded>}
 */
export const upload = (client, file, options = {}) => new Upload(client, file, options).run();

class Upload {
    #clock;
    /** How many tries have failed since the last byte arrived. */
    #failures = 0;
    /** Whether a try has failed, so that only the gateway knows what has arrived. */
    #isResumed = false;
    /** Whether the last try's URL was not taken, or its bytes were changed on the way. */
    #hasEnded = false;
    /** What has arrived, as far as it is known. */
    #sent = 0;

    /** @param {Client} client @param {UploadFile} file @param {UploadOptions} options */
    constructor(client, file, options) {
        this.client = client;
        this.file = file;
        this.options = options;
        this.#clock = client.options.clock ?? systemClock;
    }

    /** @returns {Promise<Uploaded>} */
    async run() {
        const { file, options } = this;
        const { use, width, height, thumbnail } = options;
        const name = (options.name ?? file.name ?? "file").slice(-255);
        const type = mediaType(options.type ?? file.type);
        const sha256 = await digestOf(file);
        const data = { name, type, size: file.size, ...(sha256 && { sha256 }), ...(use && { use }) };
        let { mediaID, upload: plan } = await this.#request("media.prepare", data, options.key);
        const known = { ...(width && height && { width, height }), ...(thumbnail && { thumbnail }) };
        // Without a plan the gateway has the bytes already.
        while (plan && !(await this.#tried(plan))) ({ upload: plan } = await this.#request("media.prepare", { mediaID }));
        const ok = await this.#request("media.complete", { mediaID, ...known });
        if (ok.state === "refused") throw new MartletError({ name: "mediaRefused", message: `the gateway has refused ${name}` });
        return { mediaID, ...ok };
    }

    /**
     * Waits for a connection, if there is none.
     * @param {string} op @param {object} data @param {string} [key] @returns {Promise<any>}
     */
    #request(op, data, key) {
        const reply = this.client.request(/** @type {any} */ (op), /** @type {any} */ (data), { timeout: 0, key });
        return unlessAborted(reply, this.options.signal);
    }

    /**
     * Whether all has been sent. Otherwise another plan may do better, after a while.
     * @param {any} plan
     */
    async #tried(plan) {
        const before = this.#sent;
        try {
            await this.#send(plan);
            return this.#sent === this.file.size;
        } catch (error) {
            const { name } = /** @type {MartletError} */ (error);
            const isAgain = this.#hasEnded && this.#sent === before;
            this.#hasEnded = name === "urlEnded" || name === "otherDigest";
            if ((isAgain && this.#hasEnded) || (name !== "connectionLost" && !this.#hasEnded)) throw error;
            // A file that cannot be read any more looks like a lost connection.
            await this.file.slice(this.#sent, this.#sent + 1).arrayBuffer().catch(() => {
                throw new MartletError({ name: "fileGone", message: "the file cannot be read any more" });
            });
            this.#failures = this.#sent > before ? 1 : this.#failures + 1;
            this.#isResumed = true;
            await this.#pause();
            return false;
        }
    }

    /** @param {any} plan */
    #send(plan) {
        if (plan.kind === "offsets") return this.#sendFromOffset(plan);
        if (plan.kind === "parts") return this.#sendParts(plan);
        return plan.kind === "form" ? this.#sendForm(plan) : this.#sendAll(plan);
    }

    /**
     * To the gateway itself, behind what it has.
     * @param {{url: string, pieceBytes?: number}} plan
     */
    async #sendFromOffset(plan) {
        const { file } = this;
        const url = this.#absolute(plan.url);
        if (this.#isResumed) await this.#findOffset(url);
        const most = Math.min(plan.pieceBytes ?? pieceBytes, globalThis.XMLHttpRequest ? Infinity : pieceBytes);
        do {
            const start = this.#sent;
            const body = file.slice(start, start + most);
            const headers = { "Upload-Offset": String(start), "Content-Type": "application/offset+octet-stream" };
            const answer = await this.#transfer("PATCH", url, body, Math.min(most, file.size - start), headers);
            if (answer.status === 409) await this.#findOffset(url);
            else this.#arrived(Math.min(start + most, file.size));
        } while (this.#sent < file.size);
    }

    /** @param {string} url */
    async #findOffset(url) {
        const answer = await this.#transfer("HEAD", url);
        const offset = Number(answer.header("Upload-Offset") ?? NaN);
        if (!(offset >= 0 && offset <= this.file.size)) {
            throw new MartletError({ name: "notUploaded", message: "the gateway does not say what has arrived" });
        }
        this.#arrived(offset);
    }

    /** @param {{url: string, headers?: Record<string, string>}} plan */
    async #sendAll({ url, headers }) {
        await this.#transfer("PUT", this.#absolute(url), this.file.slice(), this.file.size, headers);
        this.#arrived(this.file.size);
    }

    /** @param {{url: string, fields: Record<string, string>}} plan */
    async #sendForm({ url, fields }) {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        // The file comes last: a store takes nothing behind it.
        form.append("file", new Blob([await this.file.slice().arrayBuffer()]));
        await this.#transfer("POST", this.#absolute(url), form, this.file.size);
        this.#arrived(this.file.size);
    }

    /**
     * The next plan has the URLs of more of them.
     * @param {{bytes: number, first: number, urls: string[]}} plan
     */
    async #sendParts({ bytes, first, urls }) {
        const { size } = this.file;
        this.#arrived(Math.min((first - 1) * bytes, size));
        for (const url of urls) {
            const start = this.#sent;
            const end = Math.min(start + bytes, size);
            if (start < end) await this.#transfer("PUT", url, this.file.slice(start, end), end - start);
            this.#arrived(end);
        }
    }

    /**
     * @param {string} method @param {string} url @param {any} [body] @param {number} [size] @param {Record<string, string>} [headers]
     */
    async #transfer(method, url, body, size, headers) {
        const { onProgress, signal } = this.options;
        const before = this.#sent;
        const tell = (/** @type {number} */ sent) => onProgress?.(before + Math.min(sent, size ?? 0), this.file.size);
        const answer = await transfer({ method, url, headers, body, size, signal, onProgress: body && tell });
        const { status } = answer;
        if (status < 300 || (status === 409 && method === "PATCH")) return answer;
        throw new MartletError(problemOf(status));
    }

    /** @param {number} bytes */
    #arrived(bytes) {
        this.#sent = bytes;
        this.options.onProgress?.(bytes, this.file.size);
    }

    /**
     * A gateway's own URLs are paths.
     * @param {string} url
     */
    #absolute(url) {
        return absolute(this.client, url);
    }

    /** Until it makes sense to try again: a while, or until the client has a session again. */
    async #pause() {
        const { client } = this;
        /** @type {(value?: any) => void} */
        let end = () => {};
        const waited = new Promise((resolve) => (end = resolve));
        const timer = this.#clock.after(end, retryDelay(this.#failures, this.#clock.random));
        const forget = client.on("state", ({ name }) => name === "open" && end());
        try {
            await unlessAborted(waited, this.options.signal);
        } finally {
            this.#clock.cancel(timer);
            forget();
        }
    }
}

/** @param {number} status of HTTP */
function problemOf(status) {
    if (status >= 500 || status === 408 || status === 425 || status === 429) return { name: "connectionLost" };
    // Its time is over, or it belonged to a store that is no more: another may work.
    if (status === 401 || status === 403 || status === 404 || status === 410) return { name: "urlEnded" };
    const names = /** @type {Record<number, string>} */ ({ 413: "tooLarge", 460: "otherDigest" });
    return { system: "http", code: status, name: names[status] ?? "notUploaded", message: `HTTP ${status}` };
}

/**
 * SHA-256 as the gateway takes it; undefined where none can be made.
 * @param {UploadFile} file
 */
async function digestOf(file) {
    if (!globalThis.crypto?.subtle || file.size > digestBytes) return undefined;
    const digest = await crypto.subtle.digest("SHA-256", await file.slice().arrayBuffer());
    const text = btoa(String.fromCharCode(...new Uint8Array(digest)));
    return text.replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
}

/**
 * In small letters and without parameters, as the gateway takes it.
 * @param {string} [type]
 */
const mediaType = (type) => type?.split(";")[0].trim().toLowerCase() || "application/octet-stream";

/** @param {Client} client @param {string} url a URL, or a path at the gateway */
export const absolute = (client, url) => new URL(url, client.options.url.replace(/^ws/, "http")).href;

/**
 * @template Reply
 * @param {Promise<Reply>} reply
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reply>}
 */
function unlessAborted(reply, signal) {
    return new Promise((resolve, reject) => {
        const abort = () => reject(aborted());
        if (signal?.aborted) return abort();
        signal?.addEventListener("abort", abort);
        reply.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
    });
}

import { MartletError } from "./errors.js";

/**
 * The shared files of a group, by pieces.
 * @typedef {import("./client.js").Client} Client
 * @typedef {{onProgress?: (bytes: number, size: number) => void, signal?: AbortSignal}} TransferOptions
 */

/** What one `group.putFile` takes. */
const pieceBytes = 32_768;

/**
 * Shares a file with a group. A lost connection only delays it. After `signal` or an error, `resumeUpload` goes on with the
 * `fileID` that `onAdded` has told.
 * @param {Client} client
 * @param {string} groupID
 * @param {string} name
 * @param {Blob} content
 * @param {TransferOptions & {onAdded?: (fileID: string) => void}} [options]
 * @returns {Promise<string>} the file's id
 */
export async function upload(client, groupID, name, content, options = {}) {
    const adding = client.request("group.addFile", { groupID, name, size: content.size }, { timeout: 0 });
    const { fileID } = await unlessAborted(adding, options.signal);
    options.onAdded?.(fileID);
    await resumeUpload(client, groupID, fileID, content, 0, options);
    return fileID;
}

/**
 * @param {Client} client
 * @param {string} groupID
 * @param {string} fileID
 * @param {Blob} content
 * @param {number} received how many bytes the gateway has, as `group.files` says
 * @param {TransferOptions} [options]
 */
export async function resumeUpload(client, groupID, fileID, content, received, options = {}) {
    const { onProgress, signal } = options;
    for (let offset = received; offset < content.size; ) {
        throwIfAborted(signal);
        const piece = await content.slice(offset, offset + pieceBytes).arrayBuffer();
        const put = client.request("group.putFile", { groupID, fileID, offset, data: { b: toBase64(piece) } }, { timeout: 0 });
        const reply = await unlessAborted(put, signal);
        offset = reply.received;
        onProgress?.(offset, content.size);
    }
}

/**
 * @param {Client} client
 * @param {string} groupID
 * @param {string} fileID
 * @param {TransferOptions} [options]
 * @returns {Promise<Blob>}
 */
export async function download(client, groupID, fileID, options = {}) {
    const { onProgress, signal } = options;
    /** @type {Uint8Array[]} */
    const pieces = [];
    for (let offset = 0, isFinished = false; !isFinished; ) {
        throwIfAborted(signal);
        const got = client.request("group.getFile", { groupID, fileID, offset }, { key: null, timeout: 0 });
        const reply = await unlessAborted(got, signal);
        const piece = fromBase64(reply.data.b);
        pieces.push(piece);
        offset += piece.length;
        isFinished = reply.isFinished;
        onProgress?.(offset, reply.size);
    }
    return new Blob(pieces);
}

/** @param {AbortSignal} [signal] */
function throwIfAborted(signal) {
    if (signal?.aborted) throw aborted();
}

/**
 * A reply, which can take as long as there is no connection.
 * @template Reply
 * @param {Promise<Reply>} reply
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reply>}
 */
function unlessAborted(reply, signal) {
    return new Promise((resolve, reject) => {
        const abort = () => reject(aborted());
        signal?.addEventListener("abort", abort);
        reply.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
    });
}

const aborted = () => new MartletError({ name: "stopped", message: "the transfer was stopped" });

/** @param {ArrayBuffer} bytes */
function toBase64(bytes) {
    let text = "";
    for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
    return btoa(text);
}

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

import { MartletError } from "./errors.js";

/**
 * A body on its way to a server: a `Blob`, or what is read like one.
 * @typedef {{arrayBuffer(): Promise<ArrayBuffer>}} Bytes
 * @typedef {object} Transfer
 * @property {string} method
 * @property {string} url
 * @property {Record<string, string>} [headers]
 * @property {Bytes | FormData} [body]
 * @property {number} [size] of the body, for how long it may take
 * @property {AbortSignal} [signal]
 * @property {(sent: number) => void} [onProgress]
 *
 * @typedef {{status: number, header(name: string): string | null}} Answer
 */

/** A connection on which nothing moves for so long is given up: it is tried again at what has arrived. */
const patience = 30_000;
/** Slower than this, in bytes each millisecond, the gateway closes the connection as well (U-16: slow uploads). */
const slowest = 1;

/**
 * Sends it and reads the answer's head. In a browser by `XMLHttpRequest`, which alone tells how much has gone out.
 * @param {Transfer} transfer
 * @returns {Promise<Answer>}
 */
export const transfer = (transfer) => (globalThis.XMLHttpRequest ? byXMLHttpRequest(transfer) : byFetch(transfer));

/** @param {Transfer} transfer @returns {Promise<Answer>} */
function byXMLHttpRequest({ method, url, headers = {}, body, signal, onProgress }) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(aborted());
        const request = new XMLHttpRequest();
        /** @type {any} */
        let timer;
        const watch = () => {
            clearTimeout(timer);
            timer = setTimeout(() => request.abort(), patience);
        };
        const abort = () => request.abort();
        signal?.addEventListener("abort", abort);
        request.open(method, url);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded }) => {
            watch();
            onProgress?.(loaded);
        };
        request.onload = () => resolve({ status: request.status, header: (name) => request.getResponseHeader(name) });
        request.onerror = () => reject(lost());
        request.onabort = () => reject(signal?.aborted ? aborted() : lost());
        request.onloadend = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", abort);
        };
        watch();
        request.send(/** @type {any} */ (body));
    });
}

/** @param {Transfer} transfer @returns {Promise<Answer>} */
async function byFetch({ method, url, headers, body, size = 0, signal, onProgress }) {
    if (signal?.aborted) throw aborted();
    const bytes = body && "arrayBuffer" in body ? await body.arrayBuffer() : body;
    const end = new AbortController();
    const abort = () => end.abort();
    const timer = setTimeout(abort, patience + size / slowest);
    signal?.addEventListener("abort", abort);
    try {
        const response = await fetch(url, { method, headers, body: bytes, signal: end.signal });
        // The connection is free for the next one when this is read.
        await response.arrayBuffer();
        onProgress?.(size);
        return { status: response.status, header: (name) => response.headers.get(name) };
    } catch {
        throw signal?.aborted ? aborted() : lost();
    } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
    }
}

/** The application has stopped it. */
export const aborted = () => new MartletError({ name: "stopped", message: "the transfer was stopped" });

const lost = () => new MartletError({ name: "connectionLost", message: "the upload's connection was lost" });

export function transfer(transfer: Transfer): Promise<Answer>;
export function aborted(): MartletError;
/**
 * A body on its way to a server: a `Blob`, or what is read like one.
 */
export type Bytes = {
    arrayBuffer(): Promise<ArrayBuffer>;
};
/**
 * A body on its way to a server: a `Blob`, or what is read like one.
 */
export type Transfer = {
    method: string;
    url: string;
    headers?: Record<string, string> | undefined;
    body?: FormData | Bytes | undefined;
    /**
     * of the body, for how long it may take
     */
    size?: number | undefined;
    signal?: AbortSignal | undefined;
    onProgress?: ((sent: number) => void) | undefined;
};
/**
 * A body on its way to a server: a `Blob`, or what is read like one.
 */
export type Answer = {
    status: number;
    header(name: string): string | null;
};
import { MartletError } from "./errors.js";

/**
 * A WebSocket for Node before version 22, which has none: RFC 6455 for a client, as much of it as Martlet needs. It has no
 * compression and takes no binary messages. From version 22 on the client uses Node's own.
 */
export class NodeWebSocket {
    static CONNECTING: number;
    static OPEN: number;
    static CLOSING: number;
    static CLOSED: number;
    /** @param {string} url @param {string[]} [protocols] */
    constructor(url: string, protocols?: string[] | undefined);
    readyState: number;
    /** @type {((event: any) => void) | null} */
    onopen: ((event: any) => void) | null;
    /** @type {((event: any) => void) | null} */
    onmessage: ((event: any) => void) | null;
    /** @type {((event: any) => void) | null} */
    onclose: ((event: any) => void) | null;
    /** @type {((event: any) => void) | null} */
    onerror: ((event: any) => void) | null;
    /** @param {string} text */
    send(text: string): void;
    close(code?: number, reason?: string): void;
    #private;
}

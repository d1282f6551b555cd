/**
 * Up to where a device has each stream: docs/protocol.md#streams.
 */
export type Positions = {
    user: number;
    conversations: Record<string, number>;
    groups: Record<string, number>;
    changes: Record<string, number>;
    channels?: Record<string, number>;
    broadcasts?: number;
};
/**
 * An event of the gateway, or one of the client's own, `sync.…`.
 */
export type Incoming = {
    event: string;
    data: any;
    stream?: string;
    seq?: number;
};
/**
 * The reply to `session.open`, and the positions that were named in it.
 */
export type Login = {
    reply: any;
    named?: Positions;
};
/**
 * Why the gateway has ended the session, as `session.kicked` says it.
 */
export type Kick = {
    reason: string;
    device?: string;
    platform?: string;
    text?: string;
};
/**
 * - `stopped`: not started, or stopped by the application.
 * - `connecting`: a connection is made and the session opened.
 * - `open`: the session is open. `clockOffset` is how many milliseconds the gateway's clock is ahead of this one.
 * - `waiting`: the next attempt is at `retryAt`.
 * - `ended`: the client does not come back by itself, because of `reason`.
 */
export type State = {
    name: "stopped";
} | {
    name: "connecting";
} | {
    name: "open";
    session: string;
    clockOffset: number;
} | {
    name: "waiting";
    retryAt: number;
    reason: import("./errors.js").MartletError;
} | {
    name: "ended";
    reason: import("./errors.js").MartletError;
    kick?: Kick;
};
/**
 * What a link tells. Broadcasts go between tabs.
 */
export type LinkEvents = {
    state: State;
    /**
     * a session is open; without `named` also: this tab has missed something that the one with the session knows
     */
    login: Login;
    event: Incoming;
    /**
     * this tab has the connection from now on
     */
    leading: void;
    /**
     * another tab has the connection; this one may have missed what broadcasts told
     */
    following: void;
    /**
     * what another tab has told all
     */
    broadcast: {
        name: string;
        data: any;
    };
};
export type LinkOptions = {
    /**
     * of the gateway: `wss://…/v1/ws`
     */
    url: string;
    /**
     * the user who signs in
     */
    user: string;
    /**
     * gives a token; `refused` if the last one was not taken
     */
    token: (why: {
        refused: boolean;
    }) => Promise<string> | string;
    /**
     * the device's name
     */
    device?: (() => Promise<string> | string) | undefined;
    platform: string;
    /**
     * what this device has, for `resume`
     */
    positions: () => Positions | undefined;
    WebSocket?: {
        new (url: string | URL, protocols?: string | string[] | undefined): WebSocket;
        prototype: WebSocket;
        readonly CLOSED: number;
        readonly CLOSING: number;
        readonly CONNECTING: number;
        readonly OPEN: number;
    } | undefined;
    clock?: import("./clock.js").Clock | undefined;
};
/**
 * How a client reaches the gateway: by a connection of its own, or by one for all tabs.
 */
export type AnyLink = import("./emitter.js").Emitter<LinkEvents> & {
    leads: boolean;
    state: State;
    start(): void;
    stop(written?: Promise<unknown>): void;
    wake(): void;
    request(op: string, data?: object, options?: import("./requests.js").RequestOptions): Promise<any>;
    broadcast(name: string, data: any): void;
};
/**
 * A tab as its role, leading or following, sees it.
 */
export type Tab = {
    options: LinkOptions;
    calls: import("./calls.js").Calls;
    /**
     * tells the other tabs
     */
    post: (type: string, message: object) => void;
    /**
     * tells the client
     */
    tell: (name: keyof LinkEvents, data: any) => void;
    /**
     * takes the lead from the tab that has it
     */
    takeOver: () => void;
};
/**
 * A row that changes: its space, its key, and its value, which is JSON; undefined removes it.
 */
export type Change = [space: string, key: string, value?: any];
/**
 * Keeps rows in spaces, by the order of their keys.
 */
export type Storage = {
    /**
     * the rows of a
     * space with keys from `from` on and before `to`, the first `limit` of them; those that are not given bound nothing
     */
    range: (space: string, from?: string, to?: string, limit?: number) => Promise<Array<[string, any]>>;
    /**
     * has a row at once, until `write` has it
     */
    note?: ((space: string, key: string, value: any) => void) | undefined;
    /**
     * all of them or none
     */
    write: (changes: Change[]) => Promise<void>;
    /**
     * removes everything but the rows of these spaces that can be read, also
     * from a storage that is damaged
     */
    clear: (kept?: string[]) => Promise<void>;
    close?: (() => void) | undefined;
};
/**
 * A file of a message that is on its way: its name in the storage, and what is known of it.
 */
export type WaitingFile = {
    key: string;
    name: string;
    type: string;
    size: number;
    width?: number;
    height?: number;
    thumbnail?: boolean;
};
/**
 * A message that was not acknowledged yet.
 */
export type OutboxEntry = {
    clientMsgId: string;
    conversationID: string;
    /**
     * when it was written, by this device's clock
     */
    time: number;
    /**
     * the parameters of `message.send`
     */
    message: any;
    /**
     * uploading: its files go first; failed: the gateway has refused it
     */
    state: "uploading" | "waiting" | "failed";
    /**
     * those that go first
     */
    files?: WaitingFile[] | undefined;
    error?: {
        system: string;
        code: number;
        name: string;
        message: string;
        keys: string[];
    } | undefined;
    /**
     * it is only in memory: a reload forgets it
     */
    isUnsaved?: boolean | undefined;
};

declare const Client_base: new () => Emitter<ClientEvents> & import("../types/protocol.js").Calls<import("./requests.js").RequestOptions>;
/**
 * @template {Record<string, any>} Events
 * @typedef {import("./emitter.js").Emitter<Events>} Emitter
 */
/**
 * @typedef {import("../types/protocol.js").Operations} Operations
 * @typedef {import("../types/protocol.js").Events} ProtocolEvents
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 * @typedef {import("./types.js").State} State
 * @typedef {import("../types/protocol.js").Calls<import("./requests.js").RequestOptions>} Calls
 */
/**
 * The events of the gateway by their names, of which `message.gone` also tells of what is kept no longer, and the client's own:
 * - `state`: the connection has changed.
 * - `event`: each event, with its name and place.
 * - `message.sent`: an own message was stored; the gateway tells it to other devices only. It comes with the acknowledgement,
 *   so a message that is sent again can come after messages with a higher `seq`.
 * - `friend.modified`, `group.attributesSet`: this device has changed a friend's fields, or a member's attributes. The gateway
 *   tells it to other devices only, by `friend.changed` and `group.attributesChangedOfMember`.
 * - `sync.list`: the whole list of conversations was read.
 * - `sync.reset`: what the application keeps of a stream (`user`, a conversation, `group_…`, `channel_…`) is void: read it
 *   anew. `why` is the gateway's: docs/protocol.md#streams. `isOfEvents`: of the events of the user or group, and not of messages.
 * - `sync.gap`: these messages were not fetched, because they are more than `gapLimit`.
 * - `sync.failed`: something could not be fetched.
 * - `unsaved`: the storage fails; messages are only in memory.
 * - `storeLost`: what the storage had of conversations could not be read, and is read from the gateway again.
 * @typedef {ProtocolEvents & {
 *     "state": State,
 *     "event": import("./types.js").Incoming,
 *     "message.sent": Message,
 *     "friend.modified": Operations["friend.modify"]["data"],
 *     "group.attributesSet": Operations["group.setAttributes"]["data"] & {userID: string},
 *     "sync.list": {conversations: Conversation[]},
 *     "sync.reset": {stream: string, isGone: boolean, why?: "kept" | "deleted" | "beyond" | "unknown", isOfEvents?: true},
 *     "sync.gap": {conversationID: string, from: number, to: number},
 *     "sync.failed": {stream: string, error: import("./errors.js").MartletError},
 *     "unsaved": import("./errors.js").MartletError,
 *     "storeLost": import("./errors.js").MartletError,
 * }} ClientEvents
 */
/**
 * @typedef {object} ClientOptions
 * @property {string} url of the gateway: `wss://chat.example.com/v1/ws`
 * @property {string} user who signs in; the token must be this user's
 * @property {(why: {refused: boolean}) => Promise<string> | string} token gives a token, from the application's backend
 * @property {string} [platform] `web` unless given
 * @property {string} [device] the device's name, if the application keeps one; a browser's tabs have names of their own
 * @property {import("./types.js").Storage} [storage] where unsent messages are kept; in memory unless given
 * @property {(options: import("./types.js").LinkOptions) => import("./types.js").AnyLink} [link] one connection for all
 *     tabs: `shareTabs` of `tabs.js`
 * @property {number} [gapLimit] how many missed messages of a conversation are fetched, 1000 unless given
 * @property {boolean} [keepsPositions] whether what was delivered is kept in the storage, so that the next run goes on
 *     there: for programs that must hear each message once, and keep no list of their own
 * @property {typeof WebSocket} [WebSocket] for Node before version 22: that of `node.js`
 * @property {import("./clock.js").Clock} [clock] for tests
 */
/**
 * A user's connection to a gateway: requests, messages that survive, and events in order. Each operation is also a function:
 * `client.friend.add(data)`.
 */
export class Client extends Client_base {
    /** @param {ClientOptions} options */
    constructor(options: ClientOptions);
    options: ClientOptions;
    user: string;
    /** @type {import("./types.js").Storage} */
    storage: import("./types.js").Storage;
    /** @type {import("./types.js").AnyLink} */
    link: import("./types.js").AnyLink;
    outbox: Outbox;
    /**
     * Those who write to the storage, and stop before it is cleared.
     * @type {Set<{flush: () => Promise<any>, clear: () => Promise<any>}>}
     */
    writers: Set<{
        flush: () => Promise<any>;
        clear: () => Promise<any>;
    }>;
    /**
     * Whether a store can be kept: not if the application has given no storage, or the client was connected before, since then
     * this device has missed what happened since the rows were written.
     */
    get canKeep(): boolean;
    /**
     * Has the rows of a store written with the positions that they stand for.
     * @param {import("./kept.js").Rows} rows
     */
    keep(rows: import("./kept.js").Rows): KeptPositions;
    /** @returns {State} */
    get state(): import("./types.js").State;
    /** The gateway's clock, in milliseconds. Without a connection, as the last one has shown it. */
    get serverTime(): number;
    /** Up to where this device has each stream, after the first login, as `resume` names it. */
    get positions(): import("./types.js").Positions | undefined;
    /** Connects, and stays connected. A second call does nothing. It fails if positions are kept and cannot be read. */
    connect(): Promise<void>;
    /**
     * Ends the session at once. Unsent messages stay in the storage. When the promise is done, all is written, and another
     * client may have the storage.
     */
    disconnect(): Promise<void>;
    /** Ends the session and forgets everything that is kept of this user. */
    signOut(): Promise<void>;
    /**
     * Asks for any operation of docs/operations.md. It waits for a connection if there is none, is repeated after a lost one,
     * and is done once.
     * @template {keyof Operations} Name
     * @param {Name} op
     * @param {Operations[Name]["data"]} [data]
     * @param {import("./requests.js").RequestOptions} [options]
     * @returns {Promise<Operations[Name]["ok"]>}
     */
    request<Name extends keyof import("../types/protocol.js").Operations>(op: Name, data?: import("../types/protocol.js").Operations[Name]["data"] | undefined, options?: import("./requests.js").RequestOptions | undefined): Promise<import("../types/protocol.js").Operations[Name]["ok"]>;
    /**
     * Sends a message: a text, or an object with `type`, `body` and settings. The promise waits for the acknowledgement,
     * also while there is no connection; `client.outbox` has the message meanwhile.
     * @param {string} conversationID
     * @param {string | ({type?: number, body: object} & Record<string, any>)} message
     * @returns {Promise<Message>}
     */
    send(conversationID: string, message: string | ({
        type?: number;
        body: object;
    } & Record<string, any>)): Promise<Message>;
    /**
     * Reads a conversation up to `seq`, or all of it.
     * @param {string} conversationID
     * @param {number} [seq]
     */
    markRead(conversationID: string, seq?: number | undefined): Promise<{
        unreadCount: number;
    }>;
    /**
     * Reads a page of messages, as they are now: a change that comes while the page is on its way is in it.
     * @param {string} conversationID
     * @param {Omit<Operations["message.history"]["data"], "conversationID">} [page]
     * @param {import("./requests.js").RequestOptions} [options]
     * @returns {Promise<Operations["message.history"]["ok"]>}
     */
    history(conversationID: string, page?: Omit<{
        conversationID: string;
        direction?: "older" | "newer" | null | undefined;
        cursor?: number | null | undefined;
        limit?: number | null | undefined;
        around?: string | null | undefined;
    }, "conversationID"> | undefined, options?: import("./requests.js").RequestOptions | undefined): Promise<Operations["message.history"]["ok"]>;
    /**
     * Takes a message back. All devices hear of it by `message.changed`.
     * @param {string} conversationID
     * @param {string} msgId
     * @param {string} [reason]
     */
    recall(conversationID: string, msgId: string, reason?: string | undefined): Promise<import("../types/protocol.js").Message>;
    /**
     * Changes the text of an own message. All devices hear of it by `message.changed`.
     * @param {string} conversationID
     * @param {string} msgId
     * @param {string | Record<string, any>} body a text, or a whole body
     */
    edit(conversationID: string, msgId: string, body: string | Record<string, any>): Promise<import("../types/protocol.js").Message>;
    /**
     * Gives a reaction to a message, or takes an own one back.
     * @param {string} conversationID
     * @param {string} msgId
     * @param {string} reaction
     * @param {{remove?: boolean}} [options]
     */
    react(conversationID: string, msgId: string, reaction: string, options?: {
        remove?: boolean | undefined;
    } | undefined): Promise<import("../types/protocol.js").Message>;
    /**
     * Tells who is there and has the conversation, such as that the user is typing. Nothing of it is kept.
     * @param {string} conversationID
     * @param {string} name
     * @param {Record<string, any>} [data]
     */
    signal(conversationID: string, name: string, data?: Record<string, any> | undefined): Promise<void>;
    #private;
}
export function scopeOf(url: string, user: string): string;
export { randomName };
export type Emitter<Events extends Record<string, any>> = import("./emitter.js").Emitter<Events>;
export type Operations = import("../types/protocol.js").Operations;
export type ProtocolEvents = import("../types/protocol.js").Events;
export type Message = import("../types/protocol.js").Message;
export type Conversation = import("../types/protocol.js").Conversation;
export type State = import("./types.js").State;
export type Calls = import("../types/protocol.js").Calls<import("./requests.js").RequestOptions>;
/**
 * The events of the gateway by their names, of which `message.gone` also tells of what is kept no longer, and the client's own:
 * - `state`: the connection has changed.
 * - `event`: each event, with its name and place.
 * - `message.sent`: an own message was stored; the gateway tells it to other devices only. It comes with the acknowledgement,
 *   so a message that is sent again can come after messages with a higher `seq`.
 * - `friend.modified`, `group.attributesSet`: this device has changed a friend's fields, or a member's attributes. The gateway
 *   tells it to other devices only, by `friend.changed` and `group.attributesChangedOfMember`.
 * - `sync.list`: the whole list of conversations was read.
 * - `sync.reset`: what the application keeps of a stream (`user`, a conversation, `group_…`, `channel_…`) is void: read it
 *   anew. `why` is the gateway's: docs/protocol.md#streams. `isOfEvents`: of the events of the user or group, and not of messages.
 * - `sync.gap`: these messages were not fetched, because they are more than `gapLimit`.
 * - `sync.failed`: something could not be fetched.
 * - `unsaved`: the storage fails; messages are only in memory.
 * - `storeLost`: what the storage had of conversations could not be read, and is read from the gateway again.
 */
export type ClientEvents = ProtocolEvents & {
    "state": State;
    "event": import("./types.js").Incoming;
    "message.sent": Message;
    "friend.modified": Operations["friend.modify"]["data"];
    "group.attributesSet": Operations["group.setAttributes"]["data"] & {
        userID: string;
    };
    "sync.list": {
        conversations: Conversation[];
    };
    "sync.reset": {
        stream: string;
        isGone: boolean;
        why?: "kept" | "deleted" | "beyond" | "unknown";
        isOfEvents?: true;
    };
    "sync.gap": {
        conversationID: string;
        from: number;
        to: number;
    };
    "sync.failed": {
        stream: string;
        error: import("./errors.js").MartletError;
    };
    "unsaved": import("./errors.js").MartletError;
    "storeLost": import("./errors.js").MartletError;
};
export type ClientOptions = {
    /**
     * of the gateway: `wss://chat.example.com/v1/ws`
     */
    url: string;
    /**
     * who signs in; the token must be this user's
     */
    user: string;
    /**
     * gives a token, from the application's backend
     */
    token: (why: {
        refused: boolean;
    }) => Promise<string> | string;
    /**
     * `web` unless given
     */
    platform?: string | undefined;
    /**
     * the device's name, if the application keeps one; a browser's tabs have names of their own
     */
    device?: string | undefined;
    /**
     * where unsent messages are kept; in memory unless given
     */
    storage?: import("./types.js").Storage | undefined;
    /**
     * one connection for all
     * tabs: `shareTabs` of `tabs.js`
     */
    link?: ((options: import("./types.js").LinkOptions) => import("./types.js").AnyLink) | undefined;
    /**
     * how many missed messages of a conversation are fetched, 1000 unless given
     */
    gapLimit?: number | undefined;
    /**
     * whether what was delivered is kept in the storage, so that the next run goes on
     * there: for programs that must hear each message once, and keep no list of their own
     */
    keepsPositions?: boolean | undefined;
    /**
     * for Node before version 22: that of `node.js`
     */
    WebSocket?: {
        new (url: string | URL, protocols?: string | string[] | undefined): WebSocket;
        prototype: WebSocket;
        readonly CLOSED: number;
        readonly CLOSING: number;
        readonly CONNECTING: number;
        readonly OPEN: number;
    } | undefined;
    /**
     * for tests
     */
    clock?: import("./clock.js").Clock | undefined;
};
import { Outbox } from "./outbox.js";
import { KeptPositions } from "./kept.js";
import { randomName } from "./ids.js";

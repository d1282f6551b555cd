/**
 * @typedef {import("./types.js").Incoming} Incoming
 * @typedef {import("./types.js").Login} Login
 * @typedef {import("../types/protocol.js").Message} Message
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 */
/**
 * Turns what connections bring into one row of events without holes, doubles and changes of order: it takes the verdicts of
 * a resume in, fetches what they leave out, and holds live events of a stream back until that is done.
 */
export class Sync {
    /**
     * @param {object} options
     * @param {(op: string, data: object) => Promise<any>} options.request a read that may be repeated
     * @param {(incoming: Incoming) => void} options.deliver
     * @param {string} options.user
     * @param {number} options.gapLimit longer gaps are told as `sync.gap` and not fetched
     */
    constructor({ request, deliver, user, gapLimit }: {
        request: (op: string, data: object) => Promise<any>;
        deliver: (incoming: Incoming) => void;
        user: string;
        gapLimit: number;
    });
    positions: PositionBook;
    request: (op: string, data: object) => Promise<any>;
    deliver: (incoming: Incoming) => void;
    user: string;
    streams: EventStreams;
    broadcasts: Broadcasts;
    channels: Channels;
    changes: Changes;
    messages: MessageStreams;
    /** Whether all conversations are known, as the positions have them. */
    get isListed(): boolean;
    /**
     * Goes on with the list of an earlier run.
     * @param {Conversation[]} conversations
     */
    restore(conversations: Conversation[]): void;
    /**
     * A session is open. A tab that has missed something of another's session reads what the streams have gained, and the
     * list.
     * @param {Login} login
     */
    login({ reply, named }: Login): void;
    /**
     * A live event.
     * @param {Incoming} incoming
     */
    event(incoming: Incoming): void;
    /**
     * An own message was stored. Perhaps it was sent again, and is gone by now.
     * @param {Message} message
     */
    own(message: Message): void;
    /**
     * Tells what a lean session is not told: what a message between two has done to the list and the total. Such a message may
     * be an own one that itself is not told.
     * @param {Message} message
     * @param {number} [unreadCount]
     * @param {number} [totalUnread]
     */
    imply(message: Message, unreadCount?: number | undefined, totalUnread?: number | undefined): void;
    #private;
}
export type Incoming = import("./types.js").Incoming;
export type Login = import("./types.js").Login;
export type Message = import("../types/protocol.js").Message;
export type Conversation = import("../types/protocol.js").Conversation;
import { PositionBook } from "./positions.js";
import { EventStreams } from "./streams.js";
import { Broadcasts } from "./broadcasts.js";
import { Channels } from "./channels.js";
import { Changes } from "./changes.js";
import { MessageStreams } from "./messages.js";

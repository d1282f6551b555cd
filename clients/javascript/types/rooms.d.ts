/**
 * A live room that this device is in, until it leaves or is put out. With the next session it enters again, and has what it
 * has missed, as far as the room still has it.
 *
 * `state` tells of entering and leaving, `news` of what is new, ten times a second at most, `change` that the members below
 * have other values.
 * @extends {Emitter<{state: RoomState, news: News, change: undefined}>}
 */
export class Room extends Emitter<{
    state: RoomState;
    news: News;
    change: undefined;
}> {
    /**
     * @param {Client} client
     * @param {string} id
     * @param {{keep?: number, queue?: boolean}} [options] `keep`: so many messages are kept, 200 unless given; `queue`: the room's
     *     queue is read and followed
     */
    constructor(client: Client, id: string, options?: {
        keep?: number | undefined;
        queue?: boolean | undefined;
    } | undefined);
    /** @type {RoomState} */
    state: RoomState;
    /**
     * The last ones, of which none was cleared.
     * @type {RoomMessage[]}
     */
    messages: RoomMessage[];
    /** Sessions in the room. */
    participants: number;
    title: string;
    ext: string;
    slowSeconds: number;
    /** Only the owner, admins and speakers may send. */
    isMuted: boolean;
    /** By the gateway's clock (`client.serverTime`): until then this user may not send. */
    mutedUntil: number;
    /** @type {Entry["role"]} */
    role: Entry["role"];
    /**
     * The sums of the room's counters.
     * @type {Record<string, number>}
     */
    counters: Record<string, number>;
    client: import("./client.js").Client;
    id: string;
    /** In slow mode, by the gateway's clock: before that, what this user sends is refused. */
    get slowUntil(): number;
    /**
     * What all participants see beside messages, by key.
     * @returns {ReadonlyMap<string, RoomValue>}
     */
    get values(): ReadonlyMap<string, {
        key: string;
        value: string;
        version: number;
        by?: string | undefined;
        isTransient?: boolean | undefined;
        position: number;
    }>;
    /** With the option `queue`: the room's queue, the head first. */
    get queue(): {
        key: string;
        value: string;
        version: number;
        by?: string | undefined;
        isTransient?: boolean | undefined;
        position: number;
    }[];
    /** Enters, and comes back after a lost connection. It fails if the gateway does not admit this user. */
    enter(): Promise<void>;
    /** Leaves. Messages that have no reply yet may be told. */
    leave(): Promise<void>;
    /**
     * Says something: a text, or an object with `body` and more. The promise waits for the frame that tells it; it fails with gw
     * 1024 if it was not drawn. Nothing is sent again by itself but after a lost connection, and then it is told once.
     * @param {string | ({body: object} & Partial<Operations["room.send"]["data"]>)} message
     * @returns {Promise<Sent>}
     */
    send(message: string | ({
        body: object;
    } & Partial<{
        roomID: string;
        clientMsgId: string;
        type: 0 | 2 | 1 | 3 | 4 | 6 | 10 | 100;
        body: Record<string, any>;
        priority?: "normal" | "high" | "low" | null | undefined;
    }>)): Promise<Sent>;
    /**
     * Sets values, or removes those without `value`: all or none.
     * @param {Settings} values
     */
    setValues(values: {
        key: string;
        value?: string | null | undefined;
        ifVersion?: number | null | undefined;
        isTransient?: boolean | null | undefined;
    }[]): Promise<void>;
    /**
     * Puts an element into the queue, or changes it.
     * @param {string} key
     * @param {string} [value]
     * @param {{first?: boolean, ifVersion?: number, isTransient?: boolean}} [options]
     */
    offer(key: string, value?: string | undefined, options?: {
        first?: boolean | undefined;
        ifVersion?: number | undefined;
        isTransient?: boolean | undefined;
    } | undefined): Promise<void>;
    /**
     * Takes an element out of the queue, the head or that of the key.
     * @param {string} [key]
     * @returns {Promise<RoomValue | undefined>}
     */
    poll(key?: string | undefined): Promise<RoomValue | undefined>;
    /**
     * Adds to a counter. Taps that follow each other are sent together; all of them fail if that is refused.
     * @param {string} counter
     * @returns {Promise<void>}
     */
    count(counter: string, count?: number): Promise<void>;
    #private;
}
export type Client = import("./client.js").Client;
export type Operations = import("../types/protocol.js").Operations;
export type Frame = import("../types/protocol.js").Events["room.frame"];
export type RoomMessage = NonNullable<Frame["messages"]>[number];
export type Clearing = NonNullable<Frame["cleared"]>[number];
export type Entry = Operations["room.enter"]["ok"];
export type Sent = Operations["room.send"]["ok"];
export type RoomValue = import("./roomvalues.js").RoomValue;
export type Step = import("./roomvalues.js").Step;
export type Settings = Operations["room.setValues"]["data"]["values"];
/**
 * What is new, of one or more frames: first what `cleared` names is shown no longer, then `messages` are shown.
 */
export type News = {
    messages: RoomMessage[];
    cleared: Clearing[];
    /**
     * so many messages were told that this session has not had
     */
    missed: number;
    /**
     * so many were said and not told to anybody
     */
    shed: number;
};
/**
 * - `out`: not in the room; `reason` says why, if it was not left by `leave`.
 * - `entering`: as soon as the session is open, and the gateway admits it.
 * - `in`: with the `verdict` about what was missed, if it was in before.
 */
export type WhyOut = "kicked" | "banned" | "ended" | MartletError;
/**
 * - `out`: not in the room; `reason` says why, if it was not left by `leave`.
 * - `entering`: as soon as the session is open, and the gateway admits it.
 * - `in`: with the `verdict` about what was missed, if it was in before.
 */
export type RoomState = {
    name: "out";
    reason?: WhyOut;
} | {
    name: "entering";
} | {
    name: "in";
    verdict?: "recovered" | "gap";
};
/**
 * A message that has no reply yet.
 */
export type Pending = {
    data: Operations["room.send"]["data"];
    timer: any;
    epoch?: number | undefined;
    resolve: (sent: Sent) => void;
    reject: (error: MartletError) => void;
};
import { Emitter } from "./emitter.js";
import { MartletError } from "./errors.js";

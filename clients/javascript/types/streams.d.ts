/**
 * @typedef {import("./types.js").Incoming} Incoming
 *
 * An event of a stream: the user's, or a group's.
 * @typedef {{event: string, data: any, stream: string, seq: number}} Streamed
 */
/**
 * The events of the user's stream and of the groups' streams: each is told once and in its stream's order, and live ones of
 * the user's wait while a hole before them is filled.
 */
export class EventStreams {
    /**
     * @param {object} options
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: Incoming, isMissed?: boolean) => void} options.take `isMissed`: it was fetched, and is of some time ago
     * @param {() => void} options.list reads the list of conversations anew
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     */
    constructor({ positions, request, take, list, isOver }: {
        positions: import("./positions.js").PositionBook;
        request: (op: string, data: object) => Promise<any>;
        take: (incoming: Incoming, isMissed?: boolean) => void;
        list: () => void;
        isOver: (stream: string, error: unknown) => boolean;
    });
    /** When a gap of the user's stream that a resume has told is filled: true, or false if it stays until the next login. */
    filled: Promise<boolean>;
    positions: import("./positions.js").PositionBook;
    request: (op: string, data: object) => Promise<any>;
    take: (incoming: Incoming, isMissed?: boolean) => void;
    list: () => void;
    isOver: (stream: string, error: unknown) => boolean;
    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin(): void;
    /** @param {Streamed} incoming */
    live(incoming: Streamed): void;
    /** @param {any} verdict */
    resumeUser({ verdict, seq, events, to, why }: any): void;
    /**
     * @param {Record<string, any>} verdicts of those that were named; none in a tab that has missed events
     * @param {Record<string, number>} groups those the user is in, and where their streams stand
     */
    resumeGroups(verdicts: Record<string, any>, groups: Record<string, number>): void;
    /**
     * Fetches the user's stream up to `to`; its live events wait meanwhile. If the client was stopped, or has begun anew, they
     * go on waiting, and this says false.
     * @param {number} to
     */
    fillUser(to: number): Promise<boolean>;
    #private;
}
/**
 * An event of a stream: the user's, or a group's.
 */
export type Incoming = import("./types.js").Incoming;
export type Streamed = {
    event: string;
    data: any;
    stream: string;
    seq: number;
};

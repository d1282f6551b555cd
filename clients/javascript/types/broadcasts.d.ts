/**
 * The broadcasts of backends to all users: each is told once and in order, and live ones wait while those before them are
 * fetched.
 */
export class Broadcasts {
    /**
     * @param {object} options
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: import("./types.js").Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     */
    constructor({ positions, request, deliver, isOver }: {
        positions: import("./positions.js").PositionBook;
        request: (op: string, data: object) => Promise<any>;
        deliver: (incoming: import("./types.js").Incoming) => void;
        isOver: (stream: string, error: unknown) => boolean;
    });
    positions: import("./positions.js").PositionBook;
    request: (op: string, data: object) => Promise<any>;
    deliver: (incoming: import("./types.js").Incoming) => void;
    isOver: (stream: string, error: unknown) => boolean;
    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin(): void;
    /**
     * A session is open. `seq` is the last one's; a gateway of an earlier release has none.
     * @param {{broadcasts?: number, resume?: any}} reply
     */
    login({ broadcasts: seq, resume }: {
        broadcasts?: number | undefined;
        resume?: any;
    }): void;
    /** @param {any} broadcast */
    live(broadcast: any): void;
    /**
     * Fetches what this device does not have, if there is any; live ones wait meanwhile.
     * @param {number} last
     */
    fill(last: number): Promise<void>;
    #private;
}

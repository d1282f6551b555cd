/**
 * The messages of channels that the user follows: each is told once and in its channel's order, and live ones wait while those
 * before them are fetched.
 */
export class Channels {
    /**
     * @param {object} options
     * @param {Map<string, number>} options.places of the last message that was told, by channels
     * @param {(op: string, data: object) => Promise<any>} options.request
     * @param {(incoming: import("./types.js").Incoming) => void} options.deliver
     * @param {(stream: string, error: unknown) => boolean} options.isOver tells that a fetch has failed, unless the client was stopped
     * @param {number} options.gapLimit longer gaps are not fetched
     */
    constructor({ places, request, deliver, isOver, gapLimit }: {
        places: Map<string, number>;
        request: (op: string, data: object) => Promise<any>;
        deliver: (incoming: import("./types.js").Incoming) => void;
        isOver: (stream: string, error: unknown) => boolean;
        gapLimit: number;
    });
    places: Map<string, number>;
    request: (op: string, data: object) => Promise<any>;
    deliver: (incoming: import("./types.js").Incoming) => void;
    isOver: (stream: string, error: unknown) => boolean;
    gapLimit: number;
    /** A new session begins, or everything is looked at again: nothing is under way. */
    begin(): void;
    /**
     * A session is open.
     * @param {Record<string, number>} [followed] where the channels stand; absent if there is none
     * @param {Record<string, any>} [verdicts]
     */
    login(followed?: Record<string, number> | undefined, verdicts?: Record<string, any> | undefined): void;
    /**
     * The channel is followed. What is missing of it is fetched; a new one begins at `seq`.
     * @param {string} id
     * @param {number} seq
     */
    follow(id: string, seq: number): void;
    /** @param {string} id */
    forget(id: string): void;
    /** @param {any} message */
    live(message: any): void;
    #private;
}

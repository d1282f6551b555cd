/**
 * Finds out whether an open connection still works. A page does not see the gateway's pings, and a browser holds timers
 * back, so what counts is the time since the last message: after a silence, and when the device wakes, it asks (`probe`), and
 * without an answer the connection is dead. While a request waits for its reply, a short silence is enough.
 */
export class Liveness {
    /**
     * @param {Clock} clock
     * @param {number} interval the silence after which it probes
     * @param {{probe: () => void, dead: () => void}} actions
     * @param {Asked} requests
     */
    constructor(clock: Clock, interval: number, actions: {
        probe: () => void;
        dead: () => void;
    }, requests: Asked);
    clock: import("./clock.js").Clock;
    interval: number;
    actions: {
        probe: () => void;
        dead: () => void;
    };
    requests: Asked;
    /** A message came. */
    heard(): void;
    /** A request went out. */
    asked(): void;
    /** The page is seen again, or the network is back: the socket may be open and dead. */
    wake(): void;
    stop(): void;
    #private;
}
export type Clock = import("./clock.js").Clock;
/**
 * the requests that went out
 */
export type Asked = {
    underWay: number;
    unreadLength: number;
};

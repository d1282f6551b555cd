/**
 * Finds out whether an open connection still works. A page does not see the gateway's pings, and a browser holds timers
 * back, so what counts is the time since the last message: after a silence, and when the device wakes, it asks (`probe`), and
 * without an answer the connection is dead.
 */
export class Liveness {
    /**
     * @param {Clock} clock
     * @param {number} interval the silence after which it probes
     * @param {{probe: () => void, dead: () => void}} actions
     */
    constructor(clock: Clock, interval: number, actions: {
        probe: () => void;
        dead: () => void;
    });
    clock: import("./clock.js").Clock;
    interval: number;
    actions: {
        probe: () => void;
        dead: () => void;
    };
    /** A message came. */
    heard(): void;
    /** The page is seen again, or the network is back: the socket may be open and dead. */
    wake(): void;
    stop(): void;
    #private;
}
export type Clock = import("./clock.js").Clock;

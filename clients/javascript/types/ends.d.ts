/**
 * A conversation as the gateway gives it at a time: its last message keeps its place, and says nothing any more.
 * @param {Conversation} conversation
 * @param {number} now
 * @returns {Conversation}
 */
export function shown(conversation: Conversation, now: number): Conversation;
/**
 * Waits for the moments at which messages expire. What is shown then is found out by the clock, by whoever shows it: a timer can
 * come late, and no message of the gateway may come at all.
 */
export class Ends {
    /**
     * @param {Clock} clock
     * @param {() => number} now the gateway's clock
     * @param {(name: string) => void} ended what is shown under the name is another by now
     */
    constructor(clock: Clock, now: () => number, ended: (name: string) => void);
    clock: import("./clock.js").Clock;
    now: () => number;
    ended: (name: string) => void;
    /**
     * What is shown under a name from now on.
     * @param {string} name
     * @param {Iterable<Ending | null>} messages
     */
    note(name: string, messages: Iterable<Ending | null>): void;
    /** The gateway's clock is known better. */
    look(): void;
    stop(): void;
    /** Time has passed, perhaps more than the timer knows. */
    pass(): void;
    #private;
}
export function present<Message extends Ending>(messages: Message[], now: number): Message[];
export type Clock = import("./clock.js").Clock;
export type Conversation = import("../types/protocol.js").Conversation;
/**
 * a message
 */
export type Ending = {
    expireAt?: number;
};

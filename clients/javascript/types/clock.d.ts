/**
 * Time and chance, so that tests can set them.
 * @typedef {object} Clock
 * @property {() => number} now milliseconds; the wall's clock, since it goes on while a device sleeps
 * @property {(action: () => void, milliseconds: number) => any} after
 * @property {(timer: any) => void} cancel
 * @property {() => number} random from 0 up to 1
 */
/** @type {Clock} */
export const systemClock: Clock;
/**
 * Time and chance, so that tests can set them.
 */
export type Clock = {
    /**
     * milliseconds; the wall's clock, since it goes on while a device sleeps
     */
    now: () => number;
    after: (action: () => void, milliseconds: number) => any;
    cancel: (timer: any) => void;
    /**
     * from 0 up to 1
     */
    random: () => number;
};

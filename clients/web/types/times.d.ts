/** The days since some beginning, by this device's clock and zone. @param {number} time */
export function dayOf(time: any): number;
/**
 * The heading of a day: today, yesterday, a day of the week, or a date.
 * @param {number} time
 * @param {number} now
 * @param {string} lang
 */
export function dayName(time: number, now: number, lang: string): any;
/**
 * The time of a row in a list, as short as it can be.
 * @param {number} time
 * @param {number} now
 * @param {string} lang
 */
export function shortTime(time: number, now: number, lang: string): any;
export function clockTime(time: number, lang: string): string;
export function fullTime(time: number, lang: string): string;

/** Times as people write them, in the language of the page. */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} lang @param {Intl.DateTimeFormatOptions} options */
function format(lang, options) {
    const key = lang + JSON.stringify(options);
    if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(lang, options));
    return formats.get(key);
}

/** The days since some beginning, by this device's clock and zone. @param {number} time */
export function dayOf(time) {
    const date = new Date(time);
    return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** @param {number} time @param {string} lang */
export const clockTime = (time, lang) => format(lang, { hour: "numeric", minute: "2-digit" }).format(time);

/**
 * The heading of a day: today, yesterday, a day of the week, or a date.
 * @param {number} time
 * @param {number} now
 * @param {string} lang
 */
export function dayName(time, now, lang) {
    const ago = dayOf(now) - dayOf(time);
    if (ago === 0 || ago === 1)
        return capital(new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-ago, "day"), lang);
    if (ago > 1 && ago < 7) return capital(format(lang, { weekday: "long" }).format(time), lang);
    const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
    return format(lang, { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) }).format(time);
}

/**
 * The time of a row in a list, as short as it can be.
 * @param {number} time
 * @param {number} now
 * @param {string} lang
 */
export function shortTime(time, now, lang) {
    const ago = dayOf(now) - dayOf(time);
    if (ago <= 0) return clockTime(time, lang);
    if (ago === 1) return dayName(time, now, lang);
    if (ago < 7) return format(lang, { weekday: "short" }).format(time);
    const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
    return format(lang, isThisYear ? { day: "numeric", month: "short" } : { dateStyle: "short" }).format(time);
}

/** @param {number} time @param {string} lang */
export const fullTime = (time, lang) => format(lang, { dateStyle: "full", timeStyle: "short" }).format(time);

const capital = (text, lang) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

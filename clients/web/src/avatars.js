import { make } from "./html.js";
import { webAddress } from "./links.js";

/** The signs that stand for a name: of two words their first ones, of a Chinese name the last. @param {string} name */
export function initials(name) {
    const words = name.trim().split(/[\s._-]+/).filter(Boolean);
    if (words.length === 0) return "?";
    const signs = words.map((word) => [...word]);
    if (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(signs[0][0]))
        return signs[0].at(-1);
    return (signs[0][0] + (signs.length > 1 ? signs.at(-1)[0] : "")).toLocaleUpperCase();
}

/** Equally light, round the circle of hues; white stands out on each. */
const colors = [
    "#994d66", "#9c4f44", "#945820", "#806504", "#617122", "#357a47", "#007c6b", "#00788a", "#20709f", "#5165a5",
    "#735a9c", "#8a5186",
];

/** The same for an id everywhere. @param {string} id */
export function color(id) {
    let sum = 2_166_136_261;
    for (const character of id) sum = Math.imul(sum ^ character.codePointAt(0), 16_777_619) >>> 0;
    return colors[sum % colors.length];
}

/**
 * A picture, or the initials on a color of the id.
 * @param {string} id
 * @param {string} name
 * @param {string} [url]
 */
export function avatar(id, name, url) {
    const element = make("span", { className: "avatar", part: "avatar", "aria-hidden": "true" }, initials(name));
    element.style.background = color(id);
    const source = webAddress(url);
    if (source) {
        const image = make("img", { src: source, alt: "", loading: "lazy", referrerPolicy: "no-referrer" });
        // The initials stay for a picture that is not there.
        image.onerror = () => image.remove();
        element.append(image);
    }
    return element;
}

/**
 * @typedef {object} Choice
 * @property {string} text
 * @property {string} [icon]
 * @property {boolean} [isGrave] what cannot be undone
 * @property {boolean} [isChecked] only of those that are picked in the row above
 * @property {() => void} act
 */
/**
 * Opens a menu, with `picks` in a row above its choices. Arrow keys, Home and End move in it; Escape, Tab and a click
 * beside it close it. The focus goes back to where it was, unless a choice has taken it elsewhere.
 * @param {ShadowRoot} root
 * @param {{label: string, choices: Choice[], picks?: Choice[], at: {x: number, y: number}}} options
 */
export function openMenu(root: ShadowRoot, { label, choices, picks, at }: {
    label: string;
    choices: Choice[];
    picks?: Choice[];
    at: {
        x: number;
        y: number;
    };
}): void;
/**
 * A context menu by the mouse, by a long press, and by the keyboard.
 * @param {HTMLElement} element
 * @param {(target: any, at: {x: number, y: number}) => void} open
 */
export function onMenu(element: HTMLElement, open: (target: any, at: {
    x: number;
    y: number;
}) => void): void;
export type Choice = {
    text: string;
    icon?: string;
    /**
     * what cannot be undone
     */
    isGrave?: boolean;
    /**
     * only of those that are picked in the row above
     */
    isChecked?: boolean;
    act: () => void;
};

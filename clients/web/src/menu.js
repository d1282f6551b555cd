import { make } from "./html.js";
import { icon } from "./icons.js";

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
export function openMenu(root, { label, choices, picks = [], at }) {
    const before = /** @type {any} */ (root.activeElement);
    const menu = make("div", { className: "menu", part: "menu", role: "menu", "aria-label": label, popover: "manual" });
    const close = () => {
        if (!menu.isConnected) return;
        removeEventListener("pointerdown", outside, true);
        removeEventListener("resize", close);
        removeEventListener("keydown", escape, true);
        // A finger can have taken the focus away.
        const hadFocus = menu.contains(root.activeElement) || document.activeElement === document.body;
        menu.remove();
        if (hadFocus) before?.focus({ preventScroll: true });
    };
    const escape = (event) => {
        if (event.key !== "Escape") return;
        close();
        event.preventDefault();
        event.stopPropagation();
    };
    const outside = (event) => event.composedPath().includes(menu) || close();
    const draw = (choice, isPick) => {
        const { text, isGrave, isChecked, act } = choice;
        const name = isPick ? { "aria-label": text, "aria-checked": String(Boolean(isChecked)) } : {};
        const role = isPick ? "menuitemcheckbox" : "menuitem";
        const onclick = () => (close(), act());
        return make("button", {
            type: "button", role, tabIndex: -1, className: isGrave ? "grave" : "", onclick, ...name,
        },
            isPick ? choice.icon : [icon(choice.icon), make("span", {}, text)]);
    };
    if (picks.length > 0)
        menu.append(
            make(
                "div", { className: "picks", role: "group", "aria-label": label },
                picks.map((pick) => draw(pick, true)),
            ),
        );
    menu.append(...choices.map((choice) => draw(choice, false)));
    menu.onkeydown = (event) => moveBy(event, root, menu, picks.length, close);
    root.append(menu);
    menu.showPopover();
    place(menu, at);
    menu.querySelector("button")?.focus({ preventScroll: true });
    addEventListener("pointerdown", outside, true);
    addEventListener("resize", close);
    addEventListener("keydown", escape, true);
}

/** Up and down go by rows, the picks being the first one. */
function moveBy(event, root, menu, picks, close) {
    const buttons = [...menu.querySelectorAll("button")];
    const here = buttons.indexOf(root.activeElement);
    const last = buttons.length - 1;
    const isRTL = menu.matches(":dir(rtl)");
    const isPick = here < picks;
    const goals = {
        ArrowDown: isPick ? Math.min(picks, last) : here === last ? 0 : here + 1,
        ArrowUp: here === 0 || isPick ? last : here === picks ? 0 : here - 1,
        ArrowRight: isPick ? (here + (isRTL ? picks - 1 : 1)) % picks : here,
        ArrowLeft: isPick ? (here + (isRTL ? 1 : picks - 1)) % picks : here,
        Home: 0,
        End: last,
    };
    if (event.key in goals) buttons[goals[event.key]].focus();
    else if (event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
}

/** Inside the window, at the point where it was asked for. */
function place(menu, { x, y }) {
    const { width, height } = menu.getBoundingClientRect();
    const left = menu.matches(":dir(rtl)") ? x - width : x;
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
}

/** So long a finger rests on what it wants a menu of. */
const pressMilliseconds = 500;
/** A finger that moves farther scrolls. */
const pressPixels = 10;

/**
 * A context menu by the mouse, by a long press, and by the keyboard.
 * @param {HTMLElement} element
 * @param {(target: any, at: {x: number, y: number}) => void} open
 */
export function onMenu(element, open) {
    let timer;
    let start;
    let hasPressed = false;
    const stop = () => clearTimeout(timer);
    element.addEventListener("contextmenu", (event) => {
        const { target, clientX: x, clientY: y } = event;
        // A link and a marked text keep the browser's own menu.
        const isInLink = event.composedPath().some((/** @type {any} */ node) => node.localName === "a");
        if (isInLink || String(getSelection())) return;
        event.preventDefault();
        stop();
        // Some browsers say so, too, that a finger was pressed long.
        if (hasPressed) return;
        const box = /** @type {HTMLElement} */ (target).getBoundingClientRect();
        // The keyboard's menu key says no place.
        open(target, x || y ? { x, y } : { x: box.left + 24, y: box.top + 24 });
    });
    element.addEventListener("pointerdown", ({ target, pointerType, clientX: x, clientY: y }) => {
        stop();
        hasPressed = false;
        if (pointerType !== "touch") return;
        start = { x, y };
        timer = setTimeout(() => {
            hasPressed = true;
            open(target, start);
        }, pressMilliseconds);
    });
    element.addEventListener("pointermove", ({ clientX, clientY }) => {
        if (start && Math.hypot(clientX - start.x, clientY - start.y) > pressPixels) stop();
    });
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, stop);
}

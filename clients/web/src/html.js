/**
 * Makes an element. A property that the element has is set as one (`textContent`, `onclick`, `className`), any other as
 * an attribute; what is undefined or false is left out. No text ever becomes markup.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === false) continue;
        if (name in element && name !== "part" && name !== "role") element[name] = value;
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
    return element;
}

/** Sets a text only if it is another, so that a screen reader is told of changes alone. */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes the children of a list those of `rows`; a child whose row says the same stays the same element.
 * @template Row
 * @param {HTMLElement} list
 * @param {Row[]} rows
 * @param {(row: Row) => string} keyOf
 * @param {(row: Row) => string} gist all that is seen of a row
 * @param {(row: Row) => HTMLElement} draw
 */
export function reconcile(list, rows, keyOf, gist, draw) {
    const known = new Map([...list.children].map((item) => [/** @type {any} */ (item).key, item]));
    rows.forEach((row, place) => {
        const key = keyOf(row);
        const drawn = gist(row);
        /** @type {any} */
        let item = known.get(key);
        if (item?.drawn !== drawn) {
            const fresh = Object.assign(draw(row), { key, drawn });
            if (item) replace(item, fresh);
            item = fresh;
        }
        known.delete(key);
        if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
    });
    for (const item of known.values()) item.remove();
}

/** The focus stays where it was. */
function replace(item, fresh) {
    const root = item.getRootNode();
    const isFocused = item.contains(root.activeElement);
    if (isFocused) fresh.tabIndex = 0;
    item.replaceWith(fresh);
    if (isFocused) fresh.focus({ preventScroll: true });
}

/** Expressions that find elements in a page, also in the shadow trees of its elements. */

/** All that a CSS selector means. */
export const findAll = (selector) => `(function all(root) {
    const inner = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot) : []));
    return [...root.querySelectorAll(${JSON.stringify(selector)}), ...inner];
})(document)`;

export const find = (selector) => `${findAll(selector)}[0]`;

/** The element that has the focus. */
export const focused = `(function deepest({ activeElement }) {
    return activeElement?.shadowRoot?.activeElement ? deepest(activeElement.shadowRoot) : activeElement;
})(document)`;

/** Whether one of the elements says a text. */
export const says = (selector, text) =>
    `${findAll(selector)}.some(({ innerText }) => innerText.includes(${JSON.stringify(text)}))`;

/** Presses Tab until the focus is on an element that a selector means. */
export async function tabTo(page, selector) {
    for (let count = 0; count < 40; count++) {
        if (await page.evaluate(`${focused}.matches(${JSON.stringify(selector)})`)) return;
        await page.press("Tab");
    }
    throw new Error(`Tab does not lead to ${selector}; it is on ${await page.evaluate(`${focused}.outerHTML`)}`);
}

/** The texts of the elements that a selector means. */
export const texts = (page, selector) => page.evaluate(`${findAll(selector)}.map(({ innerText }) => innerText)`);

/** Opens a conversation of the list by a click, as soon as it is there. */
export async function openChat(page, name) {
    const found = `${findAll("[role=option] .name")}.find(({ innerText }) => innerText === ${JSON.stringify(name)})`;
    await page.until(`Boolean(${found})`);
    await page.evaluate(`${found}.click()`);
}

/** Chooses in the menu that is open, by the keyboard. */
export async function choose(page, name) {
    for (let count = 0; count < 12; count++) {
        const shown = await page.evaluate(`${focused}.ariaLabel ?? ${focused}.innerText`);
        if (shown === name) return page.press("Enter");
        await page.press("ArrowUp");
    }
    throw new Error(`the menu has no ${name}: ${await texts(page, "[role=menuitem]")}`);
}

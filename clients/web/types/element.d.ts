/**
 * What all elements have: a client and a store, their own or those of the chat around them, texts in the language of
 * the page, and styles. An element begins with `begin` as soon as it is in the page and has a client, and is then told
 * of what changes.
 */
export class MartletElement extends HTMLElement {
    static properties: string[];
    /** @type {import("./session.js").Session | undefined} */
    session: import("./session.js").Session | undefined;
    /** The styles of this element. @returns {string} */
    get css(): string;
    set client(arg: import("@martlet/client").Client);
    /** @returns {import("@martlet/client").Client} */
    get client(): import("@martlet/client").Client;
    set store(arg: import("@martlet/client/store").Store);
    /** @returns {import("@martlet/client/store").Store} */
    get store(): import("@martlet/client/store").Store;
    set texts(arg: import("./texts.js").Texts);
    /** Texts that take the place of those of texts.js, by their names. */
    get texts(): import("./texts.js").Texts;
    /** The chat around this element. */
    get chat(): any;
    /** @returns {string} */
    get language(): string;
    connectedCallback(): void;
    disconnectedCallback(): void;
    /** @param {MartletElement} element that stands in this chat */
    adopt(element: MartletElement): void;
    /** @param {MartletElement} element */
    release(element: MartletElement): void;
    /** Begins anew, as with another client, other texts or another language. */
    refresh(): void;
    /**
     * What the element has in common with others of its client.
     * @param {import("@martlet/client/store").Store} [_store]
     * @returns {import("./session.js").Session | undefined}
     */
    share(_store?: import("@martlet/client/store").Store): import("./session.js").Session | undefined;
    /** Draws the element and listens; what listens is ended by `until`. */
    begin(): void;
    /** @param {...(() => void)} ends called when the element goes or begins anew */
    until(...ends: (() => void)[]): void;
    /** @param {string} name @param {Record<string, string | number>} [values] */
    say(name: string, values?: Record<string, string | number>): string;
    /**
     * Tells the application; whether it has not prevented what comes next.
     * @param {string} name
     * @param {object} detail
     */
    tell(name: string, detail: object): boolean;
    #private;
}

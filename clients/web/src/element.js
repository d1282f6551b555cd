import { base, tokens } from "./styles.js";
import { say, textsOf } from "./texts.js";

/** Where there is no page, as on a server that draws one, the modules can be loaded all the same. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

function sheetOf(css) {
    if (!sheets.has(css)) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        sheets.set(css, sheet);
    }
    return sheets.get(css);
}

/** The chat that an element stands in, also over the edge of a shadow tree. */
function chatAround(element) {
    for (let node = element.parentNode; node; node = node.parentNode ?? node.host) {
        if (node.localName === "martlet-chat") return node;
    }
    return undefined;
}

/**
 * What all elements have: a client and a store, their own or those of the chat around them, texts in the language of
 * the page, and styles. An element begins with `begin` as soon as it is in the page and has a client, and is then told
 * of what changes.
 */
export class MartletElement extends Base {
    static properties = ["client", "store", "texts"];

    /** @type {import("@martlet/client").Client} */
    #client;
    /** @type {import("@martlet/client/store").Store} */
    #store;
    /** @type {import("./texts.js").Texts} */
    #texts = {};
    /** @type {any} */
    #chat;
    /** @type {Set<MartletElement>} */
    #inner = new Set();
    /** @type {Array<() => void>} */
    #ends = [];
    /** @type {import("./session.js").Session | undefined} */
    session;

    constructor() {
        super();
        this.attachShadow({ mode: "open" });
    }

    /** The styles of this element. @returns {string} */
    get css() {
        return "";
    }

    /** @returns {import("@martlet/client").Client} */
    get client() {
        return this.#client ?? this.#chat?.client;
    }

    set client(client) {
        this.#client = client;
        this.refresh();
    }

    /** @returns {import("@martlet/client/store").Store} */
    get store() {
        return this.#store ?? this.#chat?.store ?? this.session?.store;
    }

    set store(store) {
        this.#store = store;
        this.refresh();
    }

    /** Texts that take the place of those of texts.js, by their names. */
    get texts() {
        return this.#texts;
    }

    set texts(texts) {
        this.#texts = texts;
        this.refresh();
    }

    /** The chat around this element. */
    get chat() {
        return this.#chat;
    }

    /** @returns {string} */
    get language() {
        for (let node = /** @type {any} */ (this); node; node = node.parentNode ?? node.host) {
            if (node.lang) return node.lang;
        }
        return document.documentElement.lang || navigator.language;
    }

    connectedCallback() {
        this.#chat = chatAround(this);
        this.#chat?.adopt(this);
        // The chat's colors are inherited.
        const styles = this.#chat ? [base, this.css] : [tokens, base, this.css];
        this.shadowRoot.adoptedStyleSheets = styles.map(sheetOf);
        for (const name of /** @type {any} */ (this.constructor).properties) this.#upgrade(name);
        this.refresh();
    }

    disconnectedCallback() {
        this.#end();
        this.#chat?.release(this);
        this.#chat = undefined;
    }

    /** @param {MartletElement} element that stands in this chat */
    adopt(element) {
        this.#inner.add(element);
    }

    /** @param {MartletElement} element */
    release(element) {
        this.#inner.delete(element);
    }

    /** Begins anew, as with another client, other texts or another language. */
    refresh() {
        this.#end();
        if (this.isConnected && this.client) {
            this.session = this.share(this.#store ?? this.#chat?.store);
            this.begin();
        }
        for (const element of this.#inner) element.refresh();
    }

    /**
     * What the element has in common with others of its client.
     * @param {import("@martlet/client/store").Store} [_store]
     * @returns {import("./session.js").Session | undefined}
     */
    share(_store) {
        return undefined;
    }

    /** Draws the element and listens; what listens is ended by `until`. */
    begin() {}

    /** @param {...(() => void)} ends called when the element goes or begins anew */
    until(...ends) {
        this.#ends.push(...ends);
    }

    /** @param {string} name @param {Record<string, string | number>} [values] */
    say(name, values) {
        return say({ ...textsOf(this.language), ...this.#chat?.texts, ...this.#texts }, name, values);
    }

    /**
     * Tells the application; whether it has not prevented what comes next.
     * @param {string} name
     * @param {object} detail
     */
    tell(name, detail) {
        return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
    }

    #end() {
        for (const end of this.#ends.splice(0)) end();
        this.session = undefined;
    }

    /** What was set before the element was defined hides the property of its class. @param {string} name */
    #upgrade(name) {
        if (!Object.hasOwn(this, name)) return;
        const value = this[name];
        delete this[name];
        this[name] = value;
    }
}

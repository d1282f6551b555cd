import { make } from "./html.js";
import { icon } from "./icons.js";
import { sizeText } from "./media.js";

/** So many go with a message (U-20: media of a message). */
const most = 10;

/** The files that wait above the field until the message is sent: for each conversation its own. */
export class Tray {
    /** @type {Map<string, Array<{file: File, width?: number, height?: number, thumbnail?: Blob}>>} */
    #items = new Map();
    #awaiting;

    /** @param {import("./media.js").MediaParts} parts */
    constructor(parts) {
        this.parts = parts;
    }

    /** @param {string} conversation */
    of(conversation) {
        return this.#items.get(conversation) ?? [];
    }

    /** Files are dragged over the chat. */
    await(composer) {
        const box = composer.shadowRoot.querySelector(".box");
        box.classList.add("awaits");
        clearTimeout(this.#awaiting);
        this.#awaiting = setTimeout(() => box.classList.remove("awaits"), 300);
    }

    async add(composer, conversation, files) {
        const { session } = this.parts;
        const room = most - this.of(conversation).length;
        session.report(conversation, files.length > room ? composer.say("tooMany") : "");
        const items = files.slice(0, Math.max(0, room)).map((file) => ({ file }));
        this.#items.set(conversation, [...this.of(conversation), ...items]);
        this.show(composer);
        composer.focus();
        await Promise.all(items.map(async (item) => Object.assign(item, await this.parts.lookAt(item.file))));
    }

    /** What is sent now. */
    take(composer, conversation) {
        const items = this.of(conversation);
        this.#items.delete(conversation);
        this.show(composer);
        return items;
    }

    show(composer) {
        const root = composer.shadowRoot;
        const items = this.of(composer.conversation);
        root.querySelector(".tray")?.remove();
        if (items.length > 0) {
            const list = make("ul", { className: "tray", "aria-label": composer.say("attached") });
            list.append(...items.map((item) => this.#item(composer, item)));
            root.querySelector(".box").before(list);
        }
        composer.changed();
    }

    #item(composer, item) {
        const { file } = item;
        const remove = make(
            "button",
            { type: "button", className: "remove", "aria-label": composer.say("removeNamed", { name: file.name }) },
            icon("close"),
        );
        remove.onclick = () => {
            const { conversation } = composer;
            this.#items.set(conversation, this.of(conversation).filter((other) => other !== item));
            this.show(composer);
            composer.focus();
        };
        const shown = /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type)
            ? make("img", { src: this.parts.objectURL(file), alt: file.name })
            : make(
                "span", { className: "doc" }, icon("file"), make("span", { className: "cut", dir: "auto" }, file.name),
                make("small", { dir: "auto" }, sizeText(file.size, composer.language)),
            );
        return make("li", {}, shown, remove);
    }
}

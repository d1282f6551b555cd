/** Pictures and files, as the thread shows them and the composer takes them. The first that needs it loads it. */
import { lookAt, mediaOf } from "@martlet/client/media";

import { make, setText } from "./html.js";
import { icon, paths } from "./icons.js";
import { composerMediaStyles, threadMediaStyles } from "./media-styles.js";
import { chinese, english } from "./texts.js";
import { Tray } from "./tray.js";
import { openViewer } from "./viewer.js";

Object.assign(paths, { save: "M12 4v11M7 10.5l5 5 5-5M5 20h14" });
Object.assign(english, {
    attached: "Attached", checking: "Being checked", gone: "No longer available", next: "Next",
    open: "Open", openNamed: "Open {name}", previous: "Previous", removeNamed: "Remove {name}", saveFile: "Save",
    tooMany: "Ten at most", uploading: "Sending {name}, {percent} %",
});
Object.assign(chinese, {
    attached: "已添加", checking: "审核中", gone: "已失效", next: "下一张", open: "打开", openNamed: "打开 {name}",
    previous: "上一张", removeNamed: "移除 {name}", saveFile: "保存", tooMany: "最多十个", uploading: "正在发送 {name}，{percent}%",
});

/** Others are files: a browser shows them, or does not, and the gateway gives them as attachments. */
const isPicture = ({ type }) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type);
/** The height of a picture at most; and the width at least. */
const [highest, narrowest] = [320, 120];

/** @param {string | undefined} type */
const kindOf = (type = "") => (isPicture({ type }) ? "picture" : /^(video|audio)\//.exec(type)?.[1] ?? "file");

/** What all elements of one client share of pictures and files. */
export class MediaParts {
    /** URLs of files of this page. @type {WeakMap<Blob, string>} */
    #objectURLs = new WeakMap();
    #styled = new WeakSet();
    #tray;

    constructor(session) {
        this.session = session;
        this.media = mediaOf(session.client);
        this.#tray = new Tray(this);
    }

    // MARK: The composer

    /** Files are attached to the message that is written; none: they are being dragged. */
    attach(composer, conversation, files) {
        this.style(composer, composerMediaStyles);
        if (files.length === 0) this.#tray.await(composer);
        else this.#tray.add(composer, conversation, files);
    }

    /** Whether there are files for the message of a conversation. */
    has(conversation) {
        return this.#tray.of(conversation).length > 0;
    }

    /** The composer has gone to another conversation. */
    show(composer) {
        this.#tray.show(composer);
    }

    /**
     * Sends the message with what is attached.
     * @returns {Promise<any>} of the message as it is stored
     */
    send(composer, message) {
        const { conversation } = composer;
        const attached = this.#tray.take(composer, conversation);
        const isOfPictures = attached.every(({ file }) => isPicture(file));
        return this.media.send(conversation, attached, { ...message, type: isOfPictures ? 1 : 6 });
    }

    // MARK: The thread

    /** What a message shows of its media, or of those on their way. */
    draw(thread, message, entry) {
        this.style(thread, threadMediaStyles);
        const known = (item) => (typeof item === "string" ? this.#known(item) : item);
        const items = entry?.files ?? message.media.map(known);
        const isShort = items.length > 1 && items.every(isPicture);
        const children = items.map((item) => this.#item(thread, item, message, isShort));
        const box = make("div", { className: isShort ? "media grid" : "media" }, children);
        box.isBare = items.every(isPicture);
        if (entry?.state === "uploading") box.append(this.#progress(thread, entry));
        return box;
    }

    /** What the menu of a message offers. */
    choices(thread, message) {
        const items = (message.media ?? []).filter(({ state }) => state === "ready");
        if (items.length === 0) return [];
        return [{ icon: "file", text: thread.say("open"), act: () => this.#open(thread, items[0], items) }];
    }

    /** Of an own message that waits for its acknowledgement nothing but the id is here, and the file. */
    #known(mediaID) {
        const { type = "image/jpeg", name = "", size = 0 } = this.media.local(mediaID) ?? {};
        return { mediaID, state: "ready", type, name, size };
    }

    #item(thread, item, message, isShort) {
        const { mediaID, state = "ready", name } = item;
        if (state !== "ready" && !(state === "pending" && this.media.local(mediaID))) {
            const text = thread.say(state === "pending" ? "checking" : "gone");
            return make("span", { className: "none" }, icon("file"), text);
        }
        const kind = kindOf(item.type);
        const open = () => this.#open(thread, item, message.media ?? []);
        if (kind === "video" || kind === "audio") return this.#player(kind, item);
        if (kind === "file") return this.#file(thread, item, open);
        const label = thread.say("openNamed", { name: name || thread.say("image") });
        const button = make("button", { type: "button", className: "shot", tabIndex: -1, "aria-label": label });
        const image = make("img", { alt: name || thread.say("image"), loading: "lazy" });
        if (!isShort) this.#size(button, item);
        button.append(image);
        button.onclick = open;
        if (!mediaID) button.disabled = true;
        this.fill(image, item, true);
        return button;
    }

    /** The place is kept while the picture is on its way. */
    #size(button, { width, height }) {
        if (!(width > 0 && height > 0)) return;
        const shown = Math.max(narrowest, Math.min(width, (width / height) * highest));
        button.style.aspectRatio = `${width} / ${height}`;
        button.style.width = `${shown}px`;
    }

    #player(kind, item) {
        const player = make(kind, { controls: true, preload: "metadata", className: "player" });
        this.fill(player, item);
        return player;
    }

    #file(thread, { mediaID, name, size }, open) {
        const text = name || thread.say("file");
        return make(
            "button",
            { type: "button", className: "file doc", tabIndex: -1, onclick: open, disabled: !mediaID }, icon("file"),
            make("span", { className: "cut", dir: "auto" }, text),
            make("small", { dir: "auto" }, sizeText(size, thread.language)),
        );
    }

    /** Its URL comes; one that has ended is asked for again. */
    async fill(element, item, isSmall = false) {
        const id = (isSmall && typeof item.thumbnail === "string" && item.thumbnail) || item.mediaID;
        const local = this.media.local(item.mediaID ?? item.key);
        if (local instanceof Blob) {
            element.src = this.objectURL(local);
            return;
        }
        let hasFailed = false;
        const load = async () => {
            try {
                element.src = await this.media.url(id);
            } catch {
                // There is none for this user any more; the row says what it was.
                element.classList.add("lost");
            }
        };
        element.onerror = () => {
            if (hasFailed) return element.classList.add("lost");
            hasFailed = true;
            this.media.forget(id);
            load();
        };
        await load();
    }

    objectURL(blob) {
        if (!this.#objectURLs.has(blob)) this.#objectURLs.set(blob, URL.createObjectURL(blob));
        return this.#objectURLs.get(blob);
    }

    #open(thread, item, items) {
        const pictures = items.filter((one) => one.state === "ready" && isPicture(one));
        const place = pictures.indexOf(item);
        if (place >= 0) return openViewer(thread, this, pictures, place);
        return thread.attempt(() => this.save(item));
    }

    /** The gateway gives it as an attachment with its name. */
    async save({ mediaID, name }) {
        const href = await this.media.url(mediaID);
        make("a", { href, download: name, target: "_blank", rel: "noopener noreferrer" }).click();
    }

    #progress(thread, { clientMsgId, files }) {
        const [{ name }] = files;
        const bar = make("span", { className: "ring", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100 });
        const cancel = make(
            "button", { type: "button", className: "stop", tabIndex: -1, "aria-label": thread.say("cancel") }, bar,
            icon("close"),
        );
        cancel.onclick = () => thread.client.outbox.discard(clientMsgId);
        const told = make("span", { className: "unseen" });
        const draw = () => {
            const { sent = 0, size = 1 } = this.media.progress(clientMsgId) ?? {};
            const percent = Math.min(100, Math.round((100 * sent) / Math.max(1, size)));
            bar.style.setProperty("--done", `${percent}%`);
            bar.setAttribute("aria-valuenow", String(percent));
            bar.setAttribute("aria-label", thread.say("uploading", { name, percent }));
        };
        draw();
        const forget = this.media.on("change", (ids) => {
            if (!cancel.isConnected) forget();
            else if (ids.has(clientMsgId)) draw();
        });
        setText(told, thread.say("sending"));
        return make("span", { className: "under-way" }, cancel, told);
    }

    style(element, css) {
        const root = element.shadowRoot;
        if (this.#styled.has(root)) return;
        this.#styled.add(root);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        // The element sets its own ones when it comes into the page.
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    }

    /** What is known of a picture before it is sent. */
    lookAt(file) {
        return lookAt(file);
    }
}

/** The first element that needs them makes them. */
export function partsOf(session) {
    if (!session.media) {
        session.media = new MediaParts(session);
        session.emit("media", undefined);
    }
    return session.media;
}

/** @param {number} bytes @param {string} language */
export function sizeText(bytes, language) {
    const [unit, count] =
        bytes < 1e3 ? ["byte", bytes] : bytes < 1e6 ? ["kilobyte", bytes / 1e3] : ["megabyte", bytes / 1e6];
    const unitDisplay = unit === "byte" ? "long" : "short";
    const digits = { maximumFractionDigits: count < 10 ? 1 : 0 };
    return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay, ...digits }).format(count);
}

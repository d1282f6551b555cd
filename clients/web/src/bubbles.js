import { avatar } from "./avatars.js";
import { gistOf, noteOf, textOf, types, usersOf } from "./gist.js";
import { make } from "./html.js";
import { icon } from "./icons.js";
import { partsOf, webAddress } from "./links.js";
import { everybody } from "./mentions.js";
import { idOf, isGroup, placeOf } from "./session.js";
import { clockTime, dayName, fullTime } from "./times.js";

/** A text of a few emoji and nothing else is drawn large. */
const emoji = /^(?:\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*\s*){1,3}$/u;

/** The height of a picture at most, as in thread-styles.js. */
const highestPixels = 320;

/**
 * Draws the rows of a thread.
 */
export class Bubbles {
    /**
     * @param {any} element the thread
     * @param {object} options
     * @param {any} options.quotes
     * @param {(msgId: string) => void} options.jump
     * @param {(message: any, reaction: string, remove: boolean) => void} options.react
     * @param {(item: HTMLElement, at: {x: number, y: number}) => void} options.menu
     */
    constructor(element, options) {
        this.element = element;
        this.options = options;
    }

    /** All that is seen of a row, as a text. @param {any} row */
    gist(row) {
        const { session, language } = this.element;
        const { kind, message, entry, starts, ends, time, key } = row;
        if (kind === "day") return `${key} ${dayName(time, session.client.serverTime, language)}`;
        if (kind === "unread") return `unread ${language}`;
        if (kind === "unsent")
            return JSON.stringify(
                [entry, starts, ends, this.#quoteGist(entry.message.replyTo), language, Boolean(session.media)],
            );
        const state = row.isOwn ? session.reads.state(message) : "";
        const sender = [session.senderOf(message), session.people.avatar(message.from)];
        const names = usersOf(message).map((user) => session.people.name(user, placeOf(message.conversationID)));
        return JSON.stringify(
            [
                message, starts, ends, state, sender, names, this.#quoteGist(message.replyTo), language,
                Boolean(message.media && session.media),
            ],
        );
    }

    /** @param {any} row @returns {HTMLElement} */
    draw(row) {
        const { element } = this;
        const { kind, time, message } = row;
        if (kind === "day")
            return make(
                "li", { className: "day", part: "day" },
                make("span", {}, dayName(time, element.client.serverTime, element.language)),
            );
        if (kind === "unread")
            return make(
                "li", { className: "divider", part: "unread-divider" }, make("span", {}, element.say("newMessages")),
            );
        if (kind === "note") return this.#note(noteOf(element, message), row);
        if (kind === "recalled") {
            const text = row.isOwn
                ? element.say("recalledByYou")
                : element.say("recalledBy", { who: element.session.senderOf(message) });
            return this.#note(text, row);
        }
        return this.#message(row);
    }

    #note(text, { kind }) {
        return make(
            "li", { className: `note ${kind}`, "data-focusable": true, tabIndex: -1, part: "note" },
            make("span", { dir: "auto" }, text),
        );
    }

    #message(row) {
        const { kind, message, entry, isOwn, starts, ends } = row;
        const { element } = this;
        const shown = message ?? {
            conversationID: entry.conversationID, from: element.session.user, ...entry.message, time: entry.time,
        };
        const isOthersInGroup = !isOwn && isGroup(shown.conversationID);
        const names = [
            "row", isOwn ? "own" : "other", starts && "starts", ends && "ends",
            entry?.state === "failed" && "has-failed",
            isOthersInGroup && !element.session.people.isKnown(shown.from) && "unnamed",
        ];
        const item = make("li", { className: names.filter(Boolean).join(" "), "data-focusable": true, tabIndex: -1 });
        const sender = element.session.senderOf(shown);
        if (isOthersInGroup) {
            item.append(
                ends
                    ? avatar(shown.from, sender, element.session.people.avatar(shown.from))
                    : make("span", { className: "space" }),
            );
        }
        const column = make("div", { className: "column" });
        if (!isOwn && !(isOthersInGroup && starts)) column.append(make("span", { className: "unseen" }, `${sender}: `));
        if (isOwn) column.append(make("span", { className: "unseen" }, `${element.say("you")}: `));
        column.append(this.#bubble(row, shown, isOthersInGroup && starts ? sender : undefined));
        if (message?.reactions?.length) column.append(this.#reactions(message));
        if (entry?.state === "failed") column.append(this.#failed(entry));
        item.append(column);
        if (kind === "message") item.append(this.#more(item));
        return item;
    }

    #bubble(row, shown, sender) {
        const { element } = this;
        const { body, type, replyTo } = shown;
        const media = this.#media(row, shown);
        const picture = type === types.image ? webAddress(body.url) : undefined;
        const isShown = picture || media;
        const text = textOf(shown) || (isShown ? "" : gistOf(element, shown));
        const isLarge = !isShown && !replyTo && emoji.test(text);
        const bubble = make("div", {
            className: isLarge
                ? "bubble large"
                : (picture || media?.isBare) && !text
                ? "bubble bare"
                : "bubble",
            part: row.isOwn ? "bubble bubble-own" : "bubble bubble-other",
        });
        if (sender) bubble.append(make("strong", { className: "sender cut", dir: "auto" }, sender));
        if (replyTo) bubble.append(this.#quote(replyTo));
        if (picture) bubble.append(this.#picture(picture, body, text));
        if (media) bubble.append(media);
        const address = type === types.file ? webAddress(body.url) : undefined;
        if (address)
            bubble.append(
                make(
                    "a", { className: "file", href: address, target: "_blank", rel: "noopener noreferrer" },
                    icon("file"), typeof body.name === "string" ? body.name : text,
                ),
            );
        else if (text) bubble.append(make("span", { className: "text", dir: "auto" }, this.#parts(text, shown)));
        bubble.append(this.#meta(row, shown));
        return bubble;
    }

    /** Texts of others become texts, and links only to the web. */
    #parts(text, { conversationID, atUserList = [] }) {
        const { session } = this.element;
        const groupID = idOf(conversationID);
        const mentioned = atUserList.map((user) => (user === everybody
            ? { user, name: this.element.say("all") }
            : { user, name: session.people.name(user, { groupID }) }));
        // The name may have changed since then.
        const known = [...mentioned, ...atUserList.map((user) => ({ user, name: user }))];
        return partsOf(text, known).map(({ text: shown, link, user }) => {
            if (link) return make("a", { href: link, target: "_blank", rel: "noopener noreferrer" }, shown);
            if (!user) return shown;
            const isOwn = user === session.user || user === everybody;
            return make("span", { className: isOwn ? "mention me" : "mention" }, shown);
        });
    }

    #picture(address, { width, height, name }, text) {
        const label = text || (typeof name === "string" ? name : this.element.say("image"));
        const image = make("img", { src: address, alt: label, loading: "lazy", referrerPolicy: "no-referrer" });
        // The place is kept while the picture is on its way.
        if (width > 0 && height > 0) {
            image.style.aspectRatio = `${Number(width)} / ${Number(height)}`;
            image.style.width = `${Math.min(width, (width / height) * highestPixels)}px`;
        } else image.style.minHeight = "120px";
        return make("a", { className: "picture", href: address, target: "_blank", rel: "noopener noreferrer" }, image);
    }

    /** Pictures and files. */
    #media({ entry }, shown) {
        const { session } = this.element;
        if (!shown.media?.length && !entry?.files) return undefined;
        if (!session.media) session.loadMedia();
        return session.media?.draw(this.element, shown, entry);
    }

    #meta(row, { time, edited }) {
        const { element } = this;
        const meta = make("span", { className: "meta", title: fullTime(time, element.language) });
        if (edited) meta.append(`${element.say("edited")} `);
        meta.append(make("time", {}, clockTime(time, element.language)));
        if (row.isOwn) meta.append(...this.#state(row));
        return meta;
    }

    #state({ message, entry }) {
        const name = message
            ? this.element.session.reads.state(message)
            : entry.state === "failed"
            ? "failed"
            : entry.isUnsaved
            ? "sendingUnsaved"
            : "sending";
        const symbols = { read: "checks", sent: "check", sending: "clock", sendingUnsaved: "clock", failed: "failed" };
        const symbol = icon(symbols[name]);
        symbol.classList.add(`state-${name}`);
        return [symbol, make("span", { className: "unseen" }, `, ${this.element.say(name)}`)];
    }

    #quoteGist(replyTo) {
        const quoted = replyTo && this.options.quotes.get(replyTo.msgId);
        return quoted ? [this.element.session.senderOf(quoted), gistOf(this.element, quoted)] : quoted === null;
    }

    #quote({ msgId }) {
        const { element } = this;
        const quoted = this.options.quotes.get(msgId);
        const text = quoted === null ? element.say("quoteGone") : quoted ? gistOf(element, quoted) : "…";
        const isOwn = quoted?.from === element.session.user;
        const who = quoted && (isOwn ? element.say("you") : element.session.senderOf(quoted));
        const quote = make("button", {
            type: "button", className: "quote", part: "quote", tabIndex: -1, disabled: !quoted,
        },
            who && make(
                "strong", { className: "cut", dir: "auto" }, who,
            ), make("span", { className: "cut", dir: "auto" }, text));
        quote.onclick = () => this.options.jump(msgId);
        return quote;
    }

    #reactions(message) {
        const { element } = this;
        return make("div", {
            className: "reactions", part: "reactions",
        }, message.reactions.map(({ reaction, count, mine = false }) => {
            const label = element.say("reaction", { reaction, count });
            const button = make("button", {
                type: "button", tabIndex: -1, "aria-pressed": String(mine), "aria-label": label, title: label,
            },
                reaction, count > 1 && make("span", {}, String(count)));
            button.onclick = () => this.options.react(message, reaction, mine);
            return button;
        }));
    }

    #failed({ clientMsgId, error }) {
        const { element } = this;
        const { outbox } = element.client;
        const act = (name, run) => make("button", { type: "button", onclick: run }, element.say(name));
        return make("div", { className: "failed", part: "failed" }, icon("failed"), make(
            "span", {}, element.say("notSent", { reason: error.message }),
        ),
            act("tryAgain", () => outbox.retry(clientMsgId)), act("discard", () => outbox.discard(clientMsgId)));
    }

    #more(item) {
        const button = make(
            "button", { type: "button", className: "round more", tabIndex: -1, "aria-label": this.element.say("more") },
            icon("more"),
        );
        button.onclick = () => {
            const { left, right, bottom } = button.getBoundingClientRect();
            this.options.menu(item, { x: item.matches(":dir(rtl)") ? right : left, y: bottom + 4 });
        };
        return button;
    }
}

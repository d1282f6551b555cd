/** A live room: docs/web.md. To load this module defines its element; pages without a room do not load it. */
import { Room } from "@martlet/client/rooms";

import { avatar } from "./avatars.js";
import { MartletElement } from "./element.js";
import { make, setText } from "./html.js";
import { icon } from "./icons.js";
import { onMenu, openMenu } from "./menu.js";
import { roomStyles } from "./room-styles.js";
import { chinese, english } from "./texts.js";
import { clockTime, fullTime } from "./times.js";

Object.assign(english, {
    allMuted: "Only the host and speakers may write", banUser: "Ban from the room", banned: "You are banned here",
    crowded: "Too many wrote at once. Try again.", enterAgain: "Enter again", here: "{shown} here",
    kicked: "You were removed from the room", missedLines: "{count} message was missed|{count} messages were missed",
    mutedForEver: "You are muted", mutedUntil: "You are muted until {time}", muteTen: "Mute for 10 minutes",
    newLines: "{count} new message|{count} new messages", notIn: "Not in the room: {reason}",
    removeUser: "Remove from the room", roomEnded: "The room has ended",
    shedLines: "{count} more message, too many to show|{count} more messages, too many to show",
    slow: "Slow mode: one message in {seconds} s", tooFast: "Too fast. Try again in a moment.",
});
Object.assign(chinese, {
    allMuted: "仅主持人和指定发言人可发言", banUser: "封禁", banned: "你已被此房间封禁",
    crowded: "同时发言的人太多，请重试。", enterAgain: "重新进入", here: "{shown} 人在线",
    kicked: "你已被移出房间", missedLines: "有 {count} 条消息未收到",
    mutedForEver: "你已被禁言", mutedUntil: "你已被禁言至 {time}", muteTen: "禁言 10 分钟",
    newLines: "{count} 条新消息", notIn: "未能进入房间：{reason}",
    removeUser: "移出房间", roomEnded: "房间已结束",
    shedLines: "另有 {count} 条消息，过多未显示",
    slow: "慢速模式：每 {seconds} 秒一条", tooFast: "发送太快，请稍后再试。",
});

/** More lines are not in the page. */
const mostLines = 200;
/** A connection that is made at once says nothing. */
const pauseMilliseconds = 1000;
/** So long the number of messages that nobody was shown stands. */
const shedMilliseconds = 5000;
const aDay = 86_400_000;
/** The end of a longer mute says nothing: one for ever has an end that no calendar has. */
const longestMute = 365 * aDay;
/** So near to the end, in pixels, the newest line is in sight. */
const nearEnd = 24;

/**
 * What is said in a live room, and the field to say something. It enters when it is in the page, and leaves with it.
 * `message-written` tells of each message before it is sent; the application can prevent that.
 */
export class MartletRoom extends MartletElement {
    static observedAttributes = ["room", "lang"];
    static properties = [...MartletElement.properties, "room", "nameOf", "drawn", "maxLength"];

    /** The longest text. */
    maxLength = 200;
    /**
     * The name of a message's sender. All in the room would ask for the same profile at once, so none is looked up.
     * @type {(message: import("@martlet/client/rooms").RoomMessage) => string}
     */
    nameOf = ({ from = "" }) => from;
    /**
     * What a line shows in place of a message's text, such as a gift; null: the message has no line.
     * @type {(message: import("@martlet/client/rooms").RoomMessage) => Node | string | null}
     */
    drawn = ({ body }) => (typeof body.text === "string" ? body.text : null);

    /** @type {Room | undefined} */
    #live;
    #title;
    #about;
    #banner;
    #log;
    #list;
    #newer;
    #says;
    #form;
    #field;
    #send;
    #out;
    /** Lines that came while the user looks at earlier ones. */
    #unseen = 0;
    #shed = 0;
    #problem = "";
    /** @type {any} */
    #timer;
    /** @type {any} */
    #shedTimer;

    get css() {
        return roomStyles;
    }

    get room() {
        return this.getAttribute("room") ?? undefined;
    }

    set room(id) {
        if (id === this.room) return;
        if (id) this.setAttribute("room", id);
        else this.removeAttribute("room");
    }

    /** The `Room` that the element is in. */
    get live() {
        return this.#live;
    }

    attributeChangedCallback(_name, before, now) {
        if (before !== now) this.refresh();
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#live?.leave();
        this.#live = undefined;
    }

    begin() {
        this.#open();
        const live = this.#live;
        this.#draw();
        this.#form.hidden = !live;
        if (!live) return;
        this.#shed = 0;
        this.until(
            live.on("state", () => this.#drawState()),
            live.on("change", () => this.#drawFacts()),
            live.on("news", (news) => this.#take(news)),
            () => clearTimeout(this.#timer),
            () => clearTimeout(this.#shedTimer),
        );
        this.#toEnd();
        this.#drawFacts();
        this.#drawState();
    }

    focus() {
        this.#field?.focus();
    }

    /** Enters, unless it is in the room already. */
    #open() {
        const { client, room: id } = this;
        if (this.#live?.client === client && this.#live.id === id) return;
        this.#live?.leave();
        this.#live = id ? new Room(client, id, { keep: mostLines }) : undefined;
        this.#enter();
    }

    #enter() {
        // The state says whether it is in, and why not.
        this.#live?.enter().catch(() => {});
    }

    #draw() {
        this.#title = make("h2", { className: "title cut", dir: "auto" });
        this.#about = make("span", { className: "about" });
        this.#banner = make("div", { className: "banner", role: "status", hidden: true });
        this.#list = make("ol", { role: "list" });
        // Tens of lines a second are too many to be read out.
        const label = { role: "log", "aria-live": "off", "aria-label": this.say("messages") };
        this.#log = make("div", { className: "log", part: "log", tabIndex: 0, ...label }, this.#list);
        this.#log.onscroll = () => this.#unseen > 0 && this.#isAtEnd && this.#toEnd();
        this.#newer = make("button", { className: "newer", hidden: true, onclick: () => this.#toEnd() });
        this.#says = make("p", { className: "says", role: "status" });
        this.#field = make("input", {
            "aria-label": this.say("write"), part: "field", dir: "auto", enterKeyHint: "send", autocomplete: "off",
            maxLength: this.maxLength, oninput: () => this.#drawField(),
        });
        this.#send = make("button", { className: "send", part: "send", "aria-label": this.say("send") });
        this.#form = make("form", { onsubmit: (event) => this.#submit(event) }, this.#field, this.#send);
        this.#out = make("div", { className: "out", role: "status", hidden: true });
        this.shadowRoot.replaceChildren(
            make("header", { part: "header" }, make("div", { className: "titles" }, this.#title, this.#about),
                make("slot", { name: "actions" })),
            this.#banner,
            make("div", { className: "middle" }, this.#log, this.#newer),
            make("footer", { part: "footer" }, this.#says, this.#form, this.#out),
        );
        onMenu(this.#list, (target, at) => this.#menu(target.closest(".line")?.message, at));
    }

    #drawFacts() {
        const { title, id, participants } = this.#live;
        setText(this.#title, title || id);
        const shown = new Intl.NumberFormat(this.language).format(participants);
        setText(this.#about, participants > 0 ? this.say("here", { shown }) : "");
        this.#drawField();
    }

    #drawState() {
        const { state } = this.#live;
        clearTimeout(this.#timer);
        const show = () => {
            this.#banner.hidden = state.name !== "entering";
            this.#banner.replaceChildren(icon("clock"), this.say("connecting"));
        };
        if (state.name === "entering" && this.#banner.hidden) this.#timer = setTimeout(show, pauseMilliseconds);
        else show();
        this.#form.hidden = state.name === "out";
        this.#out.hidden = state.name !== "out";
        if (state.name === "out") this.#drawOut(state.reason);
        this.#drawField();
    }

    /** @param {import("@martlet/client/rooms").WhyOut} [reason] */
    #drawOut(reason) {
        const isBanned = reason === "banned" || /** @type {any} */ (reason)?.code === 1025;
        const text = isBanned ? this.say("banned")
            : reason === "kicked" ? this.say("kicked")
            : reason === "ended" ? this.say("roomEnded")
            : this.say("notIn", { reason: /** @type {any} */ (reason)?.message ?? "" });
        const again = make("button", { className: "plain", onclick: () => this.#enter() }, this.say("enterAgain"));
        this.#out.replaceChildren(make("span", {}, text), ...(isBanned || reason === "ended" ? [] : [again]));
    }

    /** The field, its button, and the line above: who may write, and what did not work. */
    #drawField() {
        const { state, slowUntil, mutedUntil, slowSeconds, isMuted, role } = this.#live;
        const now = this.client.serverTime;
        const isSilenced = mutedUntil > now;
        const wait = Math.ceil((slowUntil - now) / 1000);
        const isParticipant = role === "participant";
        this.#field.placeholder = isSilenced ? this.#muted(mutedUntil, now)
            : isMuted && isParticipant ? this.say("allMuted")
            : slowSeconds > 0 && isParticipant ? this.say("slow", { seconds: slowSeconds })
            : this.say("write");
        this.#field.disabled = isSilenced;
        this.#send.disabled = state.name !== "in" || isSilenced || wait > 0 || !this.#field.value.trim();
        this.#send.replaceChildren(wait > 0 ? String(wait) : icon("send"));
        this.#says.classList.toggle("problem", this.#problem !== "");
        setText(this.#says, this.#problem || (this.#shed > 0 ? this.say("shedLines", { count: this.#shed }) : ""));
        if ((wait > 0 || isSilenced) && state.name === "in") {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.#drawField(), 1000);
        }
    }

    /** @param {number} until @param {number} now */
    #muted(until, now) {
        if (until - now > longestMute) return this.say("mutedForEver");
        const format = until - now > aDay ? fullTime : clockTime;
        return this.say("mutedUntil", { time: format(until, this.language) });
    }

    /** @param {import("@martlet/client/rooms").News} news */
    #take({ cleared, messages, missed, shed }) {
        for (const { from, msgId } of cleared) {
            for (const { message, element } of this.#lines()) {
                if (msgId ? message.msgId === msgId : message.from === from) element.remove();
            }
        }
        if (shed > 0) {
            this.#shed += shed;
            clearTimeout(this.#shedTimer);
            this.#shedTimer = setTimeout(() => {
                this.#shed = 0;
                this.#drawField();
            }, shedMilliseconds);
        }
        if (shed > 0 || messages.some(({ from }) => from === this.client.user)) this.#drawField();
        const lines = messages.map((message) => this.#line(message)).filter(Boolean);
        if (missed > 0) lines.unshift(make("li", { className: "note" }, this.say("missedLines", { count: missed })));
        if (!this.#isAtEnd) {
            this.#unseen += lines.length;
            this.#drawNewer();
            return;
        }
        this.#list.append(...lines);
        while (this.#list.children.length > mostLines) this.#list.firstChild.remove();
        this.#log.scrollTop = this.#log.scrollHeight;
    }

    #lines() {
        return [...this.#list.querySelectorAll(".line")].map((element) => ({ element, message: element.message }));
    }

    get #isAtEnd() {
        const { scrollTop, clientHeight, scrollHeight } = this.#log;
        return scrollTop + clientHeight >= scrollHeight - nearEnd;
    }

    /** Shows the newest lines. */
    #toEnd() {
        this.#unseen = 0;
        this.#drawNewer();
        this.#list.replaceChildren(...this.#live.messages.map((message) => this.#line(message)).filter(Boolean));
        this.#log.scrollTop = this.#log.scrollHeight;
    }

    #drawNewer() {
        this.#newer.hidden = this.#unseen === 0;
        if (this.#unseen > 0) setText(this.#newer, this.say("newLines", { count: this.#unseen }));
    }

    #line(message) {
        const shown = this.drawn(message);
        if (shown === null) return undefined;
        const name = this.nameOf(message);
        const more = make(
            "button",
            { className: "round", "aria-label": this.say("more"), onclick: (event) => this.#menuOf(event, message) },
            icon("more"),
        );
        const line = make(
            "li", { className: message.priority === "high" ? "line high" : "line", part: "line" },
            message.from && avatar(message.from, name), make("div", { className: "said" },
                message.from && make("span", { className: "name", part: "name", dir: "auto" }, name),
                make("span", { dir: "auto" }, shown)),
            this.#choicesFor(message).length > 0 && more,
        );
        return Object.assign(line, { message });
    }

    #menuOf(event, message) {
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        this.#menu(message, { x: left, y: bottom });
    }

    #menu(message, at) {
        const choices = message ? this.#choicesFor(message) : [];
        if (choices.length > 0) openMenu(this.shadowRoot, { label: this.say("message"), choices, at });
    }

    /** What this user may do about a message and its sender. */
    #choicesFor({ msgId, from }) {
        const { client, role, id: roomID } = this.#live;
        const leads = role !== "participant";
        const isOwn = from === client.user;
        const choice = (text, name, ask) => ({
            text: this.say(text), icon: name, isGrave: name !== "recall",
            act: () => ask().catch((error) => this.#fail(this.say("notDone", { reason: error.message }))),
        });
        const about = { roomID, userID: from };
        return [
            ...(leads || isOwn ? [choice("recall", "recall", () => client.room.recall({ roomID, msgId }))] : []),
            ...(leads && from && !isOwn
                ? [
                    choice("muteTen", "mute", () => client.room.mute({ ...about, seconds: 600 })),
                    choice("removeUser", "close", () => client.room.kick({ ...about, clear: true })),
                    choice("banUser", "trash", () => client.room.ban({ ...about, seconds: -1, clear: true })),
                ]
                : []),
        ];
    }

    #fail(text) {
        this.#problem = text;
        this.#drawField();
    }

    async #submit(event) {
        event.preventDefault();
        const text = this.#field.value.trim();
        const live = this.#live;
        const message = { body: { text } };
        if (this.#send.disabled || !this.tell("message-written", { roomID: live.id, message })) return;
        this.#field.value = "";
        this.#fail("");
        try {
            await live.send(message);
        } catch (error) {
            // The user may have begun another text.
            this.#field.value ||= text;
            this.#fail(this.#why(error));
        }
    }

    #why(error) {
        if (error.is("gw", 1024)) return this.say("crowded");
        if (error.is("gw", 1003)) return this.say("tooFast");
        if (error.is("em", 507)) return this.say("allMuted");
        // The field says until when.
        return error.is("em", 215) ? "" : this.say("notSent", { reason: error.message });
    }
}

const elements = globalThis.customElements;
if (elements && !elements.get("martlet-room")) elements.define("martlet-room", MartletRoom);

import { make } from "./html.js";
import { icon } from "./icons.js";

/** A finger goes so far, in pixels, until it is a swipe. */
const swipe = 48;

/**
 * Shows pictures over the page, one at a time: by the arrow keys, buttons or a swipe to the side. Escape, a swipe down
 * or a click beside the picture closes it.
 * @param {any} thread
 * @param {import("./media.js").MediaParts} parts
 * @param {any[]} pictures
 * @param {number} place
 */
export function openViewer(thread, parts, pictures, place) {
    const focused = thread.shadowRoot.activeElement;
    const button = (name, symbol, act) => make(
        "button",
        {
            type: "button", className: `round ${name}`, "aria-label": thread.say(name), title: thread.say(name),
            onclick: act,
        },
        icon(symbol),
    );
    const image = make("img", { className: "large-picture", draggable: false });
    const count = make("span", { className: "place", role: "status" });
    const title = make("span", { className: "cut", dir: "auto" });
    const close = button("close", "close", () => viewer.close());
    close.autofocus = true;
    const [previous, next] = [button("previous", "back", () => go(-1)), button("next", "back", () => go(1))];
    const viewer = make(
        "dialog", { className: "viewer", "aria-label": thread.say("image") },
        make(
            "header", {}, title, count,
            button("saveFile", "save", () => thread.attempt(() => parts.save(pictures[place]))),
            close,
        ),
        make("div", { className: "stage" }, previous, image, next),
    );

    function show() {
        const item = pictures[place];
        const isSeveral = pictures.length > 1;
        // The small one is there at once, and gives way to the whole.
        image.removeAttribute("src");
        image.alt = item.name || thread.say("image");
        title.textContent = item.name ?? "";
        count.textContent = isSeveral ? `${place + 1} / ${pictures.length}` : "";
        parts.fill(image, item);
        previous.hidden = !isSeveral || place === 0;
        next.hidden = !isSeveral || place === pictures.length - 1;
    }
    function go(steps) {
        const goal = place + steps;
        if (goal < 0 || goal >= pictures.length) return;
        place = goal;
        show();
    }

    viewer.onkeydown = (event) => {
        const forward = viewer.matches(":dir(rtl)") ? -1 : 1;
        const steps = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
        if (steps) go(steps);
        event.stopPropagation();
    };
    let start;
    viewer.onpointerdown = ({ clientX, clientY }) => (start = { x: clientX, y: clientY });
    viewer.onpointerup = ({ clientX, clientY, pointerType }) => {
        const [x, y] = [clientX - (start?.x ?? clientX), clientY - (start?.y ?? clientY)];
        start = undefined;
        if (pointerType === "mouse") return;
        const forward = viewer.matches(":dir(rtl)") ? -1 : 1;
        if (Math.abs(x) > swipe && Math.abs(x) > Math.abs(y)) go(x < 0 ? forward : -forward);
        else if (y > swipe) viewer.close();
    };
    viewer.onclick = ({ target }) => {
        if (target.className === "stage") viewer.close();
    };
    viewer.onclose = () => {
        viewer.remove();
        focused?.focus();
    };
    thread.shadowRoot.append(viewer);
    show();
    viewer.showModal();
}

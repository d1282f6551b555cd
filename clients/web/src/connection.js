import { icon } from "./icons.js";

/** A connection that is made at once says nothing. */
const pauseMilliseconds = 1000;

/**
 * Shows in a banner how the connection is, while it is not open; until the function that this returns is called.
 * @param {any} element
 * @param {HTMLElement} banner
 */
export function watchConnection(element, banner) {
    const { client } = element;
    let timer;
    const show = (symbol, text) => {
        banner.hidden = !text;
        banner.replaceChildren(...(text ? [icon(symbol), text] : []));
    };
    const draw = (state) => {
        clearTimeout(timer);
        if (state.name === "waiting") show("offline", element.say("offline"));
        else if (state.name === "ended")
            show("offline", element.say("ended", { reason: state.kick?.text || state.reason?.name }));
        // While it tries again the page goes on saying that it is offline.
        else if (state.name === "connecting")
            timer = banner.hidden
                ? setTimeout(() => show("clock", element.say("connecting")), pauseMilliseconds)
                : undefined;
        else show();
    };
    const ends = [client.on("state", draw), client.on("unsaved", () => show("failed", element.say("notSaved")))];
    draw(client.state);
    return () => {
        clearTimeout(timer);
        for (const end of ends) end();
    };
}

/** Drawn in lines of one width, on a field of 24. Those that point turn round from right to left. */
export const paths = {
    attach: "M19 11l-7.5 7.5a4.6 4.6 0 0 1-6.5-6.5L13 4a3 3 0 0 1 4.3 4.3l-8 8",
    back: "M15 5l-7 7 7 7",
    check: "M5 12.5l4.5 4.5L19 7.5",
    checks: "M1.5 12.5L6 17l9.5-9.5M11.5 16.5l.5.5 9.5-9.5",
    clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
    close: "M6 6l12 12M18 6L6 18",
    copy: "M9 9h11v11H9zM5 15H4V4h11v1",
    down: "M6 10l6 6 6-6",
    edit: "M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3",
    failed: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5v5.5M12 16.2v.1",
    file: "M6 3h8l4 4v14H6zM14 3v4h4",
    mention: "M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a8.5 8.5 0 1 0-3.5 6.9",
    more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
    mute: "M6 17h12l-1.5-2.5V10a4.5 4.5 0 0 0-6-4.2M7.5 9v5.5L6 17M10 20h4M4 4l16 16",
    offline: "M3 9a13 13 0 0 1 5-3M12 5a13 13 0 0 1 9 4M6.5 12.5a8 8 0 0 1 3-2" +
        "M14 10.3a8 8 0 0 1 3.5 2.2M9.8 16a3.5 3.5 0 0 1 4.4 0M12 19v.1M4 3l16 18",
    people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0" +
        "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3.5 5.5",
    pin: "M9 4h6l-.5 6 3 3v1.5h-11V13l3-3zM12 14.5V21",
    recall: "M4.5 4.5v5h5M5 9.5a8 8 0 1 1-1 4",
    reply: "M9 6L3.5 11.5 9 17M3.5 11.5H13c4 0 7 2.5 7.5 7",
    search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
    send: "M4.5 12L4 4.5 20.5 12 4 19.5zM4.5 12H12",
    trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    unread: "M4 5h16v11H9l-5 4z",
    chat: "M4 5h16v11H9l-5 4zM8 9h8M8 12.5h5",
};

const namespace = "http://www.w3.org/2000/svg";
const turning = new Set(["back", "reply", "recall", "send"]);

/** An icon beside a text, or in a button that has a name: it says nothing by itself. @param {string} name */
export function icon(name) {
    const svg = document.createElementNS(namespace, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", turning.has(name) ? `icon icon-${name} turning` : `icon icon-${name}`);
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", paths[name]);
    svg.append(path);
    return svg;
}

/**
 * A page is seen again after a while, or a network is there: the connection may be dead. Or the page is left: perhaps it does
 * not go on. One that is frozen writes nothing then, since others wait for what it has begun.
 * @param {() => void} wake
 * @param {() => void} [leave]
 * @returns {() => void} ends it
 */
export function listenToPage(wake, leave = () => {}) {
    const life = new AbortController();
    const listen = { signal: life.signal };
    globalThis.window?.addEventListener("online", wake, listen);
    globalThis.window?.addEventListener("pageshow", wake, listen);
    globalThis.window?.addEventListener("pagehide", leave, listen);
    globalThis.document?.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake(), listen);
    globalThis.document?.addEventListener("resume", wake, listen);
    return () => life.abort();
}

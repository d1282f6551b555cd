/**
 * A page is seen again after a while, or a network is there: the connection may be dead.
 * @param {() => void} wake
 * @returns {() => void} ends it
 */
export function listenToWaking(wake) {
    const life = new AbortController();
    const listen = { signal: life.signal };
    globalThis.window?.addEventListener("online", wake, listen);
    globalThis.window?.addEventListener("pageshow", wake, listen);
    globalThis.document?.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake(), listen);
    globalThis.document?.addEventListener("resume", wake, listen);
    return () => life.abort();
}

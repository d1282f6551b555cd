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

/**
 * The page is left: perhaps it does not go on. One that is frozen writes nothing then, since others wait for what it has begun.
 * @param {() => void} leave
 * @returns {() => void} ends it
 */
export function listenToLeaving(leave) {
    const life = new AbortController();
    globalThis.window?.addEventListener("pagehide", leave, { signal: life.signal });
    return () => life.abort();
}

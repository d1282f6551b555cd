import { randomName } from "./ids.js";

/**
 * The name of this tab as a device: made once, kept over a reload in `sessionStorage`. A duplicated tab begins with a copy of
 * that, and would end the session of the first: so each name is held by a Web Lock, and a name that is held is another
 * tab's. Without a browser the name lasts as long as the process; give `device` to the client to keep it.
 * @returns {Promise<string>}
 */
export async function tabDevice() {
    const kept = read("sessionStorage");
    if (kept && (await hold(kept))) return kept;
    const name = randomName();
    await hold(name);
    return write("sessionStorage", name);
}

/** The name of this browser as a device, for one connection for all tabs. */
export function browserDevice() {
    return read("localStorage") ?? write("localStorage", randomName());
}

const key = "martlet.device";

/**
 * What is held, so that the same page can ask again.
 * @type {Set<string>}
 */
const held = new Set();

/** @param {string} name @returns {Promise<boolean>} */
async function hold(name) {
    if (held.has(name) || typeof navigator === "undefined" || !navigator.locks) return true;
    return new Promise((resolve) => {
        navigator.locks.request(`martlet.device.${name}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            if (lock === null) return;
            held.add(name);
            // Until the page ends.
            return new Promise(() => {});
        }).catch(() => resolve(true)); // Where the browser denies locks, none can tell.
    });
}

/** @param {"sessionStorage" | "localStorage"} where */
function read(where) {
    try {
        return globalThis[where]?.getItem(key) ?? undefined;
    } catch {
        // A browser that keeps nothing for this page.
    }
}

/** @param {"sessionStorage" | "localStorage"} where @param {string} name */
function write(where, name) {
    try {
        globalThis[where]?.setItem(key, name);
    } catch {
        // The page has the name until it ends.
    }
    return name;
}

/** Asks the gateway, in the name of the operator who is signed in. */
let session;
let hasKeys = true;
let whenSignedOut = () => {};

/** Why something was not done, as the gateway says it. */
export class Refusal extends Error {
    constructor(status, error) {
        super(`${error.message} (${error.system} ${error.code})`);
        Object.assign(this, { status, code: error.code, keys: error.keys });
    }
}

async function ask(path, options = {}) {
    const response = await fetch(path, { ...options, cache: "no-store" });
    const answer = await response.json();
    if (answer.error) throw new Refusal(response.status, answer.error);
    return answer.ok;
}

const withToken = (headers = {}) => ({ ...headers, "Content-Type": "application/json", "Martlet-Console": session.token });

export const current = () => session;
/** Whether the gateway has an admin key at all, as far as it has said. */
export const canSignIn = () => hasKeys;
export const onSignedOut = (act) => (whenSignedOut = act);

/** Whether the key may ask for all of these operations. */
export const may = (...operations) => operations.every((operation) => session.operations.has(operation));

function begin(answer) {
    session = { ...answer, operations: new Set(answer.operations) };
    /** By how much the gateway's clock is ahead of ours. */
    session.ahead = answer.serverTime - Date.now();
    return session;
}

/** The session of the cookie, if there is one. */
export async function resume() {
    try {
        return begin(await ask("session"));
    } catch (error) {
        hasKeys = !error.keys?.includes("auth.adminKeysFile");
        if (error.status === 401) return undefined;
        throw error;
    }
}

export const signIn = async (name, secret) =>
    begin(await ask("session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, secret }) }));

export async function signOut() {
    await ask("session", { method: "DELETE", headers: withToken() });
    session = undefined;
    whenSignedOut();
}

/** An operation, of the operator's own or in a user's name. */
export async function call(operation, data = {}, user = undefined) {
    const headers = withToken(user === undefined ? {} : { "Martlet-As": encodeURIComponent(user) });
    try {
        return await ask(`api/${operation}`, { method: "POST", headers, body: JSON.stringify(data) });
    } catch (error) {
        if (error.status === 401) whenSignedOut();
        throw error;
    }
}

/** An id for something new. It is made before the first try, so that a try after a lost answer has the same one. */
export const newID = () => `console-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** The pages that need no key. */
export const readMetrics = async () => (await fetch("/metrics", { cache: "no-store" })).text();
export const readHealth = async () => (await fetch("/readyz", { cache: "no-store" })).json();

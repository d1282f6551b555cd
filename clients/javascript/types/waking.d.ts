/**
 * A page is seen again after a while, or a network is there: the connection may be dead.
 * @param {() => void} wake
 * @returns {() => void} ends it
 */
export function listenToWaking(wake: () => void): () => void;

/**
 * Shows in a banner how the connection is, while it is not open; until the function that this returns is called.
 * @param {any} element
 * @param {HTMLElement} banner
 */
export function watchConnection(element: any, banner: HTMLElement): () => void;

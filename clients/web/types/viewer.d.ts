/**
 * Shows pictures over the page, one at a time: by the arrow keys, buttons or a swipe to the side. Escape, a swipe down
 * or a click beside the picture closes it.
 * @param {any} thread
 * @param {import("./media.js").MediaParts} parts
 * @param {any[]} pictures
 * @param {number} place
 */
export function openViewer(thread: any, parts: import("./media.js").MediaParts, pictures: any[], place: number): void;

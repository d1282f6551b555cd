/** For an element that stands alone, and for the chat, whose parts inherit them. */
export const tokens: string;
/** @type {string} */
export const base: string;

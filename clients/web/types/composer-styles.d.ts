/** @type {string} */
export const composerStyles: string;

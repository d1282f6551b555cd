/** @type {string} */
export const conversationsStyles: string;

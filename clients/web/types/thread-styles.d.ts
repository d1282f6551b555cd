/** @type {string} */
export const threadStyles: string;

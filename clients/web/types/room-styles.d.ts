/** @type {string} */
export const roomStyles: string;

/**
 * Beside thread-styles.js, for threads that show pictures and files.
 * @type {string}
 */
export const threadMediaStyles: string;
/**
 * Beside composer-styles.js, for composers to which something is attached.
 * @type {string}
 */
export const composerMediaStyles: string;

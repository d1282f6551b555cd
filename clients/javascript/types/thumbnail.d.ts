/**
 * Looks at a picture: its size in pixels, and a small one of it if it is large. That is drawn anew, so it has nothing of
 * what cameras write into pictures, such as the place. Empty for other files, and where there is no browser.
 * @param {Blob} file
 * @returns {Promise<{width?: number, height?: number, thumbnail?: Blob}>}
 */
export function lookAt(file: Blob): Promise<{
    width?: number | undefined;
    height?: number | undefined;
    thumbnail?: Blob | undefined;
}>;

/** What a message shows before the picture itself is there: at most so long and so large, as the gateway takes it (U-19: thumbnails). */
const mostPixels = 640;
const mostBytes = 65_536;
const drawn = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

/**
 * Looks at a picture: its size in pixels, and a small one of it if it is large. That is drawn anew, so it has nothing of
 * what cameras write into pictures, such as the place. Empty for other files, and where there is no browser.
 * @param {Blob} file
 * @returns {Promise<{width?: number, height?: number, thumbnail?: Blob}>}
 */
export async function lookAt(file) {
    if (!globalThis.createImageBitmap || !globalThis.document || !drawn.test(file.type)) return {};
    /** @type {ImageBitmap} */
    let picture;
    try {
        picture = await createImageBitmap(file);
    } catch {
        // It is no picture, whatever its name says: it goes as any other file.
        return {};
    }
    const { width, height } = picture;
    const isSmall = file.size <= mostBytes && Math.max(width, height) <= mostPixels;
    const thumbnail = isSmall ? undefined : await small(picture);
    picture.close();
    return { width, height, ...(thumbnail && { thumbnail }) };
}

/**
 * Smaller until it fits.
 * @param {ImageBitmap} picture
 */
async function small(picture) {
    const canvas = document.createElement("canvas");
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    for (let most = mostPixels; most >= 80; most /= 2) {
        const scale = Math.min(1, most / Math.max(picture.width, picture.height));
        canvas.width = Math.max(1, Math.round(picture.width * scale));
        canvas.height = Math.max(1, Math.round(picture.height * scale));
        // JPEG, which every browser writes, has no transparency.
        context.fillStyle = "#fff";
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(picture, 0, 0, canvas.width, canvas.height);
        for (const quality of [0.8, 0.6, 0.4]) {
            const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/jpeg", quality));
            if (blob && blob.size <= mostBytes) return blob;
        }
    }
    return undefined;
}

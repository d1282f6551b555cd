export function upload(client: Client, file: UploadFile, options?: UploadOptions | undefined): Promise<Uploaded>;
export function absolute(client: Client, url: string): string;
export type Client = import("./client.js").Client;
/**
 * A `File`, a `Blob` with a name, or a file of Node: `openFile` of `file.js`.
 */
export type Bytes = import("./transfer.js").Bytes;
export type UploadFile = {
    size: number;
    slice(start?: number, end?: number): Bytes;
    name?: string | undefined;
    type?: string | undefined;
    path?: string | undefined;
};
export type UploadOptions = {
    /**
     * `avatar`: a picture of a user or a group, whose `url` is public and stays the same
     */
    use?: "message" | "avatar" | undefined;
    /**
     * the file's own unless given
     */
    name?: string | undefined;
    /**
     * its media type; the file's own unless given
     */
    type?: string | undefined;
    /**
     * of a picture or film, in pixels
     */
    width?: number | undefined;
    height?: number | undefined;
    /**
     * the id of a small picture of it, which was uploaded before
     */
    thumbnail?: string | undefined;
    /**
     * names the upload: a repeat with the same key goes on with it, also after a restart
     */
    key?: string | undefined;
    /**
     * how many bytes have gone out
     */
    onProgress?: ((sent: number, size: number) => void) | undefined;
    /**
     * stops it; a later call with the same `key` goes on
     */
    signal?: AbortSignal | undefined;
};
export type Uploaded = {
    mediaID: string;
    state: string;
    type: string;
    size: number;
    width?: number;
    height?: number;
    verified?: string;
    url?: string;
};

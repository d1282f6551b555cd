/**
 * Shares a file with a group. A lost connection only delays it. After `signal` or an error, `resumeUpload` goes on with the
 * `fileID` that `onAdded` has told.
 * @param {Client} client
 * @param {string} groupID
 * @param {string} name
 * @param {Blob} content
 * @param {TransferOptions & {onAdded?: (fileID: string) => void}} [options]
 * @returns {Promise<string>} the file's id
 */
export function upload(client: Client, groupID: string, name: string, content: Blob, options?: (TransferOptions & {
    onAdded?: ((fileID: string) => void) | undefined;
}) | undefined): Promise<string>;
/**
 * @param {Client} client
 * @param {string} groupID
 * @param {string} fileID
 * @param {Blob} content
 * @param {number} received how many bytes the gateway has, as `group.files` says
 * @param {TransferOptions} [options]
 */
export function resumeUpload(client: Client, groupID: string, fileID: string, content: Blob, received: number, options?: TransferOptions | undefined): Promise<void>;
/**
 * @param {Client} client
 * @param {string} groupID
 * @param {string} fileID
 * @param {TransferOptions} [options]
 * @returns {Promise<Blob>}
 */
export function download(client: Client, groupID: string, fileID: string, options?: TransferOptions | undefined): Promise<Blob>;
/**
 * The shared files of a group, by pieces.
 */
export type Client = import("./client.js").Client;
/**
 * The shared files of a group, by pieces.
 */
export type TransferOptions = {
    onProgress?: ((bytes: number, size: number) => void) | undefined;
    signal?: AbortSignal | undefined;
};

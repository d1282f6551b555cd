/**
 * Has a file for this process alone, by a file beside it that names the process. One that a process has left which is dead,
 * however it died, is taken over.
 */
export class FileLock {
    /** @param {string} path of the file that is held */
    constructor(path: string);
    /** Fails with the name `locked` while another process has the file. */
    take(): Promise<void>;
    release(): Promise<void>;
    #private;
}
/**
 * The process that holds a file: its id, and when it began, as far as the system tells. Another one may get the id later.
 */
export type Holder = {
    pid: number;
    start?: string;
};

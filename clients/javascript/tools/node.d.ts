/** As much of Node's modules as this client uses: Debian's compiler has no types of Node. */
declare module "node:crypto" {
    export const webcrypto: unknown;
    export function randomBytes(size: number): Buffer;
    export function createHash(algorithm: string): { update(text: string): { digest(encoding: string): string } };
}
declare module "node:net" {
    export function connect(options: { host: string; port: number }): import("node:net").Socket;
    export interface Socket {
        on(name: string, handler: (data: any) => void): void;
        once(name: string, handler: () => void): void;
        write(data: string | Buffer): void;
        setNoDelay(on: boolean): void;
        end(): void;
        destroy(): void;
    }
}
declare module "node:tls" {
    export function connect(options: { host: string; port: number; servername?: string }): import("node:net").Socket;
}
declare module "node:fs/promises" {
    export interface FileHandle {
        appendFile(text: string): Promise<void>;
        datasync(): Promise<void>;
        sync(): Promise<void>;
        close(): Promise<void>;
        read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
    }
    export function copyFile(from: string, to: string): Promise<void>;
    export function link(from: string, to: string): Promise<void>;
    export function open(path: string, flags?: string, mode?: number): Promise<FileHandle>;
    export function readFile(path: string, encoding: "utf8"): Promise<string>;
    export function rename(from: string, to: string): Promise<void>;
    export function stat(path: string): Promise<{ size: number }>;
    export function unlink(path: string): Promise<void>;
    export function writeFile(path: string, text: string, options: { flag?: string; mode: number }): Promise<void>;
}
declare module "node:path" {
    export function basename(path: string): string;
    export function dirname(path: string): string;
    export function extname(path: string): string;
    export function resolve(path: string): string;
}
declare const process: { platform: string; pid: number; kill(pid: number, signal: number): void };
declare interface Number {
    /** Of Node's timers. */
    unref(): void;
}
declare interface Buffer extends Uint8Array {
    toString(encoding?: string): string;
    indexOf(text: any): number;
    subarray(start?: number, end?: number): Buffer;
    copy(target: Buffer, start: number): void;
    write(text: string, offset: number): void;
    readUInt16BE(offset: number): number;
    readBigUInt64BE(offset: number): bigint;
    writeUInt16BE(value: number, offset?: number): void;
    writeBigUInt64BE(value: bigint, offset: number): void;
}
declare const Buffer: {
    alloc(size: number): Buffer;
    from(text: string): Buffer;
    concat(parts: Buffer[]): Buffer;
    byteLength(text: string): number;
};

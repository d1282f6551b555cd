/**
 * Why a call failed. `system` and `code`, or `name`, tell the kind, as docs/errors.md lists them. The client's own errors
 * have the system `client` and the names `timeout`, `connectionLost`, `stopped`, `discarded`, `maybeSent`, `maybeDone`,
 * `notSaved`, `damaged`, `locked`, `noToken` and `internal`, and those of uploads `fileGone` and `mediaRefused`. A lost connection has the system `close` and its code.
 */
export class MartletError extends Error {
    /** @param {{system?: string, code?: number, name: string, message?: string, keys?: string[]}} error */
    constructor({ system, code, name, message, keys }: {
        system?: string;
        code?: number;
        name: string;
        message?: string;
        keys?: string[];
    });
    system: string;
    code: number;
    keys: string[];
    /**
     * Whether it is the gateway's error of this system and number.
     * @param {string} system
     * @param {number} code
     */
    is(system: string, code: number): boolean;
    toJSON(): MartletError & {
        message: string;
    };
}
export function asMartletError(error: unknown): MartletError;
export function isOfConnection({ name }: MartletError): boolean;

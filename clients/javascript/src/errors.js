/**
 * Why a call failed. `system` and `code`, or `name`, tell the kind, as docs/errors.md lists them. The client's own errors
 * have the system `client` and the names `timeout`, `connectionLost`, `stopped`, `discarded`, `maybeSent`, `maybeDone`,
 * `notSaved`, `damaged`, `locked`, `noToken` and `internal`, and those of uploads `fileGone` and `mediaRefused`. A lost connection has the system `close` and its code.
 */
export class MartletError extends Error {
    /** @param {{system?: string, code?: number, name: string, message?: string, keys?: string[]}} error */
    constructor({ system = "client", code = 0, name, message = name, keys = [] }) {
        super(message);
        this.name = name;
        this.system = system;
        this.code = code;
        this.keys = keys;
    }

    /**
     * Whether it is the gateway's error of this system and number.
     * @param {string} system
     * @param {number} code
     */
    is(system, code) {
        return this.system === system && this.code === code;
    }

    toJSON() {
        return { ...this, message: this.message };
    }
}

/** @param {unknown} error */
export const asMartletError = (error) =>
    error instanceof MartletError ? error : new MartletError({ name: "internal", message: String(error) });

/**
 * Whether a call has failed because the connection was lost or the client stopped: the next session can ask again.
 * @param {MartletError} error
 */
export const isOfConnection = ({ name }) => name === "connectionLost" || name === "stopped";

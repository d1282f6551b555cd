/** The types that modules of this client share. Those of the protocol are generated: `types/protocol.d.ts`. */

/**
 * Up to where a device has each stream: docs/protocol.md#streams.
 * @typedef {{user: number, conversations: Record<string, number>, groups: Record<string, number>,
 *     changes: Record<string, number>, channels?: Record<string, number>, broadcasts?: number}} Positions
 */

/**
 * An event of the gateway, or one of the client's own, `sync.…`.
 * @typedef {{event: string, data: any, stream?: string, seq?: number}} Incoming
 */

/**
 * The reply to `session.open`, and the positions that were named in it.
 * @typedef {{reply: any, named?: Positions}} Login
 */

/**
 * Why the gateway has ended the session, as `session.kicked` says it.
 * @typedef {{reason: string, device?: string, platform?: string, text?: string}} Kick
 */

/**
 * - `stopped`: not started, or stopped by the application.
 * - `connecting`: a connection is made and the session opened.
 * - `open`: the session is open. `clockOffset` is how many milliseconds the gateway's clock is ahead of this one.
 * - `waiting`: the next attempt is at `retryAt`.
 * - `ended`: the client does not come back by itself, because of `reason`.
 * @typedef {{name: "stopped"} | {name: "connecting"} | {name: "open", session: string, clockOffset: number}
 *     | {name: "waiting", retryAt: number, reason: import("./errors.js").MartletError}
 *     | {name: "ended", reason: import("./errors.js").MartletError, kick?: Kick}} State
 */

/**
 * What a link tells. Broadcasts go between tabs.
 * @typedef {object} LinkEvents
 * @property {State} state
 * @property {Login} login a session is open; without `named` also: this tab has missed something that the one with the session knows
 * @property {Incoming} event
 * @property {void} leading this tab has the connection from now on
 * @property {void} following another tab has the connection; this one may have missed what broadcasts told
 * @property {{name: string, data: any}} broadcast what another tab has told all
 */

/**
 * @typedef {object} LinkOptions
 * @property {string} url of the gateway: `wss://…/v1/ws`
 * @property {string} user the user who signs in
 * @property {(why: {refused: boolean}) => Promise<string> | string} token gives a token; `refused` if the last one was not taken
 * @property {() => Promise<string> | string} [device] the device's name
 * @property {string} platform
 * @property {() => Positions | undefined} positions what this device has, for `resume`
 * @property {typeof WebSocket} [WebSocket]
 * @property {import("./clock.js").Clock} [clock]
 */

/**
 * How a client reaches the gateway: by a connection of its own, or by one for all tabs.
 * @typedef {import("./emitter.js").Emitter<LinkEvents> & {
 *     leads: boolean, state: State, start(): void, stop(written?: Promise<unknown>): void, wake(): void,
 *     request(op: string, data?: object, options?: import("./requests.js").RequestOptions): Promise<any>,
 *     broadcast(name: string, data: any): void}} AnyLink
 */

/**
 * A tab as its role, leading or following, sees it.
 * @typedef {object} Tab
 * @property {LinkOptions} options
 * @property {import("./calls.js").Calls} calls
 * @property {(type: string, message: object) => void} post tells the other tabs
 * @property {(name: keyof LinkEvents, data: any) => void} tell tells the client
 * @property {() => void} takeOver takes the lead from the tab that has it
 */

/**
 * A row that changes: its space, its key, and its value, which is JSON; undefined removes it.
 * @typedef {[space: string, key: string, value?: any]} Change
 */

/**
 * Keeps rows in spaces, by the order of their keys.
 * @typedef {object} Storage
 * @property {(space: string, from?: string, to?: string, limit?: number) => Promise<Array<[string, any]>>} range the rows of a
 *     space with keys from `from` on and before `to`, the first `limit` of them; those that are not given bound nothing
 * @property {(space: string, key: string, value: any) => void} [note] has a row at once, until `write` has it
 * @property {(changes: Change[]) => Promise<void>} write all of them or none
 * @property {(kept?: string[]) => Promise<void>} clear removes everything but the rows of these spaces that can be read, also
 *     from a storage that is damaged
 * @property {() => void} [close]
 */

/**
 * A file of a message that is on its way: its name in the storage, and what is known of it.
 * @typedef {{key: string, name: string, type: string, size: number, width?: number, height?: number, thumbnail?: boolean}} WaitingFile
 */

/**
 * A message that was not acknowledged yet.
 * @typedef {object} OutboxEntry
 * @property {string} clientMsgId
 * @property {string} conversationID
 * @property {number} time when it was written, by this device's clock
 * @property {any} message the parameters of `message.send`
 * @property {"uploading" | "waiting" | "failed"} state uploading: its files go first; failed: the gateway has refused it
 * @property {WaitingFile[]} [files] those that go first
 * @property {{system: string, code: number, name: string, message: string, keys: string[]}} [error]
 * @property {boolean} [isUnsaved] it is only in memory: a reload forgets it
 */

export {};

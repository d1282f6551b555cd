/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").LinkOptions} LinkOptions
 * @typedef {import("./types.js").LinkEvents} LinkEvents
 * @typedef {import("./requests.js").RequestOptions} RequestOptions
 */
/**
 * One connection for all tabs of a user at a gateway. For the option `link` of the client. Where a browser cannot do it,
 * each tab has its own connection.
 * @param {LinkOptions} options
 * @returns {import("./types.js").AnyLink}
 */
export function shareTabs(options: LinkOptions): import("./types.js").AnyLink;
export type State = import("./types.js").State;
export type LinkOptions = import("./types.js").LinkOptions;
export type LinkEvents = import("./types.js").LinkEvents;
export type RequestOptions = import("./requests.js").RequestOptions;

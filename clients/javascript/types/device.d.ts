/**
 * The name of this tab as a device: made once, kept over a reload in `sessionStorage`. A duplicated tab begins with a copy of
 * that, and would end the session of the first: so each name is held by a Web Lock, and a name that is held is another
 * tab's. Without a browser the name lasts as long as the process; give `device` to the client to keep it.
 * @returns {Promise<string>}
 */
export function tabDevice(): Promise<string>;
/** The name of this browser as a device, for one connection for all tabs. */
export function browserDevice(): string;

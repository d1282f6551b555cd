/**
 * Values that a page looks at in groups, by their keys there. A group is forgotten when the user leaves it, or when
 * many others were looked at since.
 * @template Value
 */
export class Grouped<Value> {
    /**
     * @param {Client} client
     * @param {object} options
     * @param {(groupID: string, keys: string[]) => Promise<import("./looked.js").Found<Value>>} options.read
     * @param {number} options.perRead
     * @param {(groupID: string, keys: string[]) => void} options.changed
     * @param {string} [options.space] where the values are kept in the storage; nowhere unless given
     * @param {(error: import("./errors.js").MartletError) => void} options.failed the gateway has refused a read
     */
    constructor(client: Client, { read, perRead, changed, space, failed }: {
        read: (groupID: string, keys: string[]) => Promise<import("./looked.js").Found<Value>>;
        perRead: number;
        changed: (groupID: string, keys: string[]) => void;
        space?: string | undefined;
        failed: (error: import("./errors.js").MartletError) => void;
    });
    client: import("./client.js").Client;
    read: (groupID: string, keys: string[]) => Promise<import("./looked.js").Found<Value>>;
    perRead: number;
    changed: (groupID: string, keys: string[]) => void;
    failed: (error: import("./errors.js").MartletError) => void;
    /** @param {string} groupID @param {string} key */
    get(groupID: string, key: string): Value | null | undefined;
    /** @param {string} groupID @param {string[]} keys */
    look(groupID: string, keys: string[]): void;
    /** @param {string} groupID @param {string} key @param {Value | null} value */
    tell(groupID: string, key: string, value: Value | null): void;
    /**
     * What is known of a group may be otherwise by now. The group that was looked at last is on the screen.
     * @param {string} groupID
     * @param {string[]} [keys] only these
     */
    stale(groupID: string, keys?: string[] | undefined): void;
    /** The same of all groups. */
    staleAll(): void;
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;

/**
 * The lists of groups' members. A list is whole if all its pages are of one moment; events keep it right from then on, and the
 * next session reads it again if the group's stream has gone on without it.
 */
export class MemberLists {
    /**
     * @param {Client} client
     * @param {object} options
     * @param {(groups: string[]) => void} options.changed
     * @param {(group: GroupDetails) => void} options.took a group was read with its members
     */
    constructor(client: Client, { changed, took }: {
        changed: (groups: string[]) => void;
        took: (group: GroupDetails) => void;
    });
    client: import("./client.js").Client;
    changed: (groups: string[]) => void;
    took: (group: GroupDetails) => void;
    /** @param {string} groupID */
    get(groupID: string): MemberList | undefined;
    /**
     * Reads the list, unless it is right.
     * @param {string} groupID
     */
    read(groupID: string): Promise<void>;
    /**
     * An event of the group has come, and has changed the list or not.
     * @param {string} groupID
     * @param {{seq?: number, joined?: string[], left?: string[], nicknames?: Record<string, string>}} event
     */
    take(groupID: string, { seq, joined, left, nicknames }: {
        seq?: number;
        joined?: string[];
        left?: string[];
        nicknames?: Record<string, string>;
    }): void;
    /** @param {string} groupID what is known may be otherwise by now */
    stale(groupID: string): void;
    /** @param {string} groupID the user has left it */
    forget(groupID: string): void;
    /**
     * A session is open.
     * @param {Record<string, number>} ends where the streams of the user's groups stand
     */
    compare(ends: Record<string, number>): void;
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
/**
 * The members of a group, and their nicknames there. `seq` is the last event of the group's stream that is in this; without one it
 * may be otherwise by now.
 */
export type GroupDetails = import("../types/protocol.js").GroupDetails;
export type MemberList = {
    users: string[];
    nicknames: Record<string, string>;
    seq?: number;
};

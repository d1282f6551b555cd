/**
 * Groups and their members, as a page shows them. The page says what it shows: groups that are unknown, a day old, or known
 * to have changed are read, many at once. Meanwhile the page shows what was known, also that of an earlier page if the
 * client has a storage.
 *
 * `change` names the groups that look different now, once for all of a moment; `failed` tells that the gateway has refused
 * a read, which is tried again when the groups are looked at.
 * @extends {Emitter<{change: {groups: Set<string>}, failed: MartletError}>}
 */
export class Groups extends Emitter<{
    change: {
        groups: Set<string>;
    };
    failed: MartletError;
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * The group as it was read last. Undefined: it was not read, or this user may not see it.
     * @param {string} groupID
     */
    group(groupID: string): import("../types/protocol.js").GroupDetails | undefined;
    /**
     * The members that are known: owner and admins first, and the nicknames that they have in the group. Undefined if they
     * were not read.
     * @param {string} groupID
     * @returns {Member[] | undefined}
     */
    members(groupID: string): Member[] | undefined;
    /**
     * These groups are on the screen: call it whenever the page shows them.
     * @param {Iterable<string>} groupIDs
     */
    look(groupIDs: Iterable<string>): void;
    /**
     * All members, read if they are not known as they are now; without a connection, as soon as there is one.
     * @param {string} groupID
     * @returns {Promise<Member[]>}
     */
    everyone(groupID: string): Promise<Member[]>;
    /**
     * This device has changed a group by what no event tells it, as if the user gets no notifications: it is read again.
     * @param {string} groupID
     */
    refresh(groupID: string): void;
    /** Hears and reads nothing more. */
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
export type MartletError = import("./errors.js").MartletError;
/**
 * `role`: 2 for the owner, 1 for an admin. The nickname in the group is empty if there is none.
 */
export type GroupDetails = import("../types/protocol.js").GroupDetails;
export type Member = {
    userID: string;
    role: 0 | 1 | 2;
    nickname: string;
};
import { Emitter } from "./emitter.js";

/**
 * Names, avatars and profiles of users, as a page shows them. The page says whom it shows: of these users, profiles
 * that are unknown, a day old, or known to have changed are read. Meanwhile the page shows what was known.
 *
 * `change` names the users who look different now, once for all of a moment; `failed` tells that the gateway has
 * refused a read, which is tried again when the users are looked at.
 * @extends {Emitter<{change: {users: Set<string>}, failed: MartletError}>}
 */
export class People extends Emitter<{
    change: {
        users: Set<string>;
    };
    failed: MartletError;
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * The name to show: the user's own remark for a friend, the nickname in the group, the nickname, or the id.
     * @param {string} userID
     * @param {{groupID?: string}} [where]
     */
    name(userID: string, where?: {
        groupID?: string | undefined;
    } | undefined): string;
    /**
     * Whether the name was read; until then it may be the id of a user who has a name.
     * @param {string} userID
     */
    isKnown(userID: string): boolean;
    /**
     * The avatar's URL; empty if there is none, or none is known.
     * @param {string} userID
     */
    avatar(userID: string): string;
    /**
     * The whole profile, as it was read last. Undefined: it was not read yet, or there is no such user.
     * @param {string} userID
     */
    profile(userID: string): import("../types/protocol.js").Profile | undefined;
    /**
     * These users are on the screen: call it whenever the page shows them. With a group, their nicknames there are
     * read too.
     * @param {Iterable<string>} userIDs
     * @param {{groupID?: string}} [where]
     */
    look(userIDs: Iterable<string>, where?: {
        groupID?: string | undefined;
    } | undefined): void;
    /** Hears and reads nothing more. */
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
export type MartletError = import("./errors.js").MartletError;
export type Profile = import("../types/protocol.js").Profile;
/**
 * The remark is empty if the user has none for the friend, or for others.
 */
export type Conversation = import("../types/protocol.js").Conversation;
/**
 * How the list of conversations shows a user.
 */
export type Person = {
    profile: Profile;
    remark: string;
    isFriend: boolean;
};
export type Shown = {
    showName: string;
    faceUrl: string;
};
import { Emitter } from "./emitter.js";

import { Emitter, gathered } from "./emitter.js";
import { Keeping } from "./keeping.js";
import { Looked } from "./looked.js";
import { MemberLists } from "./members.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./errors.js").MartletError} MartletError
 * @typedef {import("../types/protocol.js").GroupDetails} GroupDetails
 *
 * `role`: 2 for the owner, 1 for an admin. The nickname in the group is empty if there is none.
 * @typedef {{userID: string, role: 0 | 1 | 2, nickname: string}} Member
 */

const perRead = 50;
const mostGroups = 1000;
const dayMilliseconds = 86_400_000;

/**
 * The part of a group that each event tells.
 * @type {Record<string, (group: GroupDetails, data: any) => object>}
 */
const told = {
    "group.specificationDidUpdate": (_, { group }) => group,
    "group.ownerDidUpdate": (_, { newOwner }) => ({ owner: newOwner }),
    "group.adminListDidUpdate": ({ adminList }, { added, removed }) => ({
        adminList: [...new Set([...adminList, added])].filter((user) => user !== undefined && user !== removed),
    }),
    "group.allMemberMuteChanged": (_, { isAllMemberMuted }) => ({ isAllMemberMuted }),
};

/**
 * The notifications in a group's messages by their `operationType`, of which a super team has others: who has come, who has
 * gone, and what is told of the group. The device that has changed something hears only these.
 * @type {Record<number, {joined?: "sourceID" | "targetIDs", left?: "sourceID" | "targetIDs", as?: (data: any) => [string, object]}>}
 */
const notes = {
    0: { joined: "targetIDs" }, 9: { joined: "sourceID" }, 5: { joined: "targetIDs" }, 1: { left: "targetIDs" }, 2: { left: "sourceID" },
    6: { as: ({ targetIDs: [newOwner] }) => ["group.ownerDidUpdate", { newOwner }] },
    7: { as: ({ targetIDs: [added] }) => ["group.adminListDidUpdate", { added }] },
    8: { as: ({ targetIDs: [removed] }) => ["group.adminListDidUpdate", { removed }] },
};
/** @type {Record<number, number>} */
const ofSuperTeams = { 401: 0, 411: 9, 410: 5, 402: 1, 403: 2, 406: 6, 407: 7, 408: 8 };
const notification = 5;

/**
 * Groups and their members, as a page shows them. The page says what it shows: groups that are unknown, a day old, or known
 * to have changed are read, many at once. Meanwhile the page shows what was known, also that of an earlier page if the
 * client has a storage.
 *
 * `change` names the groups that look different now, once for all of a moment; `failed` tells that the gateway has refused
 * a read, which is tried again when the groups are looked at.
 * @extends {Emitter<{change: {groups: Set<string>}, failed: MartletError}>}
 */
export class Groups extends Emitter {
    /** @type {Looked<GroupDetails>} */
    #groups;
    /** @type {Keeping<GroupDetails>} */
    #kept;
    #lists;
    #changed = gathered((groups) => this.emit("change", { groups }));
    /** @type {Array<() => void>} */
    #listeners;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        this.#groups = new Looked(client, {
            read: (ids) => this.#read(ids),
            perRead,
            most: mostGroups,
            freshMilliseconds: dayMilliseconds,
            changed: this.#changed,
            keep: (ids) => ids.forEach((id) => this.#kept.put(id, this.group(id))),
            failed: (error) => this.emit("failed", error),
        });
        this.#kept = new Keeping(client, "group", mostGroups);
        this.#kept.load().then((rows) => this.#groups.restore(rows));
        this.#lists = new MemberLists(client, {
            changed: this.#changed,
            took: (group) => this.#groups.tell(group.groupID, () => group),
        });
        this.#listeners = [
            client.on("event", (incoming) => this.#take(incoming)),
            client.link.on("login", (login) => this.#compare(login)),
        ];
    }

    /**
     * The group as it was read last. Undefined: it was not read, or this user may not see it.
     * @param {string} groupID
     */
    group(groupID) {
        return this.#groups.get(groupID) ?? undefined;
    }

    /**
     * The members that are known: owner and admins first, and the nicknames that they have in the group. Undefined if they
     * were not read.
     * @param {string} groupID
     * @returns {Member[] | undefined}
     */
    members(groupID) {
        const list = this.#lists.get(groupID);
        if (!list) return undefined;
        const group = this.group(groupID);
        /** @param {string} userID @returns {0 | 1 | 2} */
        const roleOf = (userID) => (userID === group?.owner ? 2 : group?.adminList.includes(userID) ? 1 : 0);
        const members = list.users.map((userID) => ({ userID, role: roleOf(userID), nickname: list.nicknames[userID] ?? "" }));
        return members.sort((one, other) => other.role - one.role);
    }

    /**
     * These groups are on the screen: call it whenever the page shows them.
     * @param {Iterable<string>} groupIDs
     */
    look(groupIDs) {
        this.#groups.look([...new Set(groupIDs)]);
    }

    /**
     * All members, read if they are not known as they are now; without a connection, as soon as there is one.
     * @param {string} groupID
     * @returns {Promise<Member[]>}
     */
    async everyone(groupID) {
        this.look([groupID]);
        await this.#lists.read(groupID);
        return this.members(groupID) ?? [];
    }

    /**
     * This device has changed a group by what no event tells it, as if the user gets no notifications: it is read again.
     * @param {string} groupID
     */
    refresh(groupID) {
        this.#groups.stale([groupID]);
        this.#lists.stale(groupID);
    }

    /** Hears and reads nothing more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#kept.close();
        this.#groups.close();
        this.#lists.close();
    }

    /** @param {string[]} groupIDs */
    async #read(groupIDs) {
        const { groups, left } = await this.client.request("group.getMany", { groupIDs }, { key: null, isBound: true });
        return { values: new Map(groups.map((group) => [group.groupID, group])), left };
    }

    /**
     * A session is open: what the group's stream has not gone on from is right.
     * @param {import("./types.js").Login} login
     */
    #compare({ reply, named }) {
        const ends = reply.groups ?? {};
        this.#lists.compare(ends);
        const isRight = (/** @type {string} */ id) => named !== undefined && ends[id] !== undefined && this.group(id)?.seq === ends[id];
        const { keys } = this.#groups;
        this.#groups.confirm(keys.filter(isRight));
        this.#groups.stale(keys.filter((id) => !isRight(id)));
    }

    /**
     * An event is shown at once, and the group is read again: not all that this device has done is told to it.
     * @param {import("./types.js").Incoming} incoming
     */
    #take({ event, data, stream, seq }) {
        if (event === "sync.reset") return this.#reset(data);
        if (event === "message.new" && data.type === notification) return this.#note(data);
        const { groupID } = data;
        if (!event.startsWith("group.") || groupID === undefined) return;
        if (event === "group.didLeave") this.#lists.forget(groupID);
        else this.#lists.take(groupID, { ...movedBy(event, data), seq: stream?.startsWith("group_") ? seq : undefined });
        this.#tell(groupID, event, data);
    }

    /** @param {{conversationID: string, body: any}} message */
    #note({ conversationID, body }) {
        const { operationType, sourceID, targetIDs } = body;
        const { joined, left, as } = notes[ofSuperTeams[operationType] ?? operationType] ?? {};
        const groupID = conversationID.slice("group_".length);
        const users = { sourceID: [sourceID], targetIDs };
        this.#lists.take(groupID, { joined: joined && users[joined], left: left && users[left] });
        this.#tell(groupID, ...(as?.(body) ?? /** @type {[string, object]} */ (["", {}])));
    }

    /** @param {string} groupID @param {string} event @param {object} data */
    #tell(groupID, event, data) {
        const change = told[event];
        if (change) this.#groups.tell(groupID, (group) => group && { ...group, ...change(group, data) });
        this.#groups.stale([groupID]);
    }

    /** @param {{stream: string, isGone: boolean}} reset */
    #reset({ stream, isGone }) {
        if (stream === "user") this.#groups.stale();
        if (!stream.startsWith("group_")) return;
        const groupID = stream.slice("group_".length);
        this.refresh(groupID);
        if (isGone) this.#lists.forget(groupID);
    }
}

/**
 * The members who have come or gone, and their nicknames.
 * @param {string} event @param {any} data
 */
function movedBy(event, { user, userID, attributes }) {
    if (event === "group.userDidJoin") return { joined: [user] };
    if (event === "group.userDidLeave") return { left: [user] };
    if (!event.startsWith("group.attributes") || attributes?.nickname === undefined) return {};
    return { nicknames: { [userID]: attributes.nickname } };
}

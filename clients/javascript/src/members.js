import { Keeping } from "./keeping.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("../types/protocol.js").GroupDetails} GroupDetails
 *
 * The members of a group, and their nicknames there. `seq` is the last event of the group's stream that is in this; without one it
 * may be otherwise by now.
 * @typedef {{users: string[], nicknames: Record<string, string>, seq?: number}} MemberList
 */

const mostLists = 20;
const perPage = 100;
/** So often a list is read in which members come and go meanwhile. */
const mostTries = 3;

/**
 * The lists of groups' members. A list is whole if all its pages are of one moment; events keep it right from then on, and the
 * next session reads it again if the group's stream has gone on without it.
 */
export class MemberLists {
    /**
     * The one that was looked at last at the end.
     * @type {Map<string, MemberList>}
     */
    #lists = new Map();
    /**
     * Being read now; `isOvertaken`: an event may not be in the answers.
     * @type {Map<string, {isOvertaken: boolean, list?: Promise<void>}>}
     */
    #reading = new Map();
    /**
     * Where the groups' streams stood when the session began; undefined before the first.
     * @type {Record<string, number> | undefined}
     */
    #ends;
    /** @type {Keeping<MemberList>} */
    #kept;

    /**
     * @param {Client} client
     * @param {object} options
     * @param {(groups: string[]) => void} options.changed
     * @param {(group: GroupDetails) => void} options.took a group was read with its members
     */
    constructor(client, { changed, took }) {
        this.client = client;
        this.changed = changed;
        this.took = took;
        this.#kept = new Keeping(client, "member", mostLists);
        this.#kept.load().then((rows) => this.#restore(rows));
    }

    /** @param {string} groupID */
    get(groupID) {
        return this.#lists.get(groupID);
    }

    /**
     * Reads the list, unless it is right.
     * @param {string} groupID
     */
    async read(groupID) {
        if (this.get(groupID)?.seq !== undefined) return;
        const reading = this.#reading.get(groupID) ?? this.#begin(groupID);
        await reading.list;
    }

    /**
     * An event of the group has come, and has changed the list or not.
     * @param {string} groupID
     * @param {{seq?: number, joined?: string[], left?: string[], nicknames?: Record<string, string>}} event
     */
    take(groupID, { seq, joined = [], left = [], nicknames = {} }) {
        const reading = this.#reading.get(groupID);
        if (reading) reading.isOvertaken = true;
        const list = this.get(groupID);
        if (!list || (seq !== undefined && list.seq !== undefined && seq <= list.seq)) return;
        // An event between the two was not told, as of what this device has done.
        const isHole = seq !== undefined && list.seq !== undefined && seq > list.seq + 1;
        const users = [...new Set([...list.users.filter((user) => !left.includes(user)), ...joined])];
        const named = { ...list.nicknames, ...nicknames };
        for (const user of left) delete named[user];
        this.#put(groupID, { users, nicknames: named, seq: isHole ? undefined : (seq ?? list.seq) });
    }

    /** @param {string} groupID what is known may be otherwise by now */
    stale(groupID) {
        const list = this.get(groupID);
        if (list) this.#put(groupID, { ...list, seq: undefined });
    }

    /** @param {string} groupID the user has left it */
    forget(groupID) {
        this.#kept.put(groupID);
        if (this.#lists.delete(groupID)) this.changed([groupID]);
    }

    /**
     * A session is open.
     * @param {Record<string, number>} ends where the streams of the user's groups stand
     */
    compare(ends) {
        this.#ends = ends;
        for (const [groupID, { seq }] of [...this.#lists]) if (seq !== undefined && seq !== ends[groupID]) this.stale(groupID);
    }

    close() {
        this.#kept.close();
        this.#lists.clear();
    }

    /** @param {Array<[string, MemberList]>} rows */
    #restore(rows) {
        const known = this.#lists;
        this.#lists = new Map(rows.filter(([groupID]) => !known.has(groupID)));
        if (this.#lists.size > 0) this.changed([...this.#lists.keys()]);
        for (const [groupID, list] of known) this.#lists.set(groupID, list);
        if (this.#ends) this.compare(this.#ends);
    }

    /** @param {string} groupID */
    #begin(groupID) {
        /** @type {{isOvertaken: boolean, list?: Promise<void>}} */
        const reading = { isOvertaken: false };
        this.#reading.set(groupID, reading);
        reading.list = this.#readWhole(groupID, reading).finally(() => this.#reading.delete(groupID));
        return reading;
    }

    /** @param {string} groupID @param {{isOvertaken: boolean}} reading */
    async #readWhole(groupID, reading) {
        /** @type {MemberList | undefined} */
        let list;
        for (let tries = 0; tries < mostTries && list?.seq === undefined; tries++) {
            reading.isOvertaken = false;
            list = await this.#readOnce(groupID);
            if (reading.isOvertaken) list.seq = undefined;
        }
        if (list) this.#put(groupID, list);
    }

    /**
     * The first 200 come with the group, its owner and admins among them; all others in pages.
     * @param {string} groupID
     * @returns {Promise<MemberList>}
     */
    async #readOnce(groupID) {
        const options = { key: null, timeout: 0 };
        const data = { groupID, fetchMembers: true, needNickname: true };
        const { group } = await this.client.request("group.get", data, options);
        const { members = [], nicknames = {}, whiteList: _, muteList: __, ...details } = group;
        this.took(details);
        const users = new Set(members);
        const all = { ...nicknames };
        let isOfOneMoment = details.seq !== undefined;
        for (let cursor = "", isFinished = users.size >= details.memberCount; !isFinished; isFinished = cursor === "") {
            const page = await this.client.request("group.members", { groupID, cursor, pageSize: perPage, needNickname: true }, options);
            for (const user of page.members) users.add(user);
            Object.assign(all, page.nicknames);
            isOfOneMoment &&= page.seq === details.seq;
            cursor = page.cursor;
        }
        const isWhole = isOfOneMoment && users.size === details.memberCount;
        return { users: [...users], nicknames: all, seq: isWhole ? details.seq : undefined };
    }

    /** @param {string} groupID @param {MemberList} list */
    #put(groupID, list) {
        this.#lists.delete(groupID);
        this.#lists.set(groupID, list);
        if (list.seq !== undefined) this.#kept.put(groupID, list);
        const [oldest] = this.#lists.keys();
        if (this.#lists.size > mostLists) this.forget(oldest);
        this.changed([groupID]);
    }
}

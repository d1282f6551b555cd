import { Emitter, gathered } from "./emitter.js";
import { asMartletError } from "./errors.js";
import { Keeping } from "./keeping.js";
import { Looked } from "./looked.js";
import { Nicknames } from "./nicknames.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./errors.js").MartletError} MartletError
 * @typedef {import("../types/protocol.js").Profile} Profile
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 *
 * The remark is empty if the user has none for the friend, or for others.
 * @typedef {{profile: Profile, remark: string, isFriend: boolean}} Person
 *
 * How the list of conversations shows a user.
 * @typedef {{showName: string, faceUrl: string}} Shown
 */

const perRead = 100;
const mostPeople = 2000;
const dayMilliseconds = 86_400_000;

/** `profile.get` of users of whom none exists. */
const noAccount = /** @type {const} */ (["tim", 40003]);

/**
 * Names, avatars and profiles of users, as a page shows them. The page says whom it shows: of these users, profiles
 * that are unknown, a day old, or known to have changed are read. Meanwhile the page shows what was known.
 *
 * `change` names the users who look different now, once for all of a moment; `failed` tells that the gateway has
 * refused a read, which is tried again when the users are looked at.
 * @extends {Emitter<{change: {users: Set<string>}, failed: MartletError}>}
 */
export class People extends Emitter {
    /** @type {Looked<Person>} */
    #people;
    /** @type {Keeping<Person>} */
    #kept;
    #nicknames;
    /**
     * Users with a conversation, as its list shows them.
     * @type {Map<string, Shown>}
     */
    #shown = new Map();
    /**
     * The version of the user's relations when they were heard of last.
     * @type {number | undefined}
     */
    #version;
    #changed = gathered((users) => this.emit("change", { users }));
    /** @type {Array<() => void>} */
    #listeners;

    /** @param {Client} client */
    constructor(client) {
        super();
        this.client = client;
        const failed = (/** @type {MartletError} */ error) => this.emit("failed", error);
        this.#people = new Looked(client, {
            read: (users) => this.#read(users),
            perRead,
            most: mostPeople,
            freshMilliseconds: dayMilliseconds,
            changed: this.#changed,
            keep: (users) => users.forEach((user) => this.#kept.put(user, this.#people.get(user))),
            failed,
        });
        this.#kept = new Keeping(client, "profile", mostPeople);
        this.#kept.load().then((rows) => this.#people.restore(rows));
        this.#nicknames = new Nicknames(client, { changed: this.#changed, failed });
        this.#listeners = [
            client.on("profile.changed", (change) => this.#takeChanged(change)),
            client.on("friend.changed", (change) => this.#takeFriends(change)),
            client.on("friend.modified", ({ userID, values }) => this.#modify(userID, values)),
            client.on("subscription.eventChanged", ({ events }) => this.#takeHosted(events)),
            client.on("message.new", ({ from }) => this.#people.exists(from)),
            client.on("sync.list", ({ conversations }) => this.#takeShown(conversations)),
            client.on("conversation.new", ({ conversations }) => this.#takeShown(conversations)),
            client.on("conversation.changed", ({ conversations }) => this.#takeShown(conversations)),
            client.on("sync.reset", ({ stream }) => stream === "user" && this.#people.stale()),
            client.link.on("login", ({ reply }) => this.#compare(reply.relations?.version)),
        ];
    }

    /**
     * The name to show: the user's own remark for a friend, the nickname in the group, the nickname, or the id.
     * @param {string} userID
     * @param {{groupID?: string}} [where]
     */
    name(userID, where) {
        const person = this.#people.get(userID);
        const groupID = where?.groupID;
        const inGroup = groupID === undefined ? "" : this.#nicknames.of(groupID, userID);
        if (person === undefined) return inGroup || this.#shown.get(userID)?.showName || userID;
        return person?.remark || inGroup || person?.profile.nickname || userID;
    }

    /**
     * Whether the name was read; until then it may be the id of a user who has a name.
     * @param {string} userID
     */
    isKnown(userID) {
        return this.#people.get(userID) !== undefined || this.#shown.has(userID);
    }

    /**
     * The avatar's URL; empty if there is none, or none is known.
     * @param {string} userID
     */
    avatar(userID) {
        const person = this.#people.get(userID);
        return (person === undefined ? this.#shown.get(userID)?.faceUrl : person?.profile.faceUrl) ?? "";
    }

    /**
     * The whole profile, as it was read last. Undefined: it was not read yet, or there is no such user.
     * @param {string} userID
     */
    profile(userID) {
        return this.#people.get(userID)?.profile;
    }

    /**
     * These users are on the screen: call it whenever the page shows them. With a group, their nicknames there are
     * read too.
     * @param {Iterable<string>} userIDs
     * @param {{groupID?: string}} [where]
     */
    look(userIDs, where) {
        const users = [...new Set(userIDs)];
        this.#people.look(users);
        if (where?.groupID !== undefined) this.#nicknames.look(where.groupID, users);
    }

    /** Hears and reads nothing more. */
    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#kept.close();
        this.#people.close();
        this.#nicknames.close();
    }

    /**
     * Friends come with their profiles; of all others only the profiles are left to read.
     * @param {string[]} users
     */
    async #read(users) {
        const { friends, left, version } = await this.#request("friend.get", { userIDs: users });
        // Only the first one: of a later version not all that it has changed is told yet, or will be.
        this.#version ??= version;
        /** @type {Map<string, Person>} */
        const values = new Map();
        for (const { userID, remark, profile } of friends) values.set(userID, { profile, remark, isFriend: true });
        const strangers = users.filter((user) => !values.has(user) && !left.includes(user));
        if (strangers.length === 0) return { values, left };
        const read = await this.#readProfiles(strangers);
        const unchanged = (read.unchanged ?? []).flatMap((user) => this.profile(user) ?? []);
        for (const profile of [...read.profiles, ...unchanged]) values.set(profile.userID, { profile, remark: "", isFriend: false });
        return { values, left: [...left, ...read.left] };
    }

    /**
     * The one place where profiles of strangers are read: those that are known only if they have changed.
     * @param {string[]} userIDs
     * @returns {Promise<import("../types/protocol.js").Operations["profile.get"]["ok"]>}
     */
    async #readProfiles(userIDs) {
        const known = userIDs.flatMap((user) => {
            const version = this.profile(user)?.version;
            return version === undefined ? [] : [[user, version]];
        });
        try {
            return await this.#request("profile.get", { userIDs, ...(known.length > 0 && { have: Object.fromEntries(known) }) });
        } catch (error) {
            if (!asMartletError(error).is(...noAccount)) throw error;
            return { profiles: [], left: [] };
        }
    }

    /**
     * @template {"friend.get" | "profile.get"} Name
     * @param {Name} op
     * @param {import("../types/protocol.js").Operations[Name]["data"]} data
     */
    #request(op, data) {
        return this.client.request(op, data, { key: null, isBound: true });
    }

    /**
     * The name and the avatar are shown at once, and the rest is read. Of such a profile no version is known.
     * @param {{fromUser: string, nickname?: string, faceUrl?: string, version?: number}} change
     */
    #takeChanged({ fromUser, nickname, faceUrl, version }) {
        const known = this.profile(fromUser);
        if (known?.version !== undefined && version !== undefined && version <= known.version) return;
        if (known && nickname !== undefined && faceUrl !== undefined) this.#show(fromUser, { ...known, nickname, faceUrl });
        this.#people.stale([fromUser]);
    }

    /**
     * @param {string} userID
     * @param {Profile} profile as an event has changed it
     */
    #show(userID, { version: _, ...profile }) {
        this.#people.tell(userID, (person) => person && { ...person, profile: /** @type {Profile} */ (profile) });
    }

    /**
     * Types 1, 2 and 8 are friends who have come, gone, and been changed on another device.
     * @param {{type: number, users: Array<{userID: string}>, version?: number}} change
     */
    #takeFriends({ type, users, version }) {
        if (version !== undefined) this.#version = version;
        if (type !== 1 && type !== 2 && type !== 8) return;
        const ids = users.map(({ userID }) => userID);
        if (type === 2) {
            const noRemark = { remark: "", isFriend: false };
            for (const id of ids) this.#people.tell(id, (person) => person && { ...person, ...noRemark });
        }
        this.#people.stale(ids);
    }

    /**
     * The remark is shown at once, and read again: replies to two changes, or a change of another device, may have
     * crossed.
     * @param {string} userID
     * @param {{remark?: string}} values
     */
    #modify(userID, { remark }) {
        if (remark === undefined) return;
        this.#people.tell(userID, (person) => person && { ...person, remark });
        this.#people.stale([userID]);
    }

    /**
     * A session is open. What other devices have changed of friends is in no stream; the version has risen by it.
     * @param {number | undefined} version not known to a tab that follows another
     */
    #compare(version) {
        const isOther = this.#version !== undefined && version !== this.#version;
        if (isOther) this.#people.stale(this.#people.keys.filter((user) => this.#people.get(user)?.isFriend));
        this.#version = version ?? this.#version;
    }

    /**
     * Users whose hosted profiles are followed.
     * @param {Array<{userId: string, userProfile?: {name: string, portraitUri: string}}>} events
     */
    #takeHosted(events) {
        for (const { userId, userProfile } of events) {
            const profile = this.profile(userId);
            if (!profile || !userProfile) continue;
            const { name: nickname, portraitUri: faceUrl } = userProfile;
            if (nickname === profile.nickname && faceUrl === profile.faceUrl) continue;
            this.#show(userId, { ...profile, nickname, faceUrl });
            this.#people.stale([userId]);
        }
    }

    /**
     * The gateway tells of a user who is no friend only by the conversation with the user.
     * @param {Conversation[]} conversations
     */
    #takeShown(conversations) {
        for (const { userID, showName, faceUrl } of conversations) {
            if (userID === undefined) continue;
            const before = this.#shown.get(userID);
            if (before?.showName === showName && before.faceUrl === faceUrl) continue;
            this.#shown.set(userID, { showName, faceUrl });
            if (this.#people.get(userID) === undefined) this.#changed([userID]);
            this.#people.stale([userID]);
        }
    }
}

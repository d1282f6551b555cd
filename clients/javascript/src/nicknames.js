import { Looked } from "./looked.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./errors.js").MartletError} MartletError
 */

/** `group.getAttributes` takes so many members. */
const perRead = 10;
const mostMembers = 500;
const mostGroups = 20;

/**
 * Members' nicknames in groups: the attribute `nickname`. Of each group, the members who were looked at are known.
 * The group that was not looked at for longest gives way.
 */
export class Nicknames {
    /** @type {Map<string, Looked<string>>} */
    #groups = new Map();
    /** @type {Array<() => void>} */
    #listeners;

    /**
     * @param {Client} client
     * @param {object} options
     * @param {(users: string[]) => void} options.changed
     * @param {(error: MartletError) => void} options.failed
     */
    constructor(client, { changed, failed }) {
        this.client = client;
        this.changed = changed;
        this.failed = failed;
        const take = (/** @type {{groupID: string, userID: string, attributes: Record<string, string>}} */ change) =>
            this.#take(change);
        this.#listeners = [
            client.on("group.attributesChangedOfMember", take),
            client.on("group.attributesSet", take),
            client.on("group.userDidJoin", ({ groupID, user }) => this.#groups.get(groupID)?.stale([user])),
            client.on("group.userDidLeave", ({ groupID, user }) => this.#groups.get(groupID)?.tell(user, () => null)),
            client.on("group.didLeave", ({ groupID }) => this.#forget(groupID)),
            client.on("sync.reset", ({ stream, isGone }) => {
                if (!stream.startsWith("group_")) return;
                if (isGone) this.#forget(stream.slice(6));
                else this.#groups.get(stream.slice(6))?.stale();
            }),
        ];
    }

    /**
     * Empty if the member has none, or none is known.
     * @param {string} groupID
     * @param {string} userID
     */
    of(groupID, userID) {
        return this.#groups.get(groupID)?.get(userID) ?? "";
    }

    /** @param {string} groupID @param {string[]} users */
    look(groupID, users) {
        const group = this.#groups.get(groupID) ?? this.#begin(groupID);
        this.#groups.delete(groupID);
        this.#groups.set(groupID, group);
        group.look(users);
        const [oldest] = this.#groups.keys();
        if (this.#groups.size > mostGroups) this.#forget(oldest);
    }

    close() {
        for (const end of this.#listeners.splice(0)) end();
        for (const groupID of [...this.#groups.keys()]) this.#forget(groupID);
    }

    /** @param {string} groupID */
    #begin(groupID) {
        const { changed, failed } = this;
        const read = async (/** @type {string[]} */ userIDs) => {
            const data = { groupID, userIDs };
            const { members } = await this.client.request("group.getAttributes", data, { key: null, isBound: true });
            return { values: new Map(members.map(({ userID, attributes }) => [userID, attributes.nickname ?? ""])) };
        };
        return new Looked(this.client, { read, perRead, most: mostMembers, changed, failed });
    }

    /**
     * An attribute that is empty was deleted.
     * @param {{groupID: string, userID: string, attributes: Record<string, string>}} change
     */
    #take({ groupID, userID, attributes: { nickname } }) {
        if (nickname !== undefined) this.#groups.get(groupID)?.tell(userID, () => nickname);
    }

    /** @param {string} groupID */
    #forget(groupID) {
        this.#groups.get(groupID)?.close();
        this.#groups.delete(groupID);
    }
}

import { Grouped } from "./grouped.js";

/**
 * @typedef {import("./client.js").Client} Client
 * @typedef {import("./errors.js").MartletError} MartletError
 *
 * An attribute that is empty was deleted.
 * @typedef {{groupID: string, userID: string, attributes: Record<string, string>}} Attributes
 */

/** `group.getAttributes` takes so many members. */
const perRead = 10;

/** Members' nicknames in groups: the attribute `nickname`. */
export class Nicknames {
    /** @type {Grouped<string>} */
    #groups;
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
        this.#groups = new Grouped(client, {
            read: (groupID, users) => this.#read(groupID, users),
            perRead,
            changed: (_, users) => changed(users),
            space: "nickname",
            failed,
        });
        this.#listeners = [
            client.on("group.attributesChangedOfMember", (change) => this.#take(change)),
            client.on("group.attributesSet", (change) => {
                this.#take(change);
                // Replies to two changes, or a change of another device, may have crossed.
                this.#groups.stale(change.groupID, [change.userID]);
            }),
            client.on("group.userDidJoin", ({ groupID, user }) => this.#groups.stale(groupID, [user])),
            client.on("group.userDidLeave", ({ groupID, user }) => this.#groups.tell(groupID, user, null)),
        ];
    }

    /**
     * Empty if the member has none, or none is known.
     * @param {string} groupID
     * @param {string} userID
     */
    of(groupID, userID) {
        return this.#groups.get(groupID, userID) ?? "";
    }

    /** @param {string} groupID @param {string[]} users */
    look(groupID, users) {
        this.#groups.look(groupID, users);
    }

    close() {
        for (const end of this.#listeners.splice(0)) end();
        this.#groups.close();
    }

    /** @param {string} groupID @param {string[]} userIDs */
    async #read(groupID, userIDs) {
        const data = { groupID, userIDs };
        const { members } = await this.client.request("group.getAttributes", data, { key: null, isBound: true });
        return { values: new Map(members.map(({ userID, attributes }) => [userID, attributes.nickname ?? ""])) };
    }

    /** @param {Attributes} change */
    #take({ groupID, userID, attributes: { nickname } }) {
        if (nickname !== undefined) this.#groups.tell(groupID, userID, nickname);
    }
}

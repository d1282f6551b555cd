/** A gateway's groups, of which alice is in each: it answers for them, and tells alice what happens. */
export class Club {
    groups = {};
    #notes = 0;

    /** @param {Record<string, string[]>} groups their members, the owner first */
    constructor(groups) {
        for (const [groupID, users] of Object.entries(groups)) {
            this.groups[groupID] = { users, admins: [], nicknames: {}, name: `Group ${groupID}`, seq: 1 };
        }
    }

    serve(gateway) {
        this.gateway = gateway;
        gateway.login = (data) => ({
            groups: Object.fromEntries(Object.entries(this.groups).map(([id, { seq }]) => [id, seq])),
            ...(data.resume && { resume: { user: { verdict: "recovered", seq: 0 }, conversations: {}, groups: {} } }),
        });
        gateway.answers["group.getMany"] = ({ groupIDs }) => ({
            groups: groupIDs.filter((id) => this.groups[id]).map((id) => this.details(id)), left: [],
        });
        gateway.answers["group.get"] = ({ groupID }) => {
            const { users, nicknames } = this.groups[groupID];
            return { group: { ...this.details(groupID), members: users.slice(0, 200), nicknames: { ...nicknames } } };
        };
        gateway.answers["group.members"] = ({ groupID, cursor }) => {
            const { users, admins, seq } = this.groups[groupID];
            const from = Number(cursor || 1);
            const members = users.slice(from, from + 100).filter((user) => !admins.includes(user));
            return { members, nicknames: {}, seq, cursor: from + 100 < users.length ? `${from + 100}` : "" };
        };
    }

    details(groupID) {
        const { users, admins, name, seq } = this.groups[groupID];
        return { groupID, name, avatar: "", owner: users[0], adminList: [...admins], memberCount: users.length, seq };
    }

    /** Something happens in the stream of a group; a silent one is told nobody who is connected. */
    happen(groupID, change, event, data, { isSilent = false } = {}) {
        const group = this.groups[groupID];
        change(group);
        group.seq++;
        if (!isSilent) this.gateway.socket.event(event, { groupID, ...data }, { stream: `group_${groupID}`, seq: group.seq });
    }

    join(groupID, user, options) {
        this.happen(groupID, (group) => group.users.push(user), "group.userDidJoin", { user }, options);
    }

    leave(groupID, user) {
        const away = (group) => (group.users = group.users.filter((one) => one !== user));
        this.happen(groupID, away, "group.userDidLeave", { user });
    }

    rename(groupID, name, options) {
        const group = { ...this.details(groupID), name };
        this.happen(groupID, (one) => (one.name = name), "group.specificationDidUpdate", { group }, options);
    }

    /** The notification in the group's messages. */
    note(groupID, operationType, targetIDs, sourceID = "alice") {
        const body = { notificationType: "team", operationType, sourceID, targetIDs };
        this.gateway.socket.event("message.new", {
            msgId: `n${this.#notes}`, clientMsgId: "", conversationID: `group_${groupID}`, sessionType: 1, seq: ++this.#notes,
            from: sourceID, type: 5, body, time: 1,
        });
    }
}

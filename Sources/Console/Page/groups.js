/** Groups: all of them, and one with its members. */
import { call, may } from "./api.js";
import { conversationLink, facts, groupLink, make, paged, userLink } from "./dom.js";
import { t, time } from "./texts.js";

export async function showGroups(view) {
    const read = async (cursor) => {
        const page = await call("admin.group.list", { cursor, pageSize: 50 });
        const rows = page.groups.map(({ groupID, name, kind, memberCount }) => [groupLink(groupID), name, kind, String(memberCount)]);
        return { rows, next: page.cursor };
    };
    view.append(make("h2", { class: "title" }, t("groups")), await paged(t("newestFirst"), [t("group"), t("name"), t("kind"), t("members")], read, ""));
}

export async function showGroup(view, [id]) {
    const { group } = await call("admin.group.get", { groupID: id });
    const users = (list) => (list.length ? make("span", {}, list.flatMap((user) => [userLink(user), " "])) : undefined);
    const flags = [group.disabled && t("disabled"), group.isAllMemberMuted && t("allMuted")].filter(Boolean).join(", ");
    view.append(make("h2", { class: "title" }, t("groupTitle", id)), facts([
        [t("name"), group.name], [t("description"), group.description], [t("kind"), group.kind], [t("state"), flags],
        [t("owner"), userLink(group.owner)], [t("members"), `${group.memberCount} / ${group.maxUsers}`],
        [t("since"), time(group.createTime)], [t("admins"), users(group.adminList)], [t("whiteList"), users(group.whiteList)],
        [t("muted"), users(group.muteList.map(({ userID }) => userID))], [t("messages"), conversationLink(`group_${id}`)],
    ]));
    if (!may("admin.group.members")) return;
    const read = async (cursor) => {
        const page = await call("admin.group.members", { groupID: id, cursor, pageSize: 50 });
        const rows = page.members.map(({ userID, role, nickname, joinTime }) => [userLink(userID), nickname, String(role), time(joinTime)]);
        return { rows, next: page.cursor };
    };
    view.append(await paged(t("members"), [t("user"), t("name"), t("role"), t("since")], read, ""));
}

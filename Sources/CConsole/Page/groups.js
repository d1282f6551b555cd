/** Groups: all of them, and one with its members. */
import { call, may } from "./api.js";
import { acting, conversationLink, facts, field, form, groupLink, ids, make, userLink, userLinks } from "./dom.js";
import { count, paged, when } from "./tables.js";
import { t } from "./texts.js";
import { groupKind, role } from "./words.js";

export async function showGroups(view) {
    const read = async (cursor) => {
        const page = await call("admin.group.list", { cursor, pageSize: 50 });
        const rows = page.groups.map(({ groupID, name, kind, memberCount }) => [groupLink(groupID), name, groupKind(kind), count(memberCount)]);
        return { rows, next: page.cursor };
    };
    view.append(make("h2", { class: "title" }, t("groups")));
    if (may("admin.group.create")) view.append(creating());
    view.append(await paged(t("newestFirst"), [t("group"), t("name"), t("kind"), t("members")], read, ""));
}

/** A group with members who are not asked first; leads to it. */
function creating() {
    const create = async ({ owner, name, members }) => {
        const { groupID } = await call("admin.group.create", { owner, name, invitees: ids(members), isInviteNeedConfirm: false });
        location.hash = `#/group/${encodeURIComponent(groupID)}`;
    };
    const fields = [
        field(t("name"), { name: "name", required: true, maxlength: "128" }), field(t("owner"), { name: "owner", required: true, maxlength: "255" }),
        field(t("memberIDs"), { name: "members" }),
    ];
    return make("div", { class: "form" }, form(fields, t("createGroup"), create));
}

export async function showGroup(view, [id]) {
    const { group } = await call("admin.group.get", { groupID: id });
    const flags = [group.disabled && t("disabled"), group.isAllMemberMuted && t("allMuted")].filter(Boolean).join(", ");
    view.append(make("h2", { class: "title" }, t("groupTitle", group.name || id)), facts([
        ["id", id], [t("description"), group.description], [t("kind"), groupKind(group.kind)], [t("state"), flags],
        [t("owner"), userLink(group.owner)], [t("members"), `${group.memberCount} / ${group.maxUsers}`],
        [t("since"), when(group.createTime)], [t("admins"), userLinks(group.adminList)], [t("whiteList"), userLinks(group.whiteList)],
        [t("muted"), userLinks(group.muteList.map(({ userID }) => userID))], [t("messages"), conversationLink(`group_${id}`, "", t("readMessages"))],
    ]));
    view.append(acts(id, group, () => view.dispatchEvent(new Event("again"))));
    if (!may("admin.group.members")) return;
    const read = async (cursor) => {
        const page = await call("admin.group.members", { groupID: id, cursor, pageSize: 50 });
        const rows = page.members.map((member) => [userLink(member.userID), member.nickname, role(member.role), when(member.joinTime)]);
        return { rows, next: page.cursor };
    };
    view.append(await paged(t("members"), [t("user"), t("name"), t("role"), t("since")], read, ""));
}

function acts(id, group, again) {
    const [name, title] = [group.name || id, group.disabled ? "enable" : "disable"];
    const disable = async () => {
        await call("admin.group.disable", { groupID: id, disabled: !group.disabled });
        again();
    };
    const mute = async () => {
        await call("admin.group.muteAll", { groupID: id, mute: group.isAllMemberMuted ? 0 : 1 });
        again();
    };
    const muting = group.isAllMemberMuted ? "unmuteAll" : "muteAll";
    return make("div", { class: "bar" },
        acting("admin.group.muteAll", t(muting), t(`${muting}Question`, name), mute),
        acting("admin.group.disable", t(title), t(`${title}GroupQuestion`, name), disable));
}

// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class Group extends Value {
    /** The group's id. */
    public final String groupID;
    /** Set when it was created. */
    public final GroupKind kind;
    /** The group's name. */
    public final String name;
    /** As it was set. */
    public final String description;
    /** The avatar's URL. */
    public final String avatar;
    /** Data of the application. */
    public final String ext;
    /** As in `group.create`. */
    public final long style;
    /** Whether invited users are asked. */
    public final boolean isInviteNeedConfirm;
    /** The most members, the owner included. */
    public final long maxUsers;
    /** As in `group.modify`. */
    public final long joinMode;
    /** As in `group.modify`. */
    public final long inviteMode;
    /** As in `group.modify`. */
    public final long beInviteMode;
    /** As in `group.modify`. */
    public final long updateInfoMode;
    /** As in `group.modify`. */
    public final long historyForNew;
    /** As in `group.modify`. */
    public final GroupReceipts receipts;
    /** The group's owner. */
    public final String owner;
    /** How many members the group has. */
    public final long memberCount;
    /** Whether all members are muted. */
    public final boolean isAllMemberMuted;
    /** Whether an administrator has disabled the group. */
    public final boolean disabled;
    /** When it was created. */
    public final long createTime;

    public Group(Json json) {
        groupID = Members.required(json, "groupID", Json::asString);
        kind = Members.required(json, "kind", GroupKind::new);
        name = Members.required(json, "name", Json::asString);
        description = Members.required(json, "description", Json::asString);
        avatar = Members.required(json, "avatar", Json::asString);
        ext = Members.required(json, "ext", Json::asString);
        style = Members.required(json, "style", Json::asLong);
        isInviteNeedConfirm = Members.required(json, "isInviteNeedConfirm", Json::asBoolean);
        maxUsers = Members.required(json, "maxUsers", Json::asLong);
        joinMode = Members.required(json, "joinMode", Json::asLong);
        inviteMode = Members.required(json, "inviteMode", Json::asLong);
        beInviteMode = Members.required(json, "beInviteMode", Json::asLong);
        updateInfoMode = Members.required(json, "updateInfoMode", Json::asLong);
        historyForNew = Members.required(json, "historyForNew", Json::asLong);
        receipts = Members.required(json, "receipts", GroupReceipts::new);
        owner = Members.required(json, "owner", Json::asString);
        memberCount = Members.required(json, "memberCount", Json::asLong);
        isAllMemberMuted = Members.required(json, "isAllMemberMuted", Json::asBoolean);
        disabled = Members.required(json, "disabled", Json::asBoolean);
        createTime = Members.required(json, "createTime", Json::asLong);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("groupID", groupID)
            .put("kind", Members.json(kind, GroupKind::toJson))
            .put("name", name)
            .put("description", description)
            .put("avatar", avatar)
            .put("ext", ext)
            .put("style", style)
            .put("isInviteNeedConfirm", isInviteNeedConfirm)
            .put("maxUsers", maxUsers)
            .put("joinMode", joinMode)
            .put("inviteMode", inviteMode)
            .put("beInviteMode", beInviteMode)
            .put("updateInfoMode", updateInfoMode)
            .put("historyForNew", historyForNew)
            .put("receipts", Members.json(receipts, GroupReceipts::toJson))
            .put("owner", owner)
            .put("memberCount", memberCount)
            .put("isAllMemberMuted", isAllMemberMuted)
            .put("disabled", disabled)
            .put("createTime", createTime)
            .build();
    }
}

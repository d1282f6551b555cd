// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;

public final class GroupDetails extends Value {
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
    /** The caller's role as in `self`; -1: no member. */
    public final long permissionType;
    /** The admins. */
    public final List<String> adminList;
    /** Like all that follows, only for members: the last seq of the group's stream that is in this. */
    public final Long seq;
    /** As in `self`. */
    public final Boolean isBlocked;
    /** As in `self`. */
    public final Boolean isInWhiteList;
    /** The caller's membership. `role` 0: member; 1: admin; 2: owner. */
    public final Self self;
    /** Only with `fetchMembers`. */
    public final List<String> members;
    /** Only with `fetchMembers` and `needNickname`: by user. */
    public final Map<String, String> nicknames;
    /** Only for owner and admins. */
    public final List<String> whiteList;
    /** Only for owner and admins. */
    public final List<MuteList> muteList;

    public GroupDetails(Json json) {
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
        permissionType = Members.required(json, "permissionType", Json::asLong);
        adminList = Members.required(json, "adminList", Members.list(Json::asString));
        seq = Members.optional(json, "seq", Json::asLong);
        isBlocked = Members.optional(json, "isBlocked", Json::asBoolean);
        isInWhiteList = Members.optional(json, "isInWhiteList", Json::asBoolean);
        self = Members.optional(json, "self", Self::new);
        members = Members.optional(json, "members", Members.list(Json::asString));
        nicknames = Members.optional(json, "nicknames", Members.map(Json::asString));
        whiteList = Members.optional(json, "whiteList", Members.list(Json::asString));
        muteList = Members.optional(json, "muteList", Members.list(MuteList::new));
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
            .put("permissionType", permissionType)
            .put("adminList", Members.json(adminList, Members.listJson(Json::of)))
            .put("seq", seq)
            .put("isBlocked", isBlocked)
            .put("isInWhiteList", isInWhiteList)
            .put("self", Members.json(self, Self::toJson))
            .put("members", Members.json(members, Members.listJson(Json::of)))
            .put("nicknames", Members.json(nicknames, Members.mapJson(Json::of)))
            .put("whiteList", Members.json(whiteList, Members.listJson(Json::of)))
            .put("muteList", Members.json(muteList, Members.listJson(MuteList::toJson)))
            .build();
    }

    public static final class Self extends Value {
        public final long role;
        public final long muteExpire;
        public final boolean isBlocked;
        public final boolean isInWhiteList;
        public final long notifyState;
        public final String nickname;
        public final long joinTime;

        public Self(Json json) {
            role = Members.required(json, "role", Json::asLong);
            muteExpire = Members.required(json, "muteExpire", Json::asLong);
            isBlocked = Members.required(json, "isBlocked", Json::asBoolean);
            isInWhiteList = Members.required(json, "isInWhiteList", Json::asBoolean);
            notifyState = Members.required(json, "notifyState", Json::asLong);
            nickname = Members.required(json, "nickname", Json::asString);
            joinTime = Members.required(json, "joinTime", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("role", role)
                .put("muteExpire", muteExpire)
                .put("isBlocked", isBlocked)
                .put("isInWhiteList", isInWhiteList)
                .put("notifyState", notifyState)
                .put("nickname", nickname)
                .put("joinTime", joinTime)
                .build();
        }
    }

    public static final class MuteList extends Value {
        public final String userID;
        public final long muteExpire;

        public MuteList(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            muteExpire = Members.required(json, "muteExpire", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("muteExpire", muteExpire)
                .build();
        }
    }
}

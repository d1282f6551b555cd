// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.GroupKind;
import im.martlet.protocol.GroupReceipts;
import im.martlet.protocol.GroupValue;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.group.…`. */
public final class AdminGroupCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminGroupCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminGroupCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminGroupCalls with(RequestOptions options) {
        return new AdminGroupCalls(caller, options);
    }

    /**
     * Destroys a group.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> destroy(String groupID) {
        return destroy(new DestroyRequest(groupID));
    }

    /** Destroys a group. */
    public CompletableFuture<Void> destroy(DestroyRequest request) {
        return caller.request("admin.group.destroy", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Invites users. Users who are members already are skipped. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users to invite.
     */
    public CompletableFuture<InviteResult> invite(String groupID, List<String> userIDs) {
        return invite(new InviteRequest(groupID, userIDs));
    }

    /**
     * Invites users. Users who are members already are skipped. An administrator does it, in the operator's name.
     */
    public CompletableFuture<InviteResult> invite(InviteRequest request) {
        return caller.request("admin.group.invite", request.toJson(), options).thenApply(InviteResult::new);
    }

    /**
     * Accepts a user who has asked to join. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userID The user.
     */
    public CompletableFuture<Void> approve(String groupID, String userID) {
        return approve(new ApproveRequest(groupID, userID));
    }

    /** Accepts a user who has asked to join. An administrator does it, in the operator's name. */
    public CompletableFuture<Void> approve(ApproveRequest request) {
        return caller.request("admin.group.approve", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Refuses a user who has asked to join. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userID The user.
     */
    public CompletableFuture<Void> decline(String groupID, String userID) {
        return decline(new DeclineRequest(groupID, userID));
    }

    /** Refuses a user who has asked to join. An administrator does it, in the operator's name. */
    public CompletableFuture<Void> decline(DeclineRequest request) {
        return caller.request("admin.group.decline", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Removes members: all of them or none. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> remove(String groupID, List<String> userIDs) {
        return remove(new RemoveRequest(groupID, userIDs));
    }

    /** Removes members: all of them or none. An administrator does it, in the operator's name. */
    public CompletableFuture<Void> remove(RemoveRequest request) {
        return caller.request("admin.group.remove", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Makes another member the owner; the caller becomes an ordinary member, or leaves. An administrator does it,
     * in the operator's name.
     *
     * @param groupID The group.
     * @param newOwner The member who becomes the owner.
     */
    public CompletableFuture<Void> transfer(String groupID, String newOwner) {
        return transfer(new TransferRequest(groupID, newOwner));
    }

    /**
     * Makes another member the owner; the caller becomes an ordinary member, or leaves. An administrator does it,
     * in the operator's name.
     */
    public CompletableFuture<Void> transfer(TransferRequest request) {
        return caller.request("admin.group.transfer", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Changes the given fields of a group. Only the owner can change modes. An administrator does it, in the
     * operator's name.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> modify(String groupID) {
        return modify(new ModifyRequest(groupID));
    }

    /**
     * Changes the given fields of a group. Only the owner can change modes. An administrator does it, in the
     * operator's name.
     */
    public CompletableFuture<Void> modify(ModifyRequest request) {
        return caller.request("admin.group.modify", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Sets the announcement. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param announcement The text for all members.
     */
    public CompletableFuture<Void> setAnnouncement(String groupID, String announcement) {
        return setAnnouncement(new SetAnnouncementRequest(groupID, announcement));
    }

    /** Sets the announcement. An administrator does it, in the operator's name. */
    public CompletableFuture<Void> setAnnouncement(SetAnnouncementRequest request) {
        return caller.request("admin.group.setAnnouncement", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Makes members admins: all of them or none. Takes `userID` or `userIDs`. An administrator does it, in the
     * operator's name.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> addAdmin(String groupID) {
        return addAdmin(new AddAdminRequest(groupID));
    }

    /**
     * Makes members admins: all of them or none. Takes `userID` or `userIDs`. An administrator does it, in the
     * operator's name.
     */
    public CompletableFuture<Void> addAdmin(AddAdminRequest request) {
        return caller.request("admin.group.addAdmin", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`. An administrator does it,
     * in the operator's name.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> removeAdmin(String groupID) {
        return removeAdmin(new RemoveAdminRequest(groupID));
    }

    /**
     * Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`. An administrator does it,
     * in the operator's name.
     */
    public CompletableFuture<Void> removeAdmin(RemoveAdminRequest request) {
        return caller.request("admin.group.removeAdmin", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Mutes members: all of them or none. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     * @param duration The time in milliseconds; -1: for ever.
     */
    public CompletableFuture<Void> mute(String groupID, List<String> userIDs, long duration) {
        return mute(new MuteRequest(groupID, userIDs, duration));
    }

    /** Mutes members: all of them or none. An administrator does it, in the operator's name. */
    public CompletableFuture<Void> mute(MuteRequest request) {
        return caller.request("admin.group.mute", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Unmutes members. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> unmute(String groupID, List<String> userIDs) {
        return unmute(new UnmuteRequest(groupID, userIDs));
    }

    /** Unmutes members. An administrator does it, in the operator's name. */
    public CompletableFuture<Void> unmute(UnmuteRequest request) {
        return caller.request("admin.group.unmute", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Adds members to the white list: they may speak while all are muted. An administrator does it, in the
     * operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> addToWhiteList(String groupID, List<String> userIDs) {
        return caller.request("admin.group.addToWhiteList", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Removes members from the white list. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> removeFromWhiteList(String groupID, List<String> userIDs) {
        return caller.request("admin.group.removeFromWhiteList", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Removes users and keeps them out, members or not: all of them or none. For those who may remove them. An
     * administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     * @param seconds For so many seconds; -1: for ever.
     */
    public CompletableFuture<Void> ban(String groupID, List<String> userIDs, long seconds) {
        return ban(new BanRequest(groupID, userIDs, seconds));
    }

    /**
     * Removes users and keeps them out, members or not: all of them or none. For those who may remove them. An
     * administrator does it, in the operator's name.
     */
    public CompletableFuture<Void> ban(BanRequest request) {
        return caller.request("admin.group.ban", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Lets users come again. Those who are not banned are passed over. For owner and admins. An administrator
     * does it, in the operator's name.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> unban(String groupID, List<String> userIDs) {
        return caller.request("admin.group.unban", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Sets and removes values of a group, all of these or none, or says which counters it has. For owner and
     * admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator
     * sets has no `by`. Members hear `group.valuesChanged`. An administrator does it, in the operator's name.
     *
     * @param groupID The group.
     */
    public CompletableFuture<SetValuesResult> setValues(String groupID) {
        return setValues(new SetValuesRequest(groupID));
    }

    /**
     * Sets and removes values of a group, all of these or none, or says which counters it has. For owner and
     * admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator
     * sets has no `by`. Members hear `group.valuesChanged`. An administrator does it, in the operator's name.
     */
    public CompletableFuture<SetValuesResult> setValues(SetValuesRequest request) {
        return caller.request("admin.group.setValues", request.toJson(), options).thenApply(SetValuesResult::new);
    }

    /**
     * Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most. An
     * administrator does it, in the operator's name.
     *
     * @param groupID The group.
     * @param counter The counter's name.
     */
    public CompletableFuture<CountResult> count(String groupID, String counter) {
        return count(new CountRequest(groupID, counter));
    }

    /**
     * Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most. An
     * administrator does it, in the operator's name.
     */
    public CompletableFuture<CountResult> count(CountRequest request) {
        return caller.request("admin.group.count", request.toJson(), options).thenApply(CountResult::new);
    }

    /**
     * Creates a group for a user. Only this operation creates a super team.
     *
     * @param owner The group's owner.
     * @param name The group's name.
     */
    public CompletableFuture<CreateResult> create(String owner, String name) {
        return create(new CreateRequest(owner, name));
    }

    /** Creates a group for a user. Only this operation creates a super team. */
    public CompletableFuture<CreateResult> create(CreateRequest request) {
        return caller.request("admin.group.create", request.toJson(), options).thenApply(CreateResult::new);
    }

    /**
     * Disables a group: nobody can send to it or change it. `group.specificationDidUpdate` tells the members.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> disable(String groupID) {
        return disable(new DisableRequest(groupID));
    }

    /** Disables a group: nobody can send to it or change it. `group.specificationDidUpdate` tells the members. */
    public CompletableFuture<Void> disable(DisableRequest request) {
        return caller.request("admin.group.disable", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Mutes or unmutes a group.
     *
     * @param groupID The group.
     * @param mute 0: mutes nobody; 1: ordinary members; 3: all. The white list may always speak.
     */
    public CompletableFuture<Void> muteAll(String groupID, long mute) {
        return muteAll(new MuteAllRequest(groupID, mute));
    }

    /** Mutes or unmutes a group. */
    public CompletableFuture<Void> muteAll(MuteAllRequest request) {
        return caller.request("admin.group.muteAll", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Reads a group.
     *
     * @param groupID The group.
     */
    public CompletableFuture<GetResult> get(String groupID) {
        return caller.request("admin.group.get", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(GetResult::new);
    }

    /** Lists all groups, the newest first. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists all groups, the newest first. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.group.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Lists a group's members with what is known of each, the newest first.
     *
     * @param groupID The group.
     */
    public CompletableFuture<MembersResult> members(String groupID) {
        return members(new MembersRequest(groupID));
    }

    /** Lists a group's members with what is known of each, the newest first. */
    public CompletableFuture<MembersResult> members(MembersRequest request) {
        return caller.request("admin.group.members", request.toJson(), options).thenApply(MembersResult::new);
    }

    /**
     * Lists the members of a group who may speak while all are muted.
     *
     * @param groupID The group.
     */
    public CompletableFuture<WhiteListResult> whiteList(String groupID) {
        return whiteList(new WhiteListRequest(groupID));
    }

    /** Lists the members of a group who may speak while all are muted. */
    public CompletableFuture<WhiteListResult> whiteList(WhiteListRequest request) {
        return caller.request("admin.group.whiteList", request.toJson(), options).thenApply(WhiteListResult::new);
    }

    /**
     * Lists the members of a group who are muted now.
     *
     * @param groupID The group.
     */
    public CompletableFuture<MuteListResult> muteList(String groupID) {
        return muteList(new MuteListRequest(groupID));
    }

    /** Lists the members of a group who are muted now. */
    public CompletableFuture<MuteListResult> muteList(MuteListRequest request) {
        return caller.request("admin.group.muteList", request.toJson(), options).thenApply(MuteListResult::new);
    }

    /**
     * Lists the users who are banned from a group now.
     *
     * @param groupID The group.
     */
    public CompletableFuture<BansResult> bans(String groupID) {
        return bans(new BansRequest(groupID));
    }

    /** Lists the users who are banned from a group now. */
    public CompletableFuture<BansResult> bans(BansRequest request) {
        return caller.request("admin.group.bans", request.toJson(), options).thenApply(BansResult::new);
    }

    /**
     * Returns the values and counters of a group.
     *
     * @param groupID The group.
     */
    public CompletableFuture<ValuesResult> values(String groupID) {
        return caller.request("admin.group.values", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(ValuesResult::new);
    }

    /**
     * Lists the requests to join a group that wait for an answer, newest first.
     *
     * @param groupID The group.
     */
    public CompletableFuture<JoinRequestsResult> joinRequests(String groupID) {
        return joinRequests(new JoinRequestsRequest(groupID));
    }

    /** Lists the requests to join a group that wait for an answer, newest first. */
    public CompletableFuture<JoinRequestsResult> joinRequests(JoinRequestsRequest request) {
        return caller.request("admin.group.joinRequests", request.toJson(), options)
            .thenApply(JoinRequestsResult::new);
    }

    /**
     * What is given to `admin.group.destroy`.
     *
     * groupID: The group.
     */
    public static final class DestroyRequest {
        private final String groupID;
        private String notifyExt;

        public DestroyRequest(String groupID) {
            this.groupID = groupID;
        }

        /** A text for the members. The notification of the change carries it. */
        public DestroyRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.invite`.
     *
     * groupID: The group.
     * userIDs: The users to invite.
     */
    public static final class InviteRequest {
        private final String groupID;
        private final List<String> userIDs;
        private String message;
        private Boolean showsHistory;
        private String notifyExt;

        public InviteRequest(String groupID, List<String> userIDs) {
            this.groupID = groupID;
            this.userIDs = userIDs;
        }

        /** For the invited users. */
        public InviteRequest message(String message) {
            this.message = message;
            return this;
        }

        /** True: those who join by it also see what was said in the group before. */
        public InviteRequest showsHistory(Boolean showsHistory) {
            this.showsHistory = showsHistory;
            return this;
        }

        /** A text for the members. The notification of the change carries it. */
        public InviteRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("message", message)
                .put("showsHistory", showsHistory)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    public static final class InviteResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public InviteResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            info = Members.required(json, "info", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("info", info)
                .build();
        }
    }

    /** The result of `admin.group.invite`. */
    public static final class InviteResult extends Value {
        /** `code`: 0, 204, 603, 4 or gw 1025. */
        public final List<InviteResultResult> results;

        public InviteResult(Json json) {
            results = Members.required(json, "results", Members.list(InviteResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(InviteResultResult::toJson)))
                .build();
        }
    }

    /**
     * What is given to `admin.group.approve`.
     *
     * groupID: The group.
     * userID: The user.
     */
    public static final class ApproveRequest {
        private final String groupID;
        private final String userID;
        private String notifyExt;

        public ApproveRequest(String groupID, String userID) {
            this.groupID = groupID;
            this.userID = userID;
        }

        /** A text for the members. The notification of the change carries it. */
        public ApproveRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.decline`.
     *
     * groupID: The group.
     * userID: The user.
     */
    public static final class DeclineRequest {
        private final String groupID;
        private final String userID;
        private String reason;

        public DeclineRequest(String groupID, String userID) {
            this.groupID = groupID;
            this.userID = userID;
        }

        /** The reason. */
        public DeclineRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("reason", reason)
                .build();
        }
    }

    /**
     * What is given to `admin.group.remove`.
     *
     * groupID: The group.
     * userIDs: The users.
     */
    public static final class RemoveRequest {
        private final String groupID;
        private final List<String> userIDs;
        private String notifyExt;

        public RemoveRequest(String groupID, List<String> userIDs) {
            this.groupID = groupID;
            this.userIDs = userIDs;
        }

        /** A text for the members. The notification of the change carries it. */
        public RemoveRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.transfer`.
     *
     * groupID: The group.
     * newOwner: The member who becomes the owner.
     */
    public static final class TransferRequest {
        private final String groupID;
        private final String newOwner;
        private Boolean leave;
        private String notifyExt;

        public TransferRequest(String groupID, String newOwner) {
            this.groupID = groupID;
            this.newOwner = newOwner;
        }

        /** Whether the former owner leaves the group then. */
        public TransferRequest leave(Boolean leave) {
            this.leave = leave;
            return this;
        }

        /** A text for the members. The notification of the change carries it. */
        public TransferRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("newOwner", newOwner)
                .put("leave", leave)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.modify`.
     *
     * groupID: The group.
     */
    public static final class ModifyRequest {
        private final String groupID;
        private String name;
        private String description;
        private String avatar;
        private String ext;
        private Long maxUsers;
        private Boolean isInviteNeedConfirm;
        private Long joinMode;
        private Long inviteMode;
        private Long beInviteMode;
        private Long updateInfoMode;
        private Long historyForNew;
        private GroupReceipts receipts;
        private String notifyExt;

        public ModifyRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The group's name. */
        public ModifyRequest name(String name) {
            this.name = name;
            return this;
        }

        /** The group's description. */
        public ModifyRequest description(String description) {
            this.description = description;
            return this;
        }

        /** The avatar's URL. */
        public ModifyRequest avatar(String avatar) {
            this.avatar = avatar;
            return this;
        }

        /** Data of the application. */
        public ModifyRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        /**
         * The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a
         * super team.
         */
        public ModifyRequest maxUsers(Long maxUsers) {
            this.maxUsers = maxUsers;
            return this;
        }

        /** Whether invited users are asked. */
        public ModifyRequest isInviteNeedConfirm(Boolean isInviteNeedConfirm) {
            this.isInviteNeedConfirm = isInviteNeedConfirm;
            return this;
        }

        /** 0: anybody can join; 1: joining needs approval; 2: nobody can join. */
        public ModifyRequest joinMode(Long joinMode) {
            this.joinMode = joinMode;
            return this;
        }

        /** 0: owner and admins invite; 1: every member can. */
        public ModifyRequest inviteMode(Long inviteMode) {
            this.inviteMode = inviteMode;
            return this;
        }

        /** 0: invited users are asked; 1: they are not. */
        public ModifyRequest beInviteMode(Long beInviteMode) {
            this.beInviteMode = beInviteMode;
            return this;
        }

        /** 0: owner and admins change the info; 1: every member can. */
        public ModifyRequest updateInfoMode(Long updateInfoMode) {
            this.updateInfoMode = updateInfoMode;
            return this;
        }

        /**
         * For so many days back new members see what was said before they came. 0: nothing; -1: everything that is
         * kept.
         */
        public ModifyRequest historyForNew(Long historyForNew) {
            this.historyForNew = historyForNew;
            return this;
        }

        /**
         * What says who has read messages sent with `teamReceipt`. `messages`: a receipt for each, with up to 100
         * members; `positions`: how far each member has read, with any number of them.
         */
        public ModifyRequest receipts(GroupReceipts receipts) {
            this.receipts = receipts;
            return this;
        }

        /** A text for the members. The notification of the change carries it. */
        public ModifyRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .put("description", description)
                .put("avatar", avatar)
                .put("ext", ext)
                .put("maxUsers", maxUsers)
                .put("isInviteNeedConfirm", isInviteNeedConfirm)
                .put("joinMode", joinMode)
                .put("inviteMode", inviteMode)
                .put("beInviteMode", beInviteMode)
                .put("updateInfoMode", updateInfoMode)
                .put("historyForNew", historyForNew)
                .put("receipts", Members.json(receipts, GroupReceipts::toJson))
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.setAnnouncement`.
     *
     * groupID: The group.
     * announcement: The text for all members.
     */
    public static final class SetAnnouncementRequest {
        private final String groupID;
        private final String announcement;
        private String notifyExt;

        public SetAnnouncementRequest(String groupID, String announcement) {
            this.groupID = groupID;
            this.announcement = announcement;
        }

        /** A text for the members. The notification of the change carries it. */
        public SetAnnouncementRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("announcement", announcement)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.addAdmin`.
     *
     * groupID: The group.
     */
    public static final class AddAdminRequest {
        private final String groupID;
        private String userID;
        private List<String> userIDs;
        private String notifyExt;

        public AddAdminRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The user. */
        public AddAdminRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        /** The users. */
        public AddAdminRequest userIDs(List<String> userIDs) {
            this.userIDs = userIDs;
            return this;
        }

        /** A text for the members. The notification of the change carries it. */
        public AddAdminRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.removeAdmin`.
     *
     * groupID: The group.
     */
    public static final class RemoveAdminRequest {
        private final String groupID;
        private String userID;
        private List<String> userIDs;
        private String notifyExt;

        public RemoveAdminRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The user. */
        public RemoveAdminRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        /** The users. */
        public RemoveAdminRequest userIDs(List<String> userIDs) {
            this.userIDs = userIDs;
            return this;
        }

        /** A text for the members. The notification of the change carries it. */
        public RemoveAdminRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.mute`.
     *
     * groupID: The group.
     * userIDs: The users.
     * duration: The time in milliseconds; -1: for ever.
     */
    public static final class MuteRequest {
        private final String groupID;
        private final List<String> userIDs;
        private final long duration;
        private String notifyExt;

        public MuteRequest(String groupID, List<String> userIDs, long duration) {
            this.groupID = groupID;
            this.userIDs = userIDs;
            this.duration = duration;
        }

        /** A text for the members. The notification of the change carries it. */
        public MuteRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("duration", duration)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.unmute`.
     *
     * groupID: The group.
     * userIDs: The users.
     */
    public static final class UnmuteRequest {
        private final String groupID;
        private final List<String> userIDs;
        private String notifyExt;

        public UnmuteRequest(String groupID, List<String> userIDs) {
            this.groupID = groupID;
            this.userIDs = userIDs;
        }

        /** A text for the members. The notification of the change carries it. */
        public UnmuteRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    /**
     * What is given to `admin.group.ban`.
     *
     * groupID: The group.
     * userIDs: The users.
     * seconds: For so many seconds; -1: for ever.
     */
    public static final class BanRequest {
        private final String groupID;
        private final List<String> userIDs;
        private final long seconds;
        private String notifyExt;

        public BanRequest(String groupID, List<String> userIDs, long seconds) {
            this.groupID = groupID;
            this.userIDs = userIDs;
            this.seconds = seconds;
        }

        /** A text for the members. The notification of the change carries it. */
        public BanRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("seconds", seconds)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    public static final class SetValuesValue {
        private final String key;
        private String value;
        private Long ifVersion;

        public SetValuesValue(String key) {
            this.key = key;
        }

        public SetValuesValue value(String value) {
            this.value = value;
            return this;
        }

        public SetValuesValue ifVersion(Long ifVersion) {
            this.ifVersion = ifVersion;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("ifVersion", ifVersion)
                .build();
        }
    }

    public static final class SetValuesCounter {
        private final String name;
        private Long sum;

        public SetValuesCounter(String name) {
            this.name = name;
        }

        public SetValuesCounter sum(Long sum) {
            this.sum = sum;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("sum", sum)
                .build();
        }
    }

    /**
     * What is given to `admin.group.setValues`.
     *
     * groupID: The group.
     */
    public static final class SetValuesRequest {
        private final String groupID;
        private List<SetValuesValue> values;
        private List<SetValuesCounter> counters;

        public SetValuesRequest(String groupID) {
            this.groupID = groupID;
        }

        /**
         * 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this version;
         * 0: only if there is none.
         */
        public SetValuesRequest values(List<SetValuesValue> values) {
            this.values = values;
            return this;
        }

        /**
         * The group's counters, with different names. `sum`: the least that the sum is from here on; no sum falls.
         * One that is named no more is gone with its sum.
         */
        public SetValuesRequest counters(List<SetValuesCounter> counters) {
            this.counters = counters;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("values", Members.json(values, Members.listJson(SetValuesValue::toJson)))
                .put("counters", Members.json(counters, Members.listJson(SetValuesCounter::toJson)))
                .build();
        }
    }

    /** The result of `admin.group.setValues`. */
    public static final class SetValuesResult extends Value {
        /** The last seq of the group's stream: the version of what was set. */
        public final long seq;

        public SetValuesResult(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .build();
        }
    }

    /**
     * What is given to `admin.group.count`.
     *
     * groupID: The group.
     * counter: The counter's name.
     */
    public static final class CountRequest {
        private final String groupID;
        private final String counter;
        private Long count;

        public CountRequest(String groupID, String counter) {
            this.groupID = groupID;
            this.counter = counter;
        }

        /** So much is added. */
        public CountRequest count(Long count) {
            this.count = count;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("counter", counter)
                .put("count", count)
                .build();
        }
    }

    /** The result of `admin.group.count`. */
    public static final class CountResult extends Value {
        /** With what was added. */
        public final long sum;

        public CountResult(Json json) {
            sum = Members.required(json, "sum", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("sum", sum)
                .build();
        }
    }

    /**
     * What is given to `admin.group.create`.
     *
     * owner: The group's owner.
     * name: The group's name.
     */
    public static final class CreateRequest {
        private final String owner;
        private final String name;
        private GroupKind kind;
        private String description;
        private String avatar;
        private String ext;
        private Long style;
        private Long maxUsers;
        private Boolean isInviteNeedConfirm;
        private List<String> invitees;
        private String message;

        public CreateRequest(String owner, String name) {
            this.owner = owner;
            this.name = name;
        }

        /** Left out: a team. A super team has up to `groups.usersPerSuperTeam` members. */
        public CreateRequest kind(GroupKind kind) {
            this.kind = kind;
            return this;
        }

        /** The group's description. */
        public CreateRequest description(String description) {
            this.description = description;
            return this;
        }

        /** The avatar's URL. */
        public CreateRequest avatar(String avatar) {
            this.avatar = avatar;
            return this;
        }

        /** Data of the application. */
        public CreateRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        /**
         * 0: private, owner and admins invite (default); 1: private, every member invites; 2: public, joining needs
         * approval; 3: public, anybody joins.
         */
        public CreateRequest style(Long style) {
            this.style = style;
            return this;
        }

        /**
         * The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a
         * super team.
         */
        public CreateRequest maxUsers(Long maxUsers) {
            this.maxUsers = maxUsers;
            return this;
        }

        /** Whether invited users are asked. */
        public CreateRequest isInviteNeedConfirm(Boolean isInviteNeedConfirm) {
            this.isInviteNeedConfirm = isInviteNeedConfirm;
            return this;
        }

        /** The users to invite at once. */
        public CreateRequest invitees(List<String> invitees) {
            this.invitees = invitees;
            return this;
        }

        /** For the invited users. */
        public CreateRequest message(String message) {
            this.message = message;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("owner", owner)
                .put("kind", Members.json(kind, GroupKind::toJson))
                .put("name", name)
                .put("description", description)
                .put("avatar", avatar)
                .put("ext", ext)
                .put("style", style)
                .put("maxUsers", maxUsers)
                .put("isInviteNeedConfirm", isInviteNeedConfirm)
                .put("invitees", Members.json(invitees, Members.listJson(Json::of)))
                .put("message", message)
                .build();
        }
    }

    public static final class CreateResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public CreateResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            info = Members.required(json, "info", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("info", info)
                .build();
        }
    }

    /** The result of `admin.group.create`. */
    public static final class CreateResult extends Value {
        /** The group's id. */
        public final String groupID;
        /** `code`: 0, 603 or 4. */
        public final List<CreateResultResult> results;

        public CreateResult(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            results = Members.required(json, "results", Members.list(CreateResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("results", Members.json(results, Members.listJson(CreateResultResult::toJson)))
                .build();
        }
    }

    /**
     * What is given to `admin.group.disable`.
     *
     * groupID: The group.
     */
    public static final class DisableRequest {
        private final String groupID;
        private Boolean disabled;

        public DisableRequest(String groupID) {
            this.groupID = groupID;
        }

        /** False: the group can be used again. */
        public DisableRequest disabled(Boolean disabled) {
            this.disabled = disabled;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("disabled", disabled)
                .build();
        }
    }

    /**
     * What is given to `admin.group.muteAll`.
     *
     * groupID: The group.
     * mute: 0: mutes nobody; 1: ordinary members; 3: all. The white list may always speak.
     */
    public static final class MuteAllRequest {
        private final String groupID;
        private final long mute;
        private String notifyExt;

        public MuteAllRequest(String groupID, long mute) {
            this.groupID = groupID;
            this.mute = mute;
        }

        /** A text for the members. The notification of the change carries it. */
        public MuteAllRequest notifyExt(String notifyExt) {
            this.notifyExt = notifyExt;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("mute", mute)
                .put("notifyExt", notifyExt)
                .build();
        }
    }

    public static final class GetResultGroupMuteList extends Value {
        public final String userID;
        public final long muteExpire;

        public GetResultGroupMuteList(Json json) {
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

    public static final class GetResultGroup extends Value {
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
        /** The admins. */
        public final List<String> adminList;
        /** The members who may speak while the group is muted. */
        public final List<String> whiteList;
        /** The members who are muted, and until when, in milliseconds since 1970; -1: for ever. */
        public final List<GetResultGroupMuteList> muteList;

        public GetResultGroup(Json json) {
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
            adminList = Members.required(json, "adminList", Members.list(Json::asString));
            whiteList = Members.required(json, "whiteList", Members.list(Json::asString));
            muteList = Members.required(json, "muteList", Members.list(GetResultGroupMuteList::new));
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
                .put("adminList", Members.json(adminList, Members.listJson(Json::of)))
                .put("whiteList", Members.json(whiteList, Members.listJson(Json::of)))
                .put("muteList", Members.json(muteList, Members.listJson(GetResultGroupMuteList::toJson)))
                .build();
        }
    }

    /** The result of `admin.group.get`. */
    public static final class GetResult extends Value {
        /** The group. */
        public final GetResultGroup group;

        public GetResult(Json json) {
            group = Members.required(json, "group", GetResultGroup::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("group", Members.json(group, GetResultGroup::toJson))
                .build();
        }
    }

    /** What is given to `admin.group.list`. */
    public static final class ListRequest {
        private String cursor;
        private Long pageSize;

        public ListRequest() {
        }

        /** The value from the last page; empty: from the start. */
        public ListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public ListRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    public static final class ListResultGroup extends Value {
        public final String groupID;
        public final String name;
        public final GroupKind kind;
        public final long memberCount;

        public ListResultGroup(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            name = Members.required(json, "name", Json::asString);
            kind = Members.required(json, "kind", GroupKind::new);
            memberCount = Members.required(json, "memberCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .put("kind", Members.json(kind, GroupKind::toJson))
                .put("memberCount", memberCount)
                .build();
        }
    }

    /** The result of `admin.group.list`. */
    public static final class ListResult extends Value {
        /** The groups. */
        public final List<ListResultGroup> groups;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public ListResult(Json json) {
            groups = Members.required(json, "groups", Members.list(ListResultGroup::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groups", Members.json(groups, Members.listJson(ListResultGroup::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /**
     * What is given to `admin.group.members`.
     *
     * groupID: The group.
     */
    public static final class MembersRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;

        public MembersRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The value from the last page; empty: from the start. */
        public MembersRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public MembersRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    public static final class MembersResultMember extends Value {
        public final String userID;
        public final long role;
        public final String nickname;
        public final long joinTime;
        public final long muteExpire;
        public final boolean isInWhiteList;

        public MembersResultMember(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            role = Members.required(json, "role", Json::asLong);
            nickname = Members.required(json, "nickname", Json::asString);
            joinTime = Members.required(json, "joinTime", Json::asLong);
            muteExpire = Members.required(json, "muteExpire", Json::asLong);
            isInWhiteList = Members.required(json, "isInWhiteList", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("role", role)
                .put("nickname", nickname)
                .put("joinTime", joinTime)
                .put("muteExpire", muteExpire)
                .put("isInWhiteList", isInWhiteList)
                .build();
        }
    }

    /** The result of `admin.group.members`. */
    public static final class MembersResult extends Value {
        /** As in `self` of `group.get`. */
        public final List<MembersResultMember> members;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public MembersResult(Json json) {
            members = Members.required(json, "members", Members.list(MembersResultMember::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("members", Members.json(members, Members.listJson(MembersResultMember::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /**
     * What is given to `admin.group.whiteList`.
     *
     * groupID: The group.
     */
    public static final class WhiteListRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;

        public WhiteListRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The value from the last page; empty: from the start. */
        public WhiteListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public WhiteListRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    /** The result of `admin.group.whiteList`. */
    public static final class WhiteListResult extends Value {
        /** The newest members first. */
        public final List<String> whiteList;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public WhiteListResult(Json json) {
            whiteList = Members.required(json, "whiteList", Members.list(Json::asString));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("whiteList", Members.json(whiteList, Members.listJson(Json::of)))
                .put("cursor", cursor)
                .build();
        }
    }

    /**
     * What is given to `admin.group.muteList`.
     *
     * groupID: The group.
     */
    public static final class MuteListRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;

        public MuteListRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The value from the last page; empty: from the start. */
        public MuteListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public MuteListRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    public static final class MuteListResultMuteList extends Value {
        public final String userID;
        public final long muteExpire;

        public MuteListResultMuteList(Json json) {
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

    /** The result of `admin.group.muteList`. */
    public static final class MuteListResult extends Value {
        /** `muteExpire` in milliseconds, or -1. */
        public final List<MuteListResultMuteList> muteList;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public MuteListResult(Json json) {
            muteList = Members.required(json, "muteList", Members.list(MuteListResultMuteList::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("muteList", Members.json(muteList, Members.listJson(MuteListResultMuteList::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /**
     * What is given to `admin.group.bans`.
     *
     * groupID: The group.
     */
    public static final class BansRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;

        public BansRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The value from the last page; empty: from the start. */
        public BansRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public BansRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    public static final class BansResultBan extends Value {
        public final String userID;
        public final long banExpire;

        public BansResultBan(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            banExpire = Members.required(json, "banExpire", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("banExpire", banExpire)
                .build();
        }
    }

    /** The result of `admin.group.bans`. */
    public static final class BansResult extends Value {
        /** The last one banned first. `banExpire` in milliseconds, or -1. */
        public final List<BansResultBan> bans;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public BansResult(Json json) {
            bans = Members.required(json, "bans", Members.list(BansResultBan::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("bans", Members.json(bans, Members.listJson(BansResultBan::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** The result of `admin.group.values`. */
    public static final class ValuesResult extends Value {
        /** By their keys. */
        public final List<GroupValue> values;
        /** The sums by the counters' names. */
        public final Map<String, Long> counters;
        /** The last seq of the group's stream that is in this. */
        public final long seq;

        public ValuesResult(Json json) {
            values = Members.required(json, "values", Members.list(GroupValue::new));
            counters = Members.required(json, "counters", Members.map(Json::asLong));
            seq = Members.required(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("values", Members.json(values, Members.listJson(GroupValue::toJson)))
                .put("counters", Members.json(counters, Members.mapJson(Json::of)))
                .put("seq", seq)
                .build();
        }
    }

    /**
     * What is given to `admin.group.joinRequests`.
     *
     * groupID: The group.
     */
    public static final class JoinRequestsRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;

        public JoinRequestsRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The value from the last page; empty: from the start. */
        public JoinRequestsRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public JoinRequestsRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    public static final class JoinRequestsResultRequest extends Value {
        public final String groupID;
        public final String userID;
        public final String reason;
        public final long time;

        public JoinRequestsResultRequest(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            userID = Members.required(json, "userID", Json::asString);
            reason = Members.required(json, "reason", Json::asString);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("reason", reason)
                .put("time", time)
                .build();
        }
    }

    /** The result of `admin.group.joinRequests`. */
    public static final class JoinRequestsResult extends Value {
        /** `time` in milliseconds. */
        public final List<JoinRequestsResultRequest> requests;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public JoinRequestsResult(Json json) {
            requests = Members.required(json, "requests", Members.list(JoinRequestsResultRequest::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("requests", Members.json(requests, Members.listJson(JoinRequestsResultRequest::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }
}

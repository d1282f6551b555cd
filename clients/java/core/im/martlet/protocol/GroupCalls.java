// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `group.…`. */
public final class GroupCalls {
    private final Caller caller;
    private final RequestOptions options;

    public GroupCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private GroupCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public GroupCalls with(RequestOptions options) {
        return new GroupCalls(caller, options);
    }

    /**
     * Finds up to 20 public groups by their names.
     *
     * @param query Up to 10 words: each begins a word of the name; Chinese, Japanese, Korean, Thai and emoji
     *     are found anywhere.
     */
    public CompletableFuture<SearchResult> search(String query) {
        return caller.request("group.search", Json.object()
            .put("query", query)
            .build(), options).thenApply(SearchResult::new);
    }

    /**
     * Creates a group; the caller is its owner.
     *
     * @param name The group's name.
     */
    public CompletableFuture<CreateResult> create(String name) {
        return create(new CreateRequest(name));
    }

    /** Creates a group; the caller is its owner. */
    public CompletableFuture<CreateResult> create(CreateRequest request) {
        return caller.request("group.create", request.toJson(), options).thenApply(CreateResult::new);
    }

    /**
     * Destroys a group. Only for its owner.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> destroy(String groupID) {
        return caller.request("group.destroy", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Reads a group. Everybody may read a public group, only members a private one.
     *
     * @param groupID The group.
     */
    public CompletableFuture<GetResult> get(String groupID) {
        return get(new GetRequest(groupID));
    }

    /** Reads a group. Everybody may read a public group, only members a private one. */
    public CompletableFuture<GetResult> get(GetRequest request) {
        return caller.request("group.get", request.toJson(), options).thenApply(GetResult::new);
    }

    /**
     * Reads several groups, as for a client that keeps them: those that the caller may read with `group.get`.
     *
     * @param groupIDs The groups.
     */
    public CompletableFuture<GetManyResult> getMany(List<String> groupIDs) {
        return caller.request("group.getMany", Json.object()
            .put("groupIDs", Members.json(groupIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(GetManyResult::new);
    }

    /**
     * Lists ordinary members, the newest first.
     *
     * @param groupID The group.
     */
    public CompletableFuture<MembersResult> members(String groupID) {
        return members(new MembersRequest(groupID));
    }

    /** Lists ordinary members, the newest first. */
    public CompletableFuture<MembersResult> members(MembersRequest request) {
        return caller.request("group.members", request.toJson(), options).thenApply(MembersResult::new);
    }

    /** Lists the caller's groups, last joined first. */
    public CompletableFuture<JoinedResult> joined() {
        return joined(new JoinedRequest());
    }

    /** Lists the caller's groups, last joined first. */
    public CompletableFuture<JoinedResult> joined(JoinedRequest request) {
        return caller.request("group.joined", request.toJson(), options).thenApply(JoinedResult::new);
    }

    /** Counts the caller's groups. */
    public CompletableFuture<JoinedCountResult> joinedCount() {
        return caller.request("group.joinedCount", Json.object().build(), options)
            .thenApply(JoinedCountResult::new);
    }

    /** Lists public groups, newest first. */
    public CompletableFuture<PublicResult> public_() {
        return public_(new PublicRequest());
    }

    /** Lists public groups, newest first. */
    public CompletableFuture<PublicResult> public_(PublicRequest request) {
        return caller.request("group.public", request.toJson(), options).thenApply(PublicResult::new);
    }

    /**
     * Invites users. Users who are members already are skipped.
     *
     * @param groupID The group.
     * @param userIDs The users to invite.
     */
    public CompletableFuture<InviteResult> invite(String groupID, List<String> userIDs) {
        return invite(new InviteRequest(groupID, userIDs));
    }

    /** Invites users. Users who are members already are skipped. */
    public CompletableFuture<InviteResult> invite(InviteRequest request) {
        return caller.request("group.invite", request.toJson(), options).thenApply(InviteResult::new);
    }

    /**
     * Accepts an invitation.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> acceptInvitation(String groupID) {
        return caller.request("group.acceptInvitation", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Declines an invitation.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> declineInvitation(String groupID) {
        return declineInvitation(new DeclineInvitationRequest(groupID));
    }

    /** Declines an invitation. */
    public CompletableFuture<Void> declineInvitation(DeclineInvitationRequest request) {
        return caller.request("group.declineInvitation", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Joins an open group, or asks to join.
     *
     * @param groupID The group.
     */
    public CompletableFuture<JoinResult> join(String groupID) {
        return join(new JoinRequest(groupID));
    }

    /** Joins an open group, or asks to join. */
    public CompletableFuture<JoinResult> join(JoinRequest request) {
        return caller.request("group.join", request.toJson(), options).thenApply(JoinResult::new);
    }

    /**
     * Accepts a user who has asked to join.
     *
     * @param groupID The group.
     * @param userID The user.
     */
    public CompletableFuture<Void> approve(String groupID, String userID) {
        return caller.request("group.approve", Json.object()
            .put("groupID", groupID)
            .put("userID", userID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Refuses a user who has asked to join.
     *
     * @param groupID The group.
     * @param userID The user.
     */
    public CompletableFuture<Void> decline(String groupID, String userID) {
        return decline(new DeclineRequest(groupID, userID));
    }

    /** Refuses a user who has asked to join. */
    public CompletableFuture<Void> decline(DeclineRequest request) {
        return caller.request("group.decline", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Leaves a group.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> leave(String groupID) {
        return caller.request("group.leave", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Removes members: all of them or none.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> remove(String groupID, List<String> userIDs) {
        return caller.request("group.remove", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Sets whether invitations are accepted automatically. At first they are.
     *
     * @param accepts Whether the caller joins groups automatically when invited.
     */
    public CompletableFuture<Void> setAutoAccept(boolean accepts) {
        return caller.request("group.setAutoAccept", Json.object()
            .put("accepts", accepts)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Makes another member the owner; the caller becomes an ordinary member, or leaves.
     *
     * @param groupID The group.
     * @param newOwner The member who becomes the owner.
     */
    public CompletableFuture<Void> transfer(String groupID, String newOwner) {
        return transfer(new TransferRequest(groupID, newOwner));
    }

    /** Makes another member the owner; the caller becomes an ordinary member, or leaves. */
    public CompletableFuture<Void> transfer(TransferRequest request) {
        return caller.request("group.transfer", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Changes the given fields of a group. Only the owner can change modes.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> modify(String groupID) {
        return modify(new ModifyRequest(groupID));
    }

    /** Changes the given fields of a group. Only the owner can change modes. */
    public CompletableFuture<Void> modify(ModifyRequest request) {
        return caller.request("group.modify", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Sets the announcement.
     *
     * @param groupID The group.
     * @param announcement The text for all members.
     */
    public CompletableFuture<Void> setAnnouncement(String groupID, String announcement) {
        return caller.request("group.setAnnouncement", Json.object()
            .put("groupID", groupID)
            .put("announcement", announcement)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Reads the announcement.
     *
     * @param groupID The group.
     */
    public CompletableFuture<GetAnnouncementResult> getAnnouncement(String groupID) {
        return caller.request("group.getAnnouncement", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(GetAnnouncementResult::new);
    }

    /**
     * Changes a member's attributes. Members change their own; the owner changes anybody's.
     *
     * @param groupID The group.
     * @param attributes Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096
     *     bytes in all.
     */
    public CompletableFuture<Void> setAttributes(String groupID, Map<String, String> attributes) {
        return setAttributes(new SetAttributesRequest(groupID, attributes));
    }

    /** Changes a member's attributes. Members change their own; the owner changes anybody's. */
    public CompletableFuture<Void> setAttributes(SetAttributesRequest request) {
        return caller.request("group.setAttributes", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Reads members' attributes.
     *
     * @param groupID The group.
     * @param userIDs The members.
     */
    public CompletableFuture<GetAttributesResult> getAttributes(String groupID, List<String> userIDs) {
        return caller.request("group.getAttributes", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(GetAttributesResult::new);
    }

    /**
     * Sets which senders' messages are pushed to the caller.
     *
     * @param groupID The group.
     * @param state The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins.
     */
    public CompletableFuture<Void> setNotifyState(String groupID, long state) {
        return caller.request("group.setNotifyState", Json.object()
            .put("groupID", groupID)
            .put("state", state)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Tells which senders' messages are pushed to the caller.
     *
     * @param groupID The group.
     */
    public CompletableFuture<GetNotifyStateResult> getNotifyState(String groupID) {
        return caller.request("group.getNotifyState", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(GetNotifyStateResult::new);
    }

    /**
     * Makes members admins: all of them or none. Takes `userID` or `userIDs`.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> addAdmin(String groupID) {
        return addAdmin(new AddAdminRequest(groupID));
    }

    /** Makes members admins: all of them or none. Takes `userID` or `userIDs`. */
    public CompletableFuture<Void> addAdmin(AddAdminRequest request) {
        return caller.request("group.addAdmin", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> removeAdmin(String groupID) {
        return removeAdmin(new RemoveAdminRequest(groupID));
    }

    /** Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`. */
    public CompletableFuture<Void> removeAdmin(RemoveAdminRequest request) {
        return caller.request("group.removeAdmin", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Mutes members: all of them or none.
     *
     * @param groupID The group.
     * @param userIDs The users.
     * @param duration The time in milliseconds; -1: for ever.
     */
    public CompletableFuture<Void> mute(String groupID, List<String> userIDs, long duration) {
        return caller.request("group.mute", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .put("duration", duration)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Unmutes members.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> unmute(String groupID, List<String> userIDs) {
        return caller.request("group.unmute", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Mutes or unmutes all members except owner, admins and the white list.
     *
     * @param groupID The group.
     * @param muted Whether the whole group is muted.
     */
    public CompletableFuture<Void> muteAll(String groupID, boolean muted) {
        return caller.request("group.muteAll", Json.object()
            .put("groupID", groupID)
            .put("muted", muted)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Lists the members who are muted now. Only for owner and admins.
     *
     * @param groupID The group.
     */
    public CompletableFuture<MuteListResult> muteList(String groupID) {
        return muteList(new MuteListRequest(groupID));
    }

    /** Lists the members who are muted now. Only for owner and admins. */
    public CompletableFuture<MuteListResult> muteList(MuteListRequest request) {
        return caller.request("group.muteList", request.toJson(), options).thenApply(MuteListResult::new);
    }

    /**
     * Adds members to the white list: they may speak while all are muted.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> addToWhiteList(String groupID, List<String> userIDs) {
        return caller.request("group.addToWhiteList", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Removes members from the white list.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> removeFromWhiteList(String groupID, List<String> userIDs) {
        return caller.request("group.removeFromWhiteList", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Lists the members who may speak while all are muted. Only for owner and admins.
     *
     * @param groupID The group.
     */
    public CompletableFuture<WhiteListResult> whiteList(String groupID) {
        return whiteList(new WhiteListRequest(groupID));
    }

    /** Lists the members who may speak while all are muted. Only for owner and admins. */
    public CompletableFuture<WhiteListResult> whiteList(WhiteListRequest request) {
        return caller.request("group.whiteList", request.toJson(), options).thenApply(WhiteListResult::new);
    }

    /**
     * Blocks the group's messages for the caller.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> block(String groupID) {
        return caller.request("group.block", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Unblocks the group's messages for the caller.
     *
     * @param groupID The group.
     */
    public CompletableFuture<Void> unblock(String groupID) {
        return caller.request("group.unblock", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Removes users and keeps them out, members or not: all of them or none. For those who may remove them.
     *
     * @param groupID The group.
     * @param userIDs The users.
     * @param seconds For so many seconds; -1: for ever.
     */
    public CompletableFuture<Void> ban(String groupID, List<String> userIDs, long seconds) {
        return caller.request("group.ban", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .put("seconds", seconds)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Lets users come again. Those who are not banned are passed over. For owner and admins.
     *
     * @param groupID The group.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> unban(String groupID, List<String> userIDs) {
        return caller.request("group.unban", Json.object()
            .put("groupID", groupID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Lists the users who are banned now. Only for owner and admins.
     *
     * @param groupID The group.
     */
    public CompletableFuture<BansResult> bans(String groupID) {
        return bans(new BansRequest(groupID));
    }

    /** Lists the users who are banned now. Only for owner and admins. */
    public CompletableFuture<BansResult> bans(BansRequest request) {
        return caller.request("group.bans", request.toJson(), options).thenApply(BansResult::new);
    }

    /**
     * Sets and removes values of a group, all of these or none, or says which counters it has. For owner and
     * admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator
     * sets has no `by`. Members hear `group.valuesChanged`.
     *
     * @param groupID The group.
     */
    public CompletableFuture<SetValuesResult> setValues(String groupID) {
        return setValues(new SetValuesRequest(groupID));
    }

    /**
     * Sets and removes values of a group, all of these or none, or says which counters it has. For owner and
     * admins; with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator
     * sets has no `by`. Members hear `group.valuesChanged`.
     */
    public CompletableFuture<SetValuesResult> setValues(SetValuesRequest request) {
        return caller.request("group.setValues", request.toJson(), options).thenApply(SetValuesResult::new);
    }

    /**
     * Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most.
     *
     * @param groupID The group.
     * @param counter The counter's name.
     */
    public CompletableFuture<CountResult> count(String groupID, String counter) {
        return count(new CountRequest(groupID, counter));
    }

    /** Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most. */
    public CompletableFuture<CountResult> count(CountRequest request) {
        return caller.request("group.count", request.toJson(), options).thenApply(CountResult::new);
    }

    /**
     * Returns the values and counters of a group.
     *
     * @param groupID The group.
     */
    public CompletableFuture<ValuesResult> values(String groupID) {
        return caller.request("group.values", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(ValuesResult::new);
    }

    /**
     * Begins a shared file. All members are told when it is complete.
     *
     * @param groupID The group.
     * @param name The file's name.
     * @param size The file's size in bytes.
     */
    public CompletableFuture<AddFileResult> addFile(String groupID, String name, long size) {
        return addFile(new AddFileRequest(groupID, name, size));
    }

    /** Begins a shared file. All members are told when it is complete. */
    public CompletableFuture<AddFileResult> addFile(AddFileRequest request) {
        return caller.request("group.addFile", request.toJson(), options).thenApply(AddFileResult::new);
    }

    /**
     * Adds the next piece of a file. A piece that is there already changes nothing.
     *
     * @param groupID The group.
     * @param fileID The file.
     * @param offset The byte where the piece begins.
     * @param data 1 to 32,768 bytes.
     */
    public CompletableFuture<PutFileResult> putFile(
            String groupID, String fileID, long offset, PutFileData data) {
        return caller.request("group.putFile", Json.object()
            .put("groupID", groupID)
            .put("fileID", fileID)
            .put("offset", offset)
            .put("data", Members.json(data, PutFileData::toJson))
            .build(), options).thenApply(PutFileResult::new);
    }

    /**
     * Reads the piece of a file that begins at an offset.
     *
     * @param groupID The group.
     * @param fileID The file.
     * @param offset The byte where the piece begins.
     */
    public CompletableFuture<GetFileResult> getFile(String groupID, String fileID, long offset) {
        return caller.request("group.getFile", Json.object()
            .put("groupID", groupID)
            .put("fileID", fileID)
            .put("offset", offset)
            .build(), options).thenApply(GetFileResult::new);
    }

    /**
     * Lists shared files, newest first.
     *
     * @param groupID The group.
     */
    public CompletableFuture<FilesResult> files(String groupID) {
        return files(new FilesRequest(groupID));
    }

    /** Lists shared files, newest first. */
    public CompletableFuture<FilesResult> files(FilesRequest request) {
        return caller.request("group.files", request.toJson(), options).thenApply(FilesResult::new);
    }

    /**
     * Removes a file. Members remove their own files; owner and admins remove any.
     *
     * @param groupID The group.
     * @param fileID The file.
     */
    public CompletableFuture<Void> removeFile(String groupID, String fileID) {
        return caller.request("group.removeFile", Json.object()
            .put("groupID", groupID)
            .put("fileID", fileID)
            .build(), options).thenApply(done -> null);
    }

    /** Lists the invitations that wait for the caller's answer, newest first. */
    public CompletableFuture<InvitationsResult> invitations() {
        return invitations(new InvitationsRequest());
    }

    /** Lists the invitations that wait for the caller's answer, newest first. */
    public CompletableFuture<InvitationsResult> invitations(InvitationsRequest request) {
        return caller.request("group.invitations", request.toJson(), options).thenApply(InvitationsResult::new);
    }

    /**
     * Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups where
     * the caller is owner or admin.
     */
    public CompletableFuture<JoinRequestsResult> joinRequests() {
        return joinRequests(new JoinRequestsRequest());
    }

    /**
     * Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups where
     * the caller is owner or admin.
     */
    public CompletableFuture<JoinRequestsResult> joinRequests(JoinRequestsRequest request) {
        return caller.request("group.joinRequests", request.toJson(), options).thenApply(JoinRequestsResult::new);
    }

    public static final class SearchResultGroup extends Value {
        public final String groupID;
        public final String name;
        public final String avatar;
        public final long memberCount;

        public SearchResultGroup(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            name = Members.required(json, "name", Json::asString);
            avatar = Members.required(json, "avatar", Json::asString);
            memberCount = Members.required(json, "memberCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .put("avatar", avatar)
                .put("memberCount", memberCount)
                .build();
        }
    }

    /** The result of `group.search`. */
    public static final class SearchResult extends Value {
        /** Those that were made first come first. */
        public final List<SearchResultGroup> groups;

        public SearchResult(Json json) {
            groups = Members.required(json, "groups", Members.list(SearchResultGroup::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groups", Members.json(groups, Members.listJson(SearchResultGroup::toJson)))
                .build();
        }
    }

    /**
     * What is given to `group.create`.
     *
     * name: The group's name.
     */
    public static final class CreateRequest {
        private final String name;
        private String description;
        private String avatar;
        private String ext;
        private Long style;
        private Long maxUsers;
        private Boolean isInviteNeedConfirm;
        private List<String> invitees;
        private String message;

        public CreateRequest(String name) {
            this.name = name;
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

    /** The result of `group.create`. */
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
     * What is given to `group.get`.
     *
     * groupID: The group.
     */
    public static final class GetRequest {
        private final String groupID;
        private Boolean fetchMembers;
        private Boolean needNickname;

        public GetRequest(String groupID) {
            this.groupID = groupID;
        }

        /** Also returns up to 200 members: owner, admins, then the newest members first. */
        public GetRequest fetchMembers(Boolean fetchMembers) {
            this.fetchMembers = fetchMembers;
            return this;
        }

        /** Also returns the members' nicknames in the group. */
        public GetRequest needNickname(Boolean needNickname) {
            this.needNickname = needNickname;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("fetchMembers", fetchMembers)
                .put("needNickname", needNickname)
                .build();
        }
    }

    /** The result of `group.get`. */
    public static final class GetResult extends Value {
        public final GroupDetails group;

        public GetResult(Json json) {
            group = Members.required(json, "group", GroupDetails::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("group", Members.json(group, GroupDetails::toJson))
                .build();
        }
    }

    /** The result of `group.getMany`. */
    public static final class GetManyResult extends Value {
        /** In the order asked for, each once; without `members`, `whiteList` and `muteList`. */
        public final List<GroupDetails> groups;
        /** Groups that did not fit into the reply; ask for them again. */
        public final List<String> left;

        public GetManyResult(Json json) {
            groups = Members.required(json, "groups", Members.list(GroupDetails::new));
            left = Members.required(json, "left", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groups", Members.json(groups, Members.listJson(GroupDetails::toJson)))
                .put("left", Members.json(left, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `group.members`.
     *
     * groupID: The group.
     */
    public static final class MembersRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;
        private Boolean needNickname;

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

        /** Also returns the members' nicknames in the group. */
        public MembersRequest needNickname(Boolean needNickname) {
            this.needNickname = needNickname;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .put("needNickname", needNickname)
                .build();
        }
    }

    /** The result of `group.members`. */
    public static final class MembersResult extends Value {
        /** The members' ids. */
        public final List<String> members;
        /** Only with `needNickname`: the nicknames by id, of members who have one. */
        public final Map<String, String> nicknames;
        /** The last seq of the group's stream that is in the page: pages with one seq are of one moment. */
        public final long seq;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public MembersResult(Json json) {
            members = Members.required(json, "members", Members.list(Json::asString));
            nicknames = Members.optional(json, "nicknames", Members.map(Json::asString));
            seq = Members.required(json, "seq", Json::asLong);
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("members", Members.json(members, Members.listJson(Json::of)))
                .put("nicknames", Members.json(nicknames, Members.mapJson(Json::of)))
                .put("seq", seq)
                .put("cursor", cursor)
                .build();
        }
    }

    /** What is given to `group.joined`. */
    public static final class JoinedRequest {
        private Long page;
        private Long pageSize;
        private Boolean needMemberCount;
        private Boolean needRole;

        public JoinedRequest() {
        }

        /** The page's number, from 0. */
        public JoinedRequest page(Long page) {
            this.page = page;
            return this;
        }

        /** At most this many entries. */
        public JoinedRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        /** Also returns the number of members. */
        public JoinedRequest needMemberCount(Boolean needMemberCount) {
            this.needMemberCount = needMemberCount;
            return this;
        }

        /** Also returns the caller's role. */
        public JoinedRequest needRole(Boolean needRole) {
            this.needRole = needRole;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("page", page)
                .put("pageSize", pageSize)
                .put("needMemberCount", needMemberCount)
                .put("needRole", needRole)
                .build();
        }
    }

    public static final class JoinedResultGroup extends Value {
        public final String groupID;
        public final String name;
        public final Long memberCount;
        public final Long permissionType;

        public JoinedResultGroup(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            name = Members.required(json, "name", Json::asString);
            memberCount = Members.optional(json, "memberCount", Json::asLong);
            permissionType = Members.optional(json, "permissionType", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .put("memberCount", memberCount)
                .put("permissionType", permissionType)
                .build();
        }
    }

    /** The result of `group.joined`. */
    public static final class JoinedResult extends Value {
        /** The groups. */
        public final List<JoinedResultGroup> groups;

        public JoinedResult(Json json) {
            groups = Members.required(json, "groups", Members.list(JoinedResultGroup::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groups", Members.json(groups, Members.listJson(JoinedResultGroup::toJson)))
                .build();
        }
    }

    /** The result of `group.joinedCount`. */
    public static final class JoinedCountResult extends Value {
        /** The number of groups. */
        public final long count;

        public JoinedCountResult(Json json) {
            count = Members.required(json, "count", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("count", count)
                .build();
        }
    }

    /** What is given to `group.public`. */
    public static final class PublicRequest {
        private String cursor;
        private Long pageSize;

        public PublicRequest() {
        }

        /** The value from the last page; empty: from the start. */
        public PublicRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public PublicRequest pageSize(Long pageSize) {
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

    public static final class PublicResultGroup extends Value {
        public final String groupID;
        public final String name;

        public PublicResultGroup(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            name = Members.required(json, "name", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .build();
        }
    }

    /** The result of `group.public`. */
    public static final class PublicResult extends Value {
        /** The groups. */
        public final List<PublicResultGroup> groups;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public PublicResult(Json json) {
            groups = Members.required(json, "groups", Members.list(PublicResultGroup::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groups", Members.json(groups, Members.listJson(PublicResultGroup::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /**
     * What is given to `group.invite`.
     *
     * groupID: The group.
     * userIDs: The users to invite.
     */
    public static final class InviteRequest {
        private final String groupID;
        private final List<String> userIDs;
        private String message;

        public InviteRequest(String groupID, List<String> userIDs) {
            this.groupID = groupID;
            this.userIDs = userIDs;
        }

        /** For the invited users. */
        public InviteRequest message(String message) {
            this.message = message;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("message", message)
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

    /** The result of `group.invite`. */
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
     * What is given to `group.declineInvitation`.
     *
     * groupID: The group.
     */
    public static final class DeclineInvitationRequest {
        private final String groupID;
        private String reason;

        public DeclineInvitationRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The reason. */
        public DeclineInvitationRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("reason", reason)
                .build();
        }
    }

    /**
     * What is given to `group.join`.
     *
     * groupID: The group.
     */
    public static final class JoinRequest {
        private final String groupID;
        private String reason;

        public JoinRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The reason. */
        public JoinRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("reason", reason)
                .build();
        }
    }

    /** The result of `group.join`. */
    public static final class JoinResult extends Value {
        /** False: owner and admins have been asked. */
        public final boolean joined;

        public JoinResult(Json json) {
            joined = Members.required(json, "joined", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("joined", joined)
                .build();
        }
    }

    /**
     * What is given to `group.decline`.
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
     * What is given to `group.transfer`.
     *
     * groupID: The group.
     * newOwner: The member who becomes the owner.
     */
    public static final class TransferRequest {
        private final String groupID;
        private final String newOwner;
        private Boolean leave;

        public TransferRequest(String groupID, String newOwner) {
            this.groupID = groupID;
            this.newOwner = newOwner;
        }

        /** Whether the former owner leaves the group then. */
        public TransferRequest leave(Boolean leave) {
            this.leave = leave;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("newOwner", newOwner)
                .put("leave", leave)
                .build();
        }
    }

    /**
     * What is given to `group.modify`.
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
                .build();
        }
    }

    /** The result of `group.getAnnouncement`. */
    public static final class GetAnnouncementResult extends Value {
        /** The text that was set. */
        public final String announcement;

        public GetAnnouncementResult(Json json) {
            announcement = Members.required(json, "announcement", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("announcement", announcement)
                .build();
        }
    }

    /**
     * What is given to `group.setAttributes`.
     *
     * groupID: The group.
     * attributes: Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096 bytes in
     * all.
     */
    public static final class SetAttributesRequest {
        private final String groupID;
        private final Map<String, String> attributes;
        private String userID;

        public SetAttributesRequest(String groupID, Map<String, String> attributes) {
            this.groupID = groupID;
            this.attributes = attributes;
        }

        /** The user. */
        public SetAttributesRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("attributes", Members.json(attributes, Members.mapJson(Json::of)))
                .build();
        }
    }

    public static final class GetAttributesResultMember extends Value {
        public final String userID;
        public final Map<String, String> attributes;

        public GetAttributesResultMember(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            attributes = Members.required(json, "attributes", Members.map(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("attributes", Members.json(attributes, Members.mapJson(Json::of)))
                .build();
        }
    }

    /** The result of `group.getAttributes`. */
    public static final class GetAttributesResult extends Value {
        /** One for each user who is a member. */
        public final List<GetAttributesResultMember> members;

        public GetAttributesResult(Json json) {
            members = Members.required(json, "members", Members.list(GetAttributesResultMember::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("members", Members.json(members, Members.listJson(GetAttributesResultMember::toJson)))
                .build();
        }
    }

    /** The result of `group.getNotifyState`. */
    public static final class GetNotifyStateResult extends Value {
        /** 0 at first. */
        public final long state;

        public GetNotifyStateResult(Json json) {
            state = Members.required(json, "state", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", state)
                .build();
        }
    }

    /**
     * What is given to `group.addAdmin`.
     *
     * groupID: The group.
     */
    public static final class AddAdminRequest {
        private final String groupID;
        private String userID;
        private List<String> userIDs;

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

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `group.removeAdmin`.
     *
     * groupID: The group.
     */
    public static final class RemoveAdminRequest {
        private final String groupID;
        private String userID;
        private List<String> userIDs;

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

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("userID", userID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `group.muteList`.
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

    /** The result of `group.muteList`. */
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
     * What is given to `group.whiteList`.
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

    /** The result of `group.whiteList`. */
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
     * What is given to `group.bans`.
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

    /** The result of `group.bans`. */
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
     * What is given to `group.setValues`.
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

    /** The result of `group.setValues`. */
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
     * What is given to `group.count`.
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

    /** The result of `group.count`. */
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

    /** The result of `group.values`. */
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
     * What is given to `group.addFile`.
     *
     * groupID: The group.
     * name: The file's name.
     * size: The file's size in bytes.
     */
    public static final class AddFileRequest {
        private final String groupID;
        private final String name;
        private final long size;
        private String url;

        public AddFileRequest(String groupID, String name, long size) {
            this.groupID = groupID;
            this.name = name;
            this.size = size;
        }

        /** The file's URL. Left out: its bytes follow by `group.putFile`. */
        public AddFileRequest url(String url) {
            this.url = url;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .put("size", size)
                .put("url", url)
                .build();
        }
    }

    /** The result of `group.addFile`. */
    public static final class AddFileResult extends Value {
        /** The file's id. */
        public final String fileID;

        public AddFileResult(Json json) {
            fileID = Members.required(json, "fileID", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("fileID", fileID)
                .build();
        }
    }

    public static final class PutFileData {
        private final String b;

        public PutFileData(String b) {
            this.b = b;
        }

        public Json toJson() {
            return Json.object()
                .put("b", b)
                .build();
        }
    }

    /** The result of `group.putFile`. */
    public static final class PutFileResult extends Value {
        /** How many bytes the gateway has. */
        public final long received;

        public PutFileResult(Json json) {
            received = Members.required(json, "received", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("received", received)
                .build();
        }
    }

    /** The result of `group.getFile`. */
    public static final class GetFileResult extends Value {
        public final Bytes data;
        /** The file's size in bytes. */
        public final long size;
        /** Whether this was the last piece. */
        public final boolean isFinished;

        public GetFileResult(Json json) {
            data = Members.required(json, "data", Bytes::new);
            size = Members.required(json, "size", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("data", Members.json(data, Bytes::toJson))
                .put("size", size)
                .put("isFinished", isFinished)
                .build();
        }
    }

    /**
     * What is given to `group.files`.
     *
     * groupID: The group.
     */
    public static final class FilesRequest {
        private final String groupID;
        private String cursor;
        private Long pageSize;

        public FilesRequest(String groupID) {
            this.groupID = groupID;
        }

        /** The value from the last page; empty: from the start. */
        public FilesRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many files. */
        public FilesRequest pageSize(Long pageSize) {
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

    /** The result of `group.files`. */
    public static final class FilesResult extends Value {
        /** `createTime` in milliseconds. */
        public final List<SharedFile> files;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public FilesResult(Json json) {
            files = Members.required(json, "files", Members.list(SharedFile::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("files", Members.json(files, Members.listJson(SharedFile::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** What is given to `group.invitations`. */
    public static final class InvitationsRequest {
        private String cursor;
        private Long pageSize;

        public InvitationsRequest() {
        }

        /** The value from the last page; empty: from the start. */
        public InvitationsRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public InvitationsRequest pageSize(Long pageSize) {
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

    public static final class InvitationsResultInvitation extends Value {
        public final String groupID;
        public final String name;
        public final String avatar;
        public final long memberCount;
        public final String inviter;
        public final String message;
        public final long time;

        public InvitationsResultInvitation(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            name = Members.required(json, "name", Json::asString);
            avatar = Members.required(json, "avatar", Json::asString);
            memberCount = Members.required(json, "memberCount", Json::asLong);
            inviter = Members.required(json, "inviter", Json::asString);
            message = Members.required(json, "message", Json::asString);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("name", name)
                .put("avatar", avatar)
                .put("memberCount", memberCount)
                .put("inviter", inviter)
                .put("message", message)
                .put("time", time)
                .build();
        }
    }

    /** The result of `group.invitations`. */
    public static final class InvitationsResult extends Value {
        /** The group as it is now; `time` in milliseconds. */
        public final List<InvitationsResultInvitation> invitations;
        /** Send it for the next page; empty at the end. */
        public final String cursor;

        public InvitationsResult(Json json) {
            invitations = Members.required(json, "invitations", Members.list(InvitationsResultInvitation::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("invitations", Members.json(invitations, Members.listJson(InvitationsResultInvitation::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** What is given to `group.joinRequests`. */
    public static final class JoinRequestsRequest {
        private String groupID;
        private String cursor;
        private Long pageSize;

        public JoinRequestsRequest() {
        }

        /** The group. */
        public JoinRequestsRequest groupID(String groupID) {
            this.groupID = groupID;
            return this;
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

    /** The result of `group.joinRequests`. */
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

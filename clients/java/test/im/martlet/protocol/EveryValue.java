// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Reads a value of each class, and writes it again. */
final class EveryValue {
    private EveryValue() {}

    static Map<String, Function<Json, Json>> all() {
        Map<String, Function<Json, Json>> every = new LinkedHashMap<>();
        every.put("APIError",
            json -> new APIError(json).toJson());
        every.put("Broadcast",
            json -> new Broadcast(json).toJson());
        every.put("Bytes",
            json -> new Bytes(json).toJson());
        every.put("Call",
            json -> new Call(json).toJson());
        every.put("CallUser",
            json -> new CallUser(json).toJson());
        every.put("Change",
            json -> new Change(json).toJson());
        every.put("ChannelMessage",
            json -> new ChannelMessage(json).toJson());
        every.put("Conversation",
            json -> new Conversation(json).toJson());
        every.put("Draft",
            json -> new Draft(json).toJson());
        every.put("Friend",
            json -> new Friend(json).toJson());
        every.put("Group",
            json -> new Group(json).toJson());
        every.put("GroupDetails",
            json -> new GroupDetails(json).toJson());
        every.put("GroupValue",
            json -> new GroupValue(json).toJson());
        every.put("HostedProfile",
            json -> new HostedProfile(json).toJson());
        every.put("LastMessage",
            json -> new LastMessage(json).toJson());
        every.put("Media",
            json -> new Media(json).toJson());
        every.put("MergedMessage",
            json -> new MergedMessage(json).toJson());
        every.put("Message",
            json -> new Message(json).toJson());
        every.put("MessageMedia",
            json -> new MessageMedia(json).toJson());
        every.put("OwnedMedia",
            json -> new OwnedMedia(json).toJson());
        every.put("Profile",
            json -> new Profile(json).toJson());
        every.put("Report",
            json -> new Report(json).toJson());
        every.put("SharedFile",
            json -> new SharedFile(json).toJson());
        every.put("StatisticPeriod",
            json -> new StatisticPeriod(json).toJson());
        every.put("StreamedEvent",
            json -> new StreamedEvent(json).toJson());
        every.put("SubscriptionEvent",
            json -> new SubscriptionEvent(json).toJson());
        every.put("SessionKickedEvent",
            json -> new Events.SessionKicked(json).toJson());
        every.put("SessionExpiringEvent",
            json -> new Events.SessionExpiring(json).toJson());
        every.put("ServerDrainingEvent",
            json -> new Events.ServerDraining(json).toJson());
        every.put("ConversationSyncFinishEvent",
            json -> new Events.ConversationSyncFinish(json).toJson());
        every.put("SubscriptionEventChangedEvent",
            json -> new Events.SubscriptionEventChanged(json).toJson());
        every.put("SubscriptionSyncCompletedEvent",
            json -> new Events.SubscriptionSyncCompleted(json).toJson());
        every.put("RoomFrameEvent",
            json -> new Events.RoomFrame(json).toJson());
        every.put("RoomLeftEvent",
            json -> new Events.RoomLeft(json).toJson());
        every.put("RoomEndedEvent",
            json -> new Events.RoomEnded(json).toJson());
        every.put("RoomChangedEvent",
            json -> new Events.RoomChanged(json).toJson());
        every.put("RoomValuesChangedEvent",
            json -> new Events.RoomValuesChanged(json).toJson());
        every.put("RoomQueueChangedEvent",
            json -> new Events.RoomQueueChanged(json).toJson());
        every.put("MessageAppendedEvent",
            json -> new Events.MessageAppended(json).toJson());
        every.put("MessageEndedEvent",
            json -> new Events.MessageEnded(json).toJson());
        every.put("CallInvitedEvent",
            json -> new Events.CallInvited(json).toJson());
        every.put("ChannelChangedEvent",
            json -> new Events.ChannelChanged(json).toJson());
        every.put("ChannelDestroyedEvent",
            json -> new Events.ChannelDestroyed(json).toJson());
        every.put("ChannelSubscriptionChangedEvent",
            json -> new Events.ChannelSubscriptionChanged(json).toJson());
        every.put("ConversationChangedEvent",
            json -> new Events.ConversationChanged(json).toJson());
        every.put("ConversationDeletedEvent",
            json -> new Events.ConversationDeleted(json).toJson());
        every.put("ConversationDraftChangedEvent",
            json -> new Events.ConversationDraftChanged(json).toJson());
        every.put("ConversationNewEvent",
            json -> new Events.ConversationNew(json).toJson());
        every.put("ConversationTotalUnreadChangedEvent",
            json -> new Events.ConversationTotalUnreadChanged(json).toJson());
        every.put("FriendChangedEvent",
            json -> new Events.FriendChanged(json).toJson());
        every.put("FriendGroupChangedEvent",
            json -> new Events.FriendGroupChanged(json).toJson());
        every.put("GroupReceiptChangedEvent",
            json -> new Events.GroupReceiptChanged(json).toJson());
        every.put("MessageChangedEvent",
            json -> new Events.MessageChanged(json).toJson());
        every.put("MessageDeletedEvent",
            json -> new Events.MessageDeleted(json).toJson());
        every.put("MessageGoneEvent",
            json -> new Events.MessageGone(json).toJson());
        every.put("MessageNewEvent",
            json -> new Events.MessageNew(json).toJson());
        every.put("MessageSignaledEvent",
            json -> new Events.MessageSignaled(json).toJson());
        every.put("NotificationNewEvent",
            json -> new Events.NotificationNew(json).toJson());
        every.put("ProfileChangedEvent",
            json -> new Events.ProfileChanged(json).toJson());
        every.put("PushGlobalDndChangedEvent",
            json -> new Events.PushGlobalDndChanged(json).toJson());
        every.put("ReceiptDeliveredEvent",
            json -> new Events.ReceiptDelivered(json).toJson());
        every.put("ReceiptNewEvent",
            json -> new Events.ReceiptNew(json).toJson());
        every.put("SubscriptionChangedOnOtherDevicesEvent",
            json -> new Events.SubscriptionChangedOnOtherDevices(json).toJson());
        every.put("GroupInvitationDidReceiveEvent",
            json -> new Events.GroupInvitationDidReceive(json).toJson());
        every.put("GroupInvitationDidAcceptEvent",
            json -> new Events.GroupInvitationDidAccept(json).toJson());
        every.put("GroupInvitationDidDeclineEvent",
            json -> new Events.GroupInvitationDidDecline(json).toJson());
        every.put("GroupJoinRequestDidReceiveEvent",
            json -> new Events.GroupJoinRequestDidReceive(json).toJson());
        every.put("GroupJoinRequestDidApproveEvent",
            json -> new Events.GroupJoinRequestDidApprove(json).toJson());
        every.put("GroupJoinRequestDidDeclineEvent",
            json -> new Events.GroupJoinRequestDidDecline(json).toJson());
        every.put("GroupDidJoinEvent",
            json -> new Events.GroupDidJoin(json).toJson());
        every.put("GroupDidLeaveEvent",
            json -> new Events.GroupDidLeave(json).toJson());
        every.put("GroupUserDidJoinEvent",
            json -> new Events.GroupUserDidJoin(json).toJson());
        every.put("GroupUserDidLeaveEvent",
            json -> new Events.GroupUserDidLeave(json).toJson());
        every.put("GroupMuteListDidUpdateEvent",
            json -> new Events.GroupMuteListDidUpdate(json).toJson());
        every.put("GroupWhiteListDidUpdateEvent",
            json -> new Events.GroupWhiteListDidUpdate(json).toJson());
        every.put("GroupAllMemberMuteChangedEvent",
            json -> new Events.GroupAllMemberMuteChanged(json).toJson());
        every.put("GroupAdminListDidUpdateEvent",
            json -> new Events.GroupAdminListDidUpdate(json).toJson());
        every.put("GroupOwnerDidUpdateEvent",
            json -> new Events.GroupOwnerDidUpdate(json).toJson());
        every.put("GroupAnnouncementDidUpdateEvent",
            json -> new Events.GroupAnnouncementDidUpdate(json).toJson());
        every.put("GroupFileListDidUpdateEvent",
            json -> new Events.GroupFileListDidUpdate(json).toJson());
        every.put("GroupSpecificationDidUpdateEvent",
            json -> new Events.GroupSpecificationDidUpdate(json).toJson());
        every.put("GroupAttributesChangedOfMemberEvent",
            json -> new Events.GroupAttributesChangedOfMember(json).toJson());
        every.put("GroupNotifyStateChangedEvent",
            json -> new Events.GroupNotifyStateChanged(json).toJson());
        every.put("GroupBlockChangedEvent",
            json -> new Events.GroupBlockChanged(json).toJson());
        every.put("GroupNotificationDidReceiveEvent",
            json -> new Events.GroupNotificationDidReceive(json).toJson());
        every.put("GroupValuesChangedEvent",
            json -> new Events.GroupValuesChanged(json).toJson());
        every.put("SessionRefreshResult",
            json -> new SessionCalls.RefreshResult(json).toJson());
        every.put("SessionListResult",
            json -> new SessionCalls.ListResult(json).toJson());
        every.put("SessionCloseResult",
            json -> new SessionCalls.CloseResult(json).toJson());
        every.put("MessageSendResult",
            json -> new MessageCalls.SendResult(json).toJson());
        every.put("MessageHistoryResult",
            json -> new MessageCalls.HistoryResult(json).toJson());
        every.put("MessageSearchResult",
            json -> new MessageCalls.SearchResult(json).toJson());
        every.put("MessageRecallResult",
            json -> new MessageCalls.RecallResult(json).toJson());
        every.put("MessageEditResult",
            json -> new MessageCalls.EditResult(json).toJson());
        every.put("MessageReactResult",
            json -> new MessageCalls.ReactResult(json).toJson());
        every.put("MessageReactionsResult",
            json -> new MessageCalls.ReactionsResult(json).toJson());
        every.put("MessageDeleteResult",
            json -> new MessageCalls.DeleteResult(json).toJson());
        every.put("MessageRepliesResult",
            json -> new MessageCalls.RepliesResult(json).toJson());
        every.put("MessagePinResult",
            json -> new MessageCalls.PinResult(json).toJson());
        every.put("MessageUnpinResult",
            json -> new MessageCalls.UnpinResult(json).toJson());
        every.put("MessagePinsResult",
            json -> new MessageCalls.PinsResult(json).toJson());
        every.put("MessageStarsResult",
            json -> new MessageCalls.StarsResult(json).toJson());
        every.put("MessageGetResult",
            json -> new MessageCalls.GetResult(json).toJson());
        every.put("MessageChangesResult",
            json -> new MessageCalls.ChangesResult(json).toJson());
        every.put("MessageForwardResult",
            json -> new MessageCalls.ForwardResult(json).toJson());
        every.put("MessageMergedResult",
            json -> new MessageCalls.MergedResult(json).toJson());
        every.put("GroupReceiptCountsResult",
            json -> new GroupReceiptCalls.CountsResult(json).toJson());
        every.put("GroupReceiptDetailResult",
            json -> new GroupReceiptCalls.DetailResult(json).toJson());
        every.put("ConversationWatchResult",
            json -> new ConversationCalls.WatchResult(json).toJson());
        every.put("ConversationListResult",
            json -> new ConversationCalls.ListResult(json).toJson());
        every.put("ConversationGetResult",
            json -> new ConversationCalls.GetResult(json).toJson());
        every.put("ConversationTotalUnreadResult",
            json -> new ConversationCalls.TotalUnreadResult(json).toJson());
        every.put("ConversationMarkReadResult",
            json -> new ConversationCalls.MarkReadResult(json).toJson());
        every.put("ConversationMarkAllReadResult",
            json -> new ConversationCalls.MarkAllReadResult(json).toJson());
        every.put("ConversationSetDraftResult",
            json -> new ConversationCalls.SetDraftResult(json).toJson());
        every.put("ConversationSetC2CReceiveOptResult",
            json -> new ConversationCalls.SetC2CReceiveOptResult(json).toJson());
        every.put("ConversationGetC2CReceiveOptResult",
            json -> new ConversationCalls.GetC2CReceiveOptResult(json).toJson());
        every.put("ConversationGetGroupReceiveOptResult",
            json -> new ConversationCalls.GetGroupReceiveOptResult(json).toJson());
        every.put("StreamEventsResult",
            json -> new StreamCalls.EventsResult(json).toJson());
        every.put("ProfileGetSelfResult",
            json -> new ProfileCalls.GetSelfResult(json).toJson());
        every.put("ProfileGetResult",
            json -> new ProfileCalls.GetResult(json).toJson());
        every.put("ProfileSearchResult",
            json -> new ProfileCalls.SearchResult(json).toJson());
        every.put("GroupSearchResult",
            json -> new GroupCalls.SearchResult(json).toJson());
        every.put("MediaPrepareResult",
            json -> new MediaCalls.PrepareResult(json).toJson());
        every.put("MediaCompleteResult",
            json -> new MediaCalls.CompleteResult(json).toJson());
        every.put("MediaUrlResult",
            json -> new MediaCalls.UrlResult(json).toJson());
        every.put("MediaListResult",
            json -> new MediaCalls.ListResult(json).toJson());
        every.put("FriendListResult",
            json -> new FriendCalls.ListResult(json).toJson());
        every.put("FriendGetResult",
            json -> new FriendCalls.GetResult(json).toJson());
        every.put("FriendAddResult",
            json -> new FriendCalls.AddResult(json).toJson());
        every.put("FriendDeleteResult",
            json -> new FriendCalls.DeleteResult(json).toJson());
        every.put("FriendRespondResult",
            json -> new FriendCalls.RespondResult(json).toJson());
        every.put("FriendCheckResult",
            json -> new FriendCalls.CheckResult(json).toJson());
        every.put("PendencyListResult",
            json -> new PendencyCalls.ListResult(json).toJson());
        every.put("PendencyReportResult",
            json -> new PendencyCalls.ReportResult(json).toJson());
        every.put("BlacklistAddResult",
            json -> new BlacklistCalls.AddResult(json).toJson());
        every.put("BlacklistDeleteResult",
            json -> new BlacklistCalls.DeleteResult(json).toJson());
        every.put("BlacklistListResult",
            json -> new BlacklistCalls.ListResult(json).toJson());
        every.put("BlacklistCheckResult",
            json -> new BlacklistCalls.CheckResult(json).toJson());
        every.put("FriendGroupListResult",
            json -> new FriendGroupCalls.ListResult(json).toJson());
        every.put("FriendGroupCreateResult",
            json -> new FriendGroupCalls.CreateResult(json).toJson());
        every.put("FriendGroupAddFriendsResult",
            json -> new FriendGroupCalls.AddFriendsResult(json).toJson());
        every.put("FriendGroupRemoveFriendsResult",
            json -> new FriendGroupCalls.RemoveFriendsResult(json).toJson());
        every.put("GroupCreateResult",
            json -> new GroupCalls.CreateResult(json).toJson());
        every.put("GroupGetResult",
            json -> new GroupCalls.GetResult(json).toJson());
        every.put("GroupGetManyResult",
            json -> new GroupCalls.GetManyResult(json).toJson());
        every.put("GroupMembersResult",
            json -> new GroupCalls.MembersResult(json).toJson());
        every.put("GroupJoinedResult",
            json -> new GroupCalls.JoinedResult(json).toJson());
        every.put("GroupJoinedCountResult",
            json -> new GroupCalls.JoinedCountResult(json).toJson());
        every.put("GroupPublicResult",
            json -> new GroupCalls.PublicResult(json).toJson());
        every.put("GroupInviteResult",
            json -> new GroupCalls.InviteResult(json).toJson());
        every.put("GroupJoinResult",
            json -> new GroupCalls.JoinResult(json).toJson());
        every.put("GroupGetAnnouncementResult",
            json -> new GroupCalls.GetAnnouncementResult(json).toJson());
        every.put("GroupGetAttributesResult",
            json -> new GroupCalls.GetAttributesResult(json).toJson());
        every.put("GroupGetNotifyStateResult",
            json -> new GroupCalls.GetNotifyStateResult(json).toJson());
        every.put("GroupMuteListResult",
            json -> new GroupCalls.MuteListResult(json).toJson());
        every.put("GroupWhiteListResult",
            json -> new GroupCalls.WhiteListResult(json).toJson());
        every.put("GroupBansResult",
            json -> new GroupCalls.BansResult(json).toJson());
        every.put("GroupSetValuesResult",
            json -> new GroupCalls.SetValuesResult(json).toJson());
        every.put("GroupCountResult",
            json -> new GroupCalls.CountResult(json).toJson());
        every.put("GroupValuesResult",
            json -> new GroupCalls.ValuesResult(json).toJson());
        every.put("GroupAddFileResult",
            json -> new GroupCalls.AddFileResult(json).toJson());
        every.put("GroupPutFileResult",
            json -> new GroupCalls.PutFileResult(json).toJson());
        every.put("GroupGetFileResult",
            json -> new GroupCalls.GetFileResult(json).toJson());
        every.put("GroupFilesResult",
            json -> new GroupCalls.FilesResult(json).toJson());
        every.put("GroupInvitationsResult",
            json -> new GroupCalls.InvitationsResult(json).toJson());
        every.put("GroupJoinRequestsResult",
            json -> new GroupCalls.JoinRequestsResult(json).toJson());
        every.put("ChannelPublishResult",
            json -> new ChannelCalls.PublishResult(json).toJson());
        every.put("ChannelSubscribeResult",
            json -> new ChannelCalls.SubscribeResult(json).toJson());
        every.put("ChannelListResult",
            json -> new ChannelCalls.ListResult(json).toJson());
        every.put("ChannelInfoResult",
            json -> new ChannelCalls.InfoResult(json).toJson());
        every.put("ChannelHistoryResult",
            json -> new ChannelCalls.HistoryResult(json).toJson());
        every.put("BroadcastListResult",
            json -> new BroadcastCalls.ListResult(json).toJson());
        every.put("RoomEnterResult",
            json -> new RoomCalls.EnterResult(json).toJson());
        every.put("RoomParticipantsResult",
            json -> new RoomCalls.ParticipantsResult(json).toJson());
        every.put("RoomSendResult",
            json -> new RoomCalls.SendResult(json).toJson());
        every.put("RoomSetValuesResult",
            json -> new RoomCalls.SetValuesResult(json).toJson());
        every.put("RoomValuesResult",
            json -> new RoomCalls.ValuesResult(json).toJson());
        every.put("RoomOfferResult",
            json -> new RoomCalls.OfferResult(json).toJson());
        every.put("RoomPollResult",
            json -> new RoomCalls.PollResult(json).toJson());
        every.put("RoomQueueResult",
            json -> new RoomCalls.QueueResult(json).toJson());
        every.put("CallInviteResult",
            json -> new CallCalls.InviteResult(json).toJson());
        every.put("CallAcceptResult",
            json -> new CallCalls.AcceptResult(json).toJson());
        every.put("CallRejectResult",
            json -> new CallCalls.RejectResult(json).toJson());
        every.put("CallCancelResult",
            json -> new CallCalls.CancelResult(json).toJson());
        every.put("CallLeaveResult",
            json -> new CallCalls.LeaveResult(json).toJson());
        every.put("ReportCreateResult",
            json -> new ReportCalls.CreateResult(json).toJson());
        every.put("UserProfileGetMineResult",
            json -> new UserProfileCalls.GetMineResult(json).toJson());
        every.put("UserProfileGetResult",
            json -> new UserProfileCalls.GetResult(json).toJson());
        every.put("UserProfileGetVisibilityResult",
            json -> new UserProfileCalls.GetVisibilityResult(json).toJson());
        every.put("UserProfileSearchResult",
            json -> new UserProfileCalls.SearchResult(json).toJson());
        every.put("SubscriptionSubscribeResult",
            json -> new SubscriptionCalls.SubscribeResult(json).toJson());
        every.put("SubscriptionUnsubscribeResult",
            json -> new SubscriptionCalls.UnsubscribeResult(json).toJson());
        every.put("SubscriptionQueryResult",
            json -> new SubscriptionCalls.QueryResult(json).toJson());
        every.put("SubscriptionListResult",
            json -> new SubscriptionCalls.ListResult(json).toJson());
        every.put("PushUnregisterResult",
            json -> new PushCalls.UnregisterResult(json).toJson());
        every.put("PushDevicesResult",
            json -> new PushCalls.DevicesResult(json).toJson());
        every.put("PushWebPushKeyResult",
            json -> new PushCalls.WebPushKeyResult(json).toJson());
        every.put("PushGetGlobalDndResult",
            json -> new PushCalls.GetGlobalDndResult(json).toJson());
        every.put("PushExplainResult",
            json -> new PushCalls.ExplainResult(json).toJson());
        every.put("AdminSessionListResult",
            json -> new im.martlet.admin.AdminSessionCalls.ListResult(json).toJson());
        every.put("AdminSessionFindResult",
            json -> new im.martlet.admin.AdminSessionCalls.FindResult(json).toJson());
        every.put("AdminSessionKickResult",
            json -> new im.martlet.admin.AdminSessionCalls.KickResult(json).toJson());
        every.put("AdminUserStateResult",
            json -> new im.martlet.admin.AdminUserCalls.StateResult(json).toJson());
        every.put("AdminMessageSendResult",
            json -> new im.martlet.admin.AdminMessageCalls.SendResult(json).toJson());
        every.put("AdminMessageBeginResult",
            json -> new im.martlet.admin.AdminMessageCalls.BeginResult(json).toJson());
        every.put("AdminMessageAppendResult",
            json -> new im.martlet.admin.AdminMessageCalls.AppendResult(json).toJson());
        every.put("AdminMessageFinishResult",
            json -> new im.martlet.admin.AdminMessageCalls.FinishResult(json).toJson());
        every.put("AdminMessageAbortResult",
            json -> new im.martlet.admin.AdminMessageCalls.AbortResult(json).toJson());
        every.put("AdminMessageImportResult",
            json -> new im.martlet.admin.AdminMessageCalls.ImportResult(json).toJson());
        every.put("AdminMessageHistoryResult",
            json -> new im.martlet.admin.AdminMessageCalls.HistoryResult(json).toJson());
        every.put("AdminMessageMergedResult",
            json -> new im.martlet.admin.AdminMessageCalls.MergedResult(json).toJson());
        every.put("AdminMessageRecallResult",
            json -> new im.martlet.admin.AdminMessageCalls.RecallResult(json).toJson());
        every.put("AdminMessageDeleteResult",
            json -> new im.martlet.admin.AdminMessageCalls.DeleteResult(json).toJson());
        every.put("AdminMessageScheduledResult",
            json -> new im.martlet.admin.AdminMessageCalls.ScheduledResult(json).toJson());
        every.put("AdminMessageCancelResult",
            json -> new im.martlet.admin.AdminMessageCalls.CancelResult(json).toJson());
        every.put("AdminNotificationSendResult",
            json -> new im.martlet.admin.AdminNotificationCalls.SendResult(json).toJson());
        every.put("AdminMediaGetResult",
            json -> new im.martlet.admin.AdminMediaCalls.GetResult(json).toJson());
        every.put("AdminMediaListResult",
            json -> new im.martlet.admin.AdminMediaCalls.ListResult(json).toJson());
        every.put("AdminMediaUsageResult",
            json -> new im.martlet.admin.AdminMediaCalls.UsageResult(json).toJson());
        every.put("AdminMediaReviewResult",
            json -> new im.martlet.admin.AdminMediaCalls.ReviewResult(json).toJson());
        every.put("AdminFriendListResult",
            json -> new im.martlet.admin.AdminFriendCalls.ListResult(json).toJson());
        every.put("AdminFriendAddResult",
            json -> new im.martlet.admin.AdminFriendCalls.AddResult(json).toJson());
        every.put("AdminFriendImportResult",
            json -> new im.martlet.admin.AdminFriendCalls.ImportResult(json).toJson());
        every.put("AdminBlacklistImportResult",
            json -> new im.martlet.admin.AdminBlacklistCalls.ImportResult(json).toJson());
        every.put("AdminGroupInviteResult",
            json -> new im.martlet.admin.AdminGroupCalls.InviteResult(json).toJson());
        every.put("AdminGroupSetValuesResult",
            json -> new im.martlet.admin.AdminGroupCalls.SetValuesResult(json).toJson());
        every.put("AdminGroupCountResult",
            json -> new im.martlet.admin.AdminGroupCalls.CountResult(json).toJson());
        every.put("AdminGroupCreateResult",
            json -> new im.martlet.admin.AdminGroupCalls.CreateResult(json).toJson());
        every.put("AdminGroupGetResult",
            json -> new im.martlet.admin.AdminGroupCalls.GetResult(json).toJson());
        every.put("AdminGroupListResult",
            json -> new im.martlet.admin.AdminGroupCalls.ListResult(json).toJson());
        every.put("AdminGroupMembersResult",
            json -> new im.martlet.admin.AdminGroupCalls.MembersResult(json).toJson());
        every.put("AdminGroupWhiteListResult",
            json -> new im.martlet.admin.AdminGroupCalls.WhiteListResult(json).toJson());
        every.put("AdminGroupMuteListResult",
            json -> new im.martlet.admin.AdminGroupCalls.MuteListResult(json).toJson());
        every.put("AdminGroupBansResult",
            json -> new im.martlet.admin.AdminGroupCalls.BansResult(json).toJson());
        every.put("AdminGroupValuesResult",
            json -> new im.martlet.admin.AdminGroupCalls.ValuesResult(json).toJson());
        every.put("AdminGroupJoinRequestsResult",
            json -> new im.martlet.admin.AdminGroupCalls.JoinRequestsResult(json).toJson());
        every.put("AdminChannelPublishResult",
            json -> new im.martlet.admin.AdminChannelCalls.PublishResult(json).toJson());
        every.put("AdminChannelListResult",
            json -> new im.martlet.admin.AdminChannelCalls.ListResult(json).toJson());
        every.put("AdminChannelInfoResult",
            json -> new im.martlet.admin.AdminChannelCalls.InfoResult(json).toJson());
        every.put("AdminBroadcastResult",
            json -> new im.martlet.admin.AdminOperations.BroadcastResult(json).toJson());
        every.put("AdminBroadcastStatusResult",
            json -> new im.martlet.admin.AdminBroadcastCalls.StatusResult(json).toJson());
        every.put("AdminBroadcastListResult",
            json -> new im.martlet.admin.AdminBroadcastCalls.ListResult(json).toJson());
        every.put("AdminRoomSetValuesResult",
            json -> new im.martlet.admin.AdminRoomCalls.SetValuesResult(json).toJson());
        every.put("AdminRoomValuesResult",
            json -> new im.martlet.admin.AdminRoomCalls.ValuesResult(json).toJson());
        every.put("AdminRoomOfferResult",
            json -> new im.martlet.admin.AdminRoomCalls.OfferResult(json).toJson());
        every.put("AdminRoomPollResult",
            json -> new im.martlet.admin.AdminRoomCalls.PollResult(json).toJson());
        every.put("AdminRoomQueueResult",
            json -> new im.martlet.admin.AdminRoomCalls.QueueResult(json).toJson());
        every.put("AdminRoomListResult",
            json -> new im.martlet.admin.AdminRoomCalls.ListResult(json).toJson());
        every.put("AdminRoomInfoResult",
            json -> new im.martlet.admin.AdminRoomCalls.InfoResult(json).toJson());
        every.put("AdminRoomFindResult",
            json -> new im.martlet.admin.AdminRoomCalls.FindResult(json).toJson());
        every.put("AdminRoomSendResult",
            json -> new im.martlet.admin.AdminRoomCalls.SendResult(json).toJson());
        every.put("AdminCallListResult",
            json -> new im.martlet.admin.AdminCallCalls.ListResult(json).toJson());
        every.put("AdminCallEndResult",
            json -> new im.martlet.admin.AdminCallCalls.EndResult(json).toJson());
        every.put("AdminReportListResult",
            json -> new im.martlet.admin.AdminReportCalls.ListResult(json).toJson());
        every.put("AdminReportGetResult",
            json -> new im.martlet.admin.AdminReportCalls.GetResult(json).toJson());
        every.put("AdminMessageSearchResult",
            json -> new im.martlet.admin.AdminMessageCalls.SearchResult(json).toJson());
        every.put("AdminMessageClearResult",
            json -> new im.martlet.admin.AdminMessageCalls.ClearResult(json).toJson());
        every.put("AdminUserProfileGetResult",
            json -> new im.martlet.admin.AdminUserProfileCalls.GetResult(json).toJson());
        every.put("AdminPresenceGetResult",
            json -> new im.martlet.admin.AdminPresenceCalls.GetResult(json).toJson());
        every.put("AdminPushExplainResult",
            json -> new im.martlet.admin.AdminPushCalls.ExplainResult(json).toJson());
        every.put("AdminPushDevicesResult",
            json -> new im.martlet.admin.AdminPushCalls.DevicesResult(json).toJson());
        every.put("AdminPushUnregisterResult",
            json -> new im.martlet.admin.AdminPushCalls.UnregisterResult(json).toJson());
        every.put("AdminPushTestResult",
            json -> new im.martlet.admin.AdminPushCalls.TestResult(json).toJson());
        every.put("AdminPushReceiptsResult",
            json -> new im.martlet.admin.AdminPushCalls.ReceiptsResult(json).toJson());
        every.put("AdminPingResult",
            json -> new im.martlet.admin.AdminOperations.PingResult(json).toJson());
        every.put("AdminAccountCreateResult",
            json -> new im.martlet.admin.AdminAccountCalls.CreateResult(json).toJson());
        every.put("AdminAccountDisableResult",
            json -> new im.martlet.admin.AdminAccountCalls.DisableResult(json).toJson());
        every.put("AdminAccountBarAddingResult",
            json -> new im.martlet.admin.AdminAccountCalls.BarAddingResult(json).toJson());
        every.put("AdminAccountDeleteResult",
            json -> new im.martlet.admin.AdminAccountCalls.DeleteResult(json).toJson());
        every.put("AdminAccountEraseResult",
            json -> new im.martlet.admin.AdminAccountCalls.EraseResult(json).toJson());
        every.put("AdminAccountErasuresResult",
            json -> new im.martlet.admin.AdminAccountCalls.ErasuresResult(json).toJson());
        every.put("AdminAccountGetResult",
            json -> new im.martlet.admin.AdminAccountCalls.GetResult(json).toJson());
        every.put("AdminAccountListResult",
            json -> new im.martlet.admin.AdminAccountCalls.ListResult(json).toJson());
        every.put("AdminTokenRevokeResult",
            json -> new im.martlet.admin.AdminTokenCalls.RevokeResult(json).toJson());
        every.put("AdminEventsReadResult",
            json -> new im.martlet.admin.AdminEventsCalls.ReadResult(json).toJson());
        every.put("AdminEventsParkedResult",
            json -> new im.martlet.admin.AdminEventsCalls.ParkedResult(json).toJson());
        every.put("AdminSettingListResult",
            json -> new im.martlet.admin.AdminSettingCalls.ListResult(json).toJson());
        every.put("AdminKeyListResult",
            json -> new im.martlet.admin.AdminKeyCalls.ListResult(json).toJson());
        every.put("AdminAuditListResult",
            json -> new im.martlet.admin.AdminAuditCalls.ListResult(json).toJson());
        every.put("AdminStatisticsResult",
            json -> new im.martlet.admin.AdminOperations.StatisticsResult(json).toJson());
        every.put("AdminGatewayReloadResult",
            json -> new im.martlet.admin.AdminGatewayCalls.ReloadResult(json).toJson());
        every.put("AdminGatewayDrainResult",
            json -> new im.martlet.admin.AdminGatewayCalls.DrainResult(json).toJson());
        every.put("AdminGatewayBackupResult",
            json -> new im.martlet.admin.AdminGatewayCalls.BackupResult(json).toJson());
        every.put("AdminGatewayLogLevelResult",
            json -> new im.martlet.admin.AdminGatewayCalls.LogLevelResult(json).toJson());
        every.put("AdminGatewaySetLogLevelResult",
            json -> new im.martlet.admin.AdminGatewayCalls.SetLogLevelResult(json).toJson());
        every.put("AdminClusterStatusResult",
            json -> new im.martlet.admin.AdminClusterCalls.StatusResult(json).toJson());
        every.put("AdminClusterHandOverResult",
            json -> new im.martlet.admin.AdminClusterCalls.HandOverResult(json).toJson());
        return every;
    }
}

import Chat
import ClientProtocol
import Domain
import JSON
import Security
import Settings

/// Messages of channels.
extension OperationTable {
    @OperationList static var channelPublishing: [OperationDefinition] {
        Operation.publishing(
            "channel.publish", "Publishes a message to a channel. Only for users whom the backend has listed.",
            roles: .user, errors: [.forbidden, .forbiddenWords]
        ).hooked(.replaces(except: ["channelID", "clientMsgId"])).user { request, caller throws(Refusal) in
            var review = request.context.words.review
            let draft = try request.channelDraft(&review)
            if let refused = review.refused { return try refused.refuse(request, by: caller) }
            let channel = try request(ChannelParameters.channelID)
            let publisher = ChannelPublisher.user(caller.account, caller.claim)
            let publish: StateWork = { chat, json throws(CommandError) in
                try chat.channels.publish(draft, by: publisher).write(in: channel, to: &json)
            }
            guard request.isHooked else { return .change(publish) }
            let findPublished: FormerReply = { chat, json throws(CommandError) in
                guard let former = try chat.channels.former(draft, by: publisher) else { return false }
                former.write(in: channel, to: &json)
                return true
            }
            return .change(publish, former: findPublished)
        }
    }

    @OperationList static var channelPublishingForAdministrators: [OperationDefinition] {
        let sender = Parameter.user(
            "from", "The user in whose name it is published. Left out: the message has no `from`."
        ).optional
        Operation.publishing(
            "admin.channel.publish",
            "Publishes a message to a channel, in a user's name or in nobody's. With `apnsContent` the users who "
                + "follow it are pushed to.", roles: .admin,
            with: [
                sender, SendNotification.pushText, SendNotification.isForced, MessageParameters.backendPushPayload,
            ], errors: [.noAccount]
        ).admin { request, _ throws(Refusal) in
            var unreviewed = MessageReview()
            let draft = try request.channelDraft(
                &unreviewed, request.notificationPush(else: .messageParameters))
            let channel = try request(ChannelParameters.channelID)
            let user = try request(sender).map(UserID.init(naming:))
            return .change { chat, json throws(CommandError) in
                try chat.channels.publish(draft, by: .backend(as: user)).write(in: channel, to: &json)
            }
        }
    }
}

extension Operation {
    static func publishing(
        _ name: String, _ summary: String, roles: Roles, with more: [any DescribedParameter] = [], errors: [ErrorCode]
    ) -> Operation {
        Operation(
            name, summary + " When the reply comes, it is on the disk; a repeated request gets the same reply.",
            roles: roles,
            parameters: [ChannelParameters.channelID, SendMessage.clientID, SendMessage.singleKind, SendMessage.body]
                + more,
            result: [
                Field("msgId", .string, "The message's id, in digits."),
                Field("channelID", .string, "The channel."),
                Field("seq", .integer, "The message's number in the channel: it rises without gaps."),
                Field("time", .milliseconds, "When the gateway accepted the message."),
                Field(
                    optional: "message", ChannelMessageView.type,
                    "Only if a hook has replaced what was sent, or words of it, and if it is still kept: the message as it "
                        + "is stored."),
            ],
            errors: [.noChannel, .conflict, .tooLarge, .rateLimited] + errors + [.unavailable],
            badParameter: .messageParameters)
    }
}

extension Request {
    func channelDraft(
        _ review: inout MessageReview, _ push: NotificationPush? = nil
    ) throws(Refusal) -> ChannelDraft {
        let kind = try self(SendMessage.singleKind)
        let body = review.body(try self.body(of: kind))
        let sent = isReplaced ? try asSent.channelDigest([]) : try channelDigest(push == nil ? [] : pushMembers)
        return ChannelDraft(
            to: try self(ChannelParameters.channelID), try self(SendMessage.clientID), kind, body: body, digest: sent,
            isReplaced: isReplaced || review.isMasked, push: push)
    }

    /// A repeat has the same digest.
    private func channelDigest(_ more: [StaticString]) throws(Refusal) -> RequestDigest {
        let kind = try self(SendMessage.singleKind)
        let members = (["body"] + more).map { data?[$0]?.digest(context.digestKey) }
        return RequestDigest([ContentDigest(kind.rawValue)] + members, context.digestKey)
    }

    private var pushMembers: [StaticString] { ["apnsContent", "forcePush", "apnsPayload"] }
}

extension PublishedMessage {
    func write(in channel: ChannelID, to json: inout JSONWriter) {
        json.id(id)
        json.field("channelID", channel.text)
        json.field("seq", seq)
        json.field("time", id.stamp.time)
        if let replaced { json.object("message") { replaced.write(to: &$0) } }
    }
}

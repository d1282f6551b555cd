import Chat
import ClientProtocol
import Domain
import JSON
import Security
import Settings

/// `channel.…`: streams that backends and some users publish to, and any number of users follow.
enum ChannelParameters {
    static let channelID = Parameter<ChannelID>(
        "channelID",
        type: .pattern(ChannelID.pattern, "1–\(ChannelID.longest) letters, digits and the characters _ . : / -"),
        "The channel's id."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard let id = ChannelID(text) else { throw Mismatch("is no id of a channel") }
        return id
    }
    static let title = text("title", 128, "The channel's title.")
    static let description = text("description", 512, "The channel's description.")
    static let ext = Parameter.string("ext", bytes: 0...8192, standard: "", "Data of the application.")
    static let access = Parameter<ChannelAccess>(
        "access", type: .words(ChannelAccess.allCases.map { "\($0.word)" }), absent: .open,
        "Who may read the channel and subscribe to it. `open` (default): every user; `claim`: those whose token names "
            + "it in the claim `channels`; `guests`: every user, and guests may follow it over HTTP."
    ) { value throws(Mismatch) in
        guard let access = ChannelAccess.allCases.first(where: { value.isString($0.word) }) else {
            throw Mismatch("must be open, claim or guests")
        }
        return access
    }
    static let publishers = Parameter<[String]>(
        "publishers", type: .list(.user, 0...100), absent: [],
        "The users who may publish to it; backends may anyway."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }

    private static func text(_ name: StaticString, _ characters: Int, _ meaning: String) -> Parameter<String> {
        Parameter(name, type: .characters(0...characters), absent: "", meaning) { value throws(Mismatch) in
            try value.text(characters: 0...characters)
        }
    }

    /// Of a channel, for those who may read it.
    static let fields =
        Channel.fields + [
            Field("access", .words(ChannelAccess.allCases.map { "\($0.word)" }), "`open`, `claim` or `guests`."),
            Field("createdAt", .milliseconds, "When it was made."),
            Field("followers", .integer, "How many users follow it."),
        ]
}

extension Channel {
    /// `ChannelParameters.fields`.
    func writeWhole(to json: inout JSONWriter) {
        write(to: &json)
        json.field("access", info.access.word)
        json.field("createdAt", createdAt.time)
        json.field("followers", followers)
    }
}

extension Operation {
    static func channel(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription] = [], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        let takesChannel = parameters.contains { $0.name == "channelID" }
        return Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: (takesChannel ? [.noChannel] : []) + errors + [.unavailable])
    }

    static func channelForAdministrator(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: parameters, result: result, errors: errors + [.unavailable])
    }
}

// MARK: - Publishing

extension Operation {
    static func publishing(
        _ name: String, _ summary: String, roles: Roles, with more: [ParameterDescription] = [], errors: [ErrorCode]
    ) -> Operation {
        Operation(
            name, summary + " When the reply comes, it is on the disk; a repeated request gets the same reply.",
            roles: roles,
            parameters: [
                ChannelParameters.channelID.description, SendMessage.clientID.description, SendMessage.kind.description,
                SendMessage.body.description,
            ] + more,
            result: [
                Field("msgId", .string, "The message's id, in digits."),
                Field("channelID", .string, "The channel."),
                Field("seq", .integer, "The message's number in the channel: it rises without gaps."),
                Field("time", .milliseconds, "When the gateway accepted the message."),
                Field(
                    optional: "message", ChannelMessageView.type,
                    "Only if a hook has replaced what was sent, and if it is still kept: the message as it is stored."),
            ],
            errors: [.noChannel, .conflict, .tooLarge, .rateLimited] + errors + [.unavailable],
            badParameter: .messageParameters)
    }
}

extension Request {
    func channelDraft(_ push: NotificationPush? = nil) throws(Refusal) -> ChannelDraft {
        let kind = try self(SendMessage.kind)
        let body = try self.body(of: kind)
        let sent = isReplaced ? try asSent.channelDigest([]) : try channelDigest(push == nil ? [] : pushMembers)
        return ChannelDraft(
            to: try self(ChannelParameters.channelID), try self(SendMessage.clientID), kind, body: body, digest: sent,
            isReplaced: isReplaced, push: push)
    }

    /// What a repeat is compared with.
    private func channelDigest(_ more: [StaticString]) throws(Refusal) -> RequestDigest {
        let kind = try self(SendMessage.kind)
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

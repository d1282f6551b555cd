import Chat
import ClientProtocol
import Domain
import JSON
import Security
import Settings

/// Backends make channels, change them and end them.
extension OperationTable {
    @OperationList static var channelLife: [OperationDefinition] {
        Operation.channelForAdministrator(
            "admin.channel.create", "Creates a channel.",
            [
                ChannelParameters.channelID, ChannelParameters.title, ChannelParameters.description,
                ChannelParameters.ext, ChannelParameters.access, ChannelParameters.publishers,
            ], errors: [.conflict, .noAccount, .tooLarge]
        ).admin { request, _ throws(Refusal) in
            let id = try request(ChannelParameters.channelID)
            let info = ChannelInfo(
                title: try request(ChannelParameters.title), description: try request(ChannelParameters.description),
                ext: try request(ChannelParameters.ext), access: try request(ChannelParameters.access))
            let publishers = try request(ChannelParameters.publishers)
            return .change { chat, _ throws(CommandError) in
                try chat.channels.create(id, info, publishers: publishers)
            }
        }

        let title = ChannelParameters.title.optional
        let description = ChannelParameters.description.optional
        let ext = ChannelParameters.ext.optional
        let access = ChannelParameters.access.optional
        let publishers = ChannelParameters.publishers.optional
        Operation.channelForAdministrator(
            "admin.channel.modify", "Changes the given fields of a channel. `publishers` is the whole list.",
            [
                ChannelParameters.channelID, title, description, ext, access, publishers,
            ], errors: [.noChannel, .noAccount, .tooLarge]
        ).admin { request, _ throws(Refusal) in
            let id = try request(ChannelParameters.channelID)
            var change = ChannelChange()
            change.title = try request(title)
            change.description = try request(description)
            change.ext = try request(ext)
            change.access = try request(access)
            change.publishers = try request(publishers)
            return .change { [change] chat, _ throws(CommandError) in try chat.channels.modify(id, change) }
        }

        Operation.channelForAdministrator(
            "admin.channel.destroy",
            "Destroys a channel: at once nobody reads or hears it any more. Its messages and subscriptions are deleted "
                + "in the background.",
            [ChannelParameters.channelID], errors: [.noChannel]
        ).admin { request, _ throws(Refusal) in
            let id = try request(ChannelParameters.channelID)
            return .change { chat, _ throws(CommandError) in try chat.channels.destroy(id) }
        }
    }
}

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
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter] = [], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        let takesChannel = parameters.contains { $0.description.name == "channelID" }
        return Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: (takesChannel ? [.noChannel] : []) + errors + [.unavailable])
    }

    static func channelForAdministrator(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(name, summary, roles: .admin, parameters: parameters, result: result, errors: errors + [.unavailable])
    }
}

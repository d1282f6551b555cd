import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// `room.…`: live rooms, in which any number of users talk.
enum RoomParameters {
    static let roomID = Parameter<RoomID>(
        "roomID",
        type: .pattern(ChannelID.pattern, "1–\(ChannelID.longest) letters, digits and the characters _ . : / -"),
        "The room's id."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard let id = RoomID(text) else { throw Mismatch("is no id of a room") }
        return id
    }
    static let title = Parameter<String>("title", type: .characters(0...128), absent: "", "The room's title.") {
        value throws(Mismatch) in try value.text(characters: 0...128)
    }
    static let ext = Parameter.string("ext", bytes: 0...4096, standard: "", "Data of the application.")
    static let access = Parameter<ChannelAccess>(
        "access", type: .words(accesses.map { "\($0.word)" }), absent: .open,
        "Who may enter. `open` (default): every user; `claim`: those whose token names the room in the claim "
            + "`channels`; `guests`: every user, and guests may hear it over HTTP."
    ) { value throws(Mismatch) in
        guard let access = accesses.first(where: { value.isString($0.word) }) else {
            throw Mismatch("must be open, claim or guests")
        }
        return access
    }
    static let slowSeconds = Parameter.integer(
        "slowSeconds", in: 0...21_600, standard: 0,
        "Slow mode: so many seconds lie between two messages of a user; 0: none.")
    static let valuesBy = Parameter<RoomValuesBy>(
        "valuesBy", type: .words(RoomValuesBy.allCases.map { "\($0.word)" }), absent: .admins,
        "Who sets values and offers elements. `admins` (default): the owner and admins; `all`: also every user who may enter."
    ) { value throws(Mismatch) in
        guard let choice = RoomValuesBy.allCases.first(where: { value.isString($0.word) }) else {
            throw Mismatch("must be admins or all")
        }
        return choice
    }
    static let showsEntries = Parameter.flag(
        "showsEntries", standard: false, "Whether frames name the last users who have entered, 5 at most.")
    static let endsEmptySeconds = Parameter<Int>(
        "endsEmptySeconds", type: .integer(0...2_592_000), absent: 0, shown: .number(0),
        "The room ends when nobody was in it for so long, or half as long again: 60 seconds to 30 days. 0: it stays."
    ) { value throws(Mismatch) in
        guard let number = value.int64, number == 0 || (60...2_592_000).contains(number) else {
            throw Mismatch("must be 0, or 60 to 2592000")
        }
        return Int(number)
    }
    static let counters = Parameter.strings(
        "counters", count: 0...RoomCounter.most, bytes: 1...32,
        "The names of the room's counters. One that is named no more is gone with its sum.")
    static let counter = Parameter.string("counter", bytes: 1...32, "The counter's name.")
    static let owner = Parameter.user("owner", "The owner. It acts on all others in the room.").optional
    static let admins = Parameter.users(
        "admins", count: 0...50, "The admins. They act on those who are neither admins nor the owner."
    ).optional
    static let speakers = Parameter.users(
        "speakers", count: 0...100, "Users who may send while all are muted, beside the owner and admins."
    ).optional
    static let userID = Parameter.user("userID", "The user.")
    static let seconds = Parameter.integer(
        "seconds", in: -1...2_147_483_647, "For so many seconds; −1: for ever; 0: no longer.")
    static let clear = Parameter.flag("clear", standard: false, "Also removes what the user has said.")

    static let isMuted = Parameter.flag("isMuted", "Whether only the owner, admins and speakers may send.")

    private static let accesses = ChannelAccess.allCases

    static let priority = Parameter<RoomPriority>(
        "priority", type: .words(RoomPriority.allCases.map { "\($0.word)" }), absent: .normal,
        "`high` is for the owner, admins and backends, and always told; `low` is told when nothing else is left."
    ) { value throws(Mismatch) in
        guard let priority = RoomPriority.allCases.first(where: { value.isString($0.word) }) else {
            throw Mismatch("must be high, normal or low")
        }
        return priority
    }

    /// Of a room, for backends.
    static let fields =
        Room.fields + [
            Field("access", .words(accesses.map { "\($0.word)" }), "`open`, `claim` or `guests`."),
            Field("showsEntries", .boolean, "Whether frames name those who enter."),
            Field("endsEmptySeconds", .integer, "It ends when it was empty for so long; 0: it stays."),
            Field("createdAt", .milliseconds, "When it was made."),
            Field(optional: "endedAt", .milliseconds, "When it ended."),
            Field(
                optional: "statistics",
                .object([
                    Field("epoch", .integer, "The life of the room that they are about."),
                    Field("participants", .integer, "Sessions and users' streams in the room."),
                    Field(optional: "guests", .integer, "Streams of guests. Absent: none."),
                    Field("peak", .integer, "The most that there were."),
                    Field("entries", .integer, "How often a session has entered."),
                    Field(
                        "offered", .integer, "Messages that were offered: those of the next three and those that wait."),
                    Field("drawn", .integer, "Messages that were told."),
                    Field("shed", .integer, "Messages that were not drawn (gw 1024)."),
                    Field("refused", .integer, "Messages that were refused for another reason."),
                ]), "What the room does. Absent: nobody has used it for an hour, or since the gateway started."),
        ]

    static let occupancy = Field(
        "occupancy",
        .object([
            Field("participants", .integer, "Sessions and users' streams in the room."),
            Field(optional: "guests", .integer, "Streams of guests. Absent: none."),
        ]), "How many are in the room.")
}

extension Room {
    /// `RoomParameters.fields`.
    func writeWhole(_ record: RoomRecords.Record?, to json: inout JSONWriter) {
        writeFacts(to: &json)
        json.field("access", rules.access.word)
        json.field("showsEntries", rules.showsEntries)
        json.field("endsEmptySeconds", rules.endsEmptySeconds)
        json.field("createdAt", createdAt.time.rawValue)
        if endedAt > 0 { json.field("endedAt", endedAt.rawValue) }
        guard let record, let messages = record.messages else { return }
        json.object("statistics") { json in
            json.field("epoch", record.epoch.rawValue)
            json.field("participants", record.occupancy.participants)
            if record.occupancy.guests > 0 { json.field("guests", record.occupancy.guests) }
            json.field("peak", record.peak)
            json.field("entries", record.entries)
            json.field("offered", messages.offered)
            json.field("drawn", messages.drawn)
            json.field("shed", messages.shed)
            json.field("refused", messages.refused)
        }
    }
}

extension Operation {
    static func room(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], needs: Needs = .nothing,
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, needs: needs, parameters: parameters, result: result,
            errors: [.noRoom] + errors + [.unavailable])
    }

    static func roomForAdministrator(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(name, summary, roles: .admin, parameters: parameters, result: result, errors: errors + [.unavailable])
    }
}

extension Request {
    /// A message for a room.
    func roomSpeech(_ review: inout MessageReview, as user: String? = nil) throws(Refusal) -> RoomSpeech {
        let kind = try self(SendMessage.singleKind)
        let body = try self(SendMessage.body)
        let limit = context.configuration.rooms.bodyBytes
        guard body.json.utf8.count <= limit else {
            throw Refusal(.tooLarge, "body is longer than \(limit) bytes", keys: ["body"])
        }
        try body.require(kind, within: context.configuration.messages)
        return RoomSpeech(
            clientID: try self(SendMessage.clientID), kind: kind, body: review.body(body.json),
            priority: try self(RoomParameters.priority), from: user)
    }

    func roomModification() throws(Refusal) -> RoomModification {
        var change = RoomModification()
        change.title = try self(RoomParameters.title.optional)
        change.ext = try self(RoomParameters.ext.optional)
        change.access = try self(RoomParameters.access.optional)
        change.slowSeconds = try self(RoomParameters.slowSeconds.optional)
        change.valuesBy = try self(RoomParameters.valuesBy.optional)
        change.showsEntries = try self(RoomParameters.showsEntries.optional)
        change.endsEmptySeconds = try self(RoomParameters.endsEmptySeconds.optional)
        change.owner = try self(RoomParameters.owner)
        change.admins = try self(RoomParameters.admins)
        change.speakers = try self(RoomParameters.speakers)
        return change
    }
}

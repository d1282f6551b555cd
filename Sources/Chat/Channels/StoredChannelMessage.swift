import ClientProtocol
import Domain
import JSON
import Storage

/// A message of a channel's stream.
struct StoredChannelMessage {
    struct Flags: OptionSet {
        let rawValue: Int64

        /// M-47: its publisher was erased.
        static let erased = Flags(rawValue: 1)
        /// A hook has replaced what was sent.
        static let replaced = Flags(rawValue: 2)
    }

    let channel: ChannelNumber
    let seq: Seq
    let stamp: Stamp
    /// 0: a backend, in nobody's name.
    let sender: AccountNumber
    let kind: MessageKind
    let flags: Flags
    let clientID: String
    let body: String

    enum Column: Int, TableColumn {
        static let table = "channel_message"
        case id, stamp, sender, kind, flags, clientID, body
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(channel, seq))
            case .stamp: .integer(stamp)
            case .sender: .integer(sender)
            case .kind: .integer(kind.rawValue)
            case .flags: .integer(flags.rawValue)
            case .clientID: .text(clientID)
            case .body: .text(body)
            }
        }
    }
}

extension StoredChannelMessage {
    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            channel: PairKey.first(row.integer(.id)), seq: row.seq(inKey: .id), stamp: row.integer(.stamp),
            sender: row.integer(.sender), kind: try row.choice(.kind), flags: Flags(rawValue: row.integer(.flags)),
            clientID: row.text(.clientID), body: try row.json(.body))
    }
}

extension StoredChannelMessage {
    /// But for where it is and who published it.
    func write(to json: inout JSONWriter) {
        json.id(MessageNumber(stamp))
        json.field("clientMsgId", clientID)
        json.field("seq", seq.rawValue)
        json.field("type", kind.rawValue)
        json.key("body")
        var body = body
        body.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
        json.field("time", stamp.time.rawValue)
        if flags.contains(.erased) { json.field("isErased", true) }
    }
}

/// A message of a channel as replies and events show it.
package struct ChannelMessageView: Sendable {
    let message: StoredChannelMessage
    let channel: ChannelID
    /// Nil: a backend, in nobody's name.
    let from: UserID?

    package var id: MessageNumber { MessageNumber(message.stamp) }
    package var seq: Seq { message.seq }
    package var time: Milliseconds { message.stamp.time }
    package var isReplaced: Bool { message.flags.contains(.replaced) }

    package static let fields = [
        Field("channelID", .string, "The channel's id."),
        Field("msgId", .string, "The message's id, in digits."),
        Field("clientMsgId", .string, "The publisher's own id for the message."),
        Field("seq", .integer, "The message's number in the channel."),
        Field(optional: "from", .string, "The user who published it; absent if a backend did, in nobody's name."),
        Field("type", .numbers(MessageKind.single.map(\.rawValue)), "As it was published."),
        Field("body", .openObject, "As it was published."),
        Field("time", .milliseconds, "When the gateway accepted the message."),
        Field(optional: "isErased", .onlyTrue, "Only if its publisher was erased: the body is empty."),
    ]
    /// That tells of it.
    package static var event: String { ChannelMessage.declaration.name }
    package static let type = ValueType.object(fields, called: "ChannelMessage")

    package func write(to json: inout JSONWriter) {
        json.field("channelID", channel.text)
        if let from { json.field("from", from.text) }
        message.write(to: &json)
    }

    /// The bytes that it takes in a reply, about.
    var weight: Int { 256 + message.body.utf8.count }

    /// Read from the store alone.
    static func views(
        of messages: [StoredChannelMessage], in channel: ChannelID, _ store: any Transaction
    ) throws(StoreError) -> [ChannelMessageView] {
        var names: [AccountNumber: UserID] = [:]
        return try messages.map { message throws(StoreError) in
            var from = names[message.sender]
            if from == nil, message.sender != 0 {
                from = try Account.name(message.sender, in: store)
                names[message.sender] = from
            }
            return ChannelMessageView(message: message, channel: channel, from: from)
        }
    }
}

extension [ChannelMessageView] {
    package func write(to json: inout JSONWriter) {
        json.array("messages") { json in
            for view in self { json.object { view.write(to: &$0) } }
        }
    }
}

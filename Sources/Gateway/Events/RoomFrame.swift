import ClientProtocol
import Domain
import JSON

/// L-17: what is new in a room since its last frame. It is encoded once for all participants.
struct RoomFrame: EventDefinition {
    static let declaration = Event(
        "room.frame",
        "What is new in a room: for every session that is in it, the senders included. A frame comes when a tick of the "
            + "room ends with news, some times a second at most. In no stream: who comes back enters with `epoch` and "
            + "`seq`.",
        to: .participants,
        data: [
            Field("roomID", .string, "The room's id."),
            Field("epoch", .integer, "The life of the room in which the messages are numbered."),
            Field(
                optional: "messages", .list(RoomMessage.type),
                "The messages that were drawn, in the order that all see. A hole before the first: so many were missed."
            ),
            Field(optional: "shed", .integer, "How many more were offered, and not drawn."),
            Field(
                optional: "occupancy", RoomParameters.occupancy.type,
                "How many are in the room. Every 5 seconds, if it has changed."),
            Field(
                optional: "counters", .map(.integer),
                "The room's counters that have grown, with their sums. Every second at most."),
            Field(
                optional: "entered", .strings,
                "The last users who have entered, 5 at most: in a room with `showsEntries`."),
            Field(
                optional: "cleared",
                .list(
                    .object([
                        Field(optional: "from", .string, "All that this user has said is gone."),
                        Field(optional: "msgId", .string, "This message is gone: it was recalled."),
                        Field(optional: "seq", .integer, "With `msgId`: its number."),
                    ])), "What clients no longer show."),
        ])

    /// A thing that clients no longer show.
    enum Clearing {
        case user(String)
        case message(id: String, Seq)
    }

    let room: RoomID
    let epoch: RoomEpoch
    var messages: [RoomMessage] = []
    var shed = 0
    /// Nil: nothing is said of it.
    var occupancy: RoomOccupancy?
    var cleared: [Clearing] = []
    var counters: [RoomCounter] = []
    var entered: [String] = []

    init(_ room: RoomID, _ epoch: RoomEpoch) {
        self.room = room
        self.epoch = epoch
    }

    var hasNews: Bool {
        !messages.isEmpty || shed > 0 || occupancy != nil || !cleared.isEmpty || !counters.isEmpty
            || !entered.isEmpty
    }

    /// L-16: the messages alone that a slow reader is told; nil: none.
    var highOnly: RoomFrame? {
        var frame = RoomFrame(room, epoch)
        frame.messages = messages.filter { $0.draft.priority == .high }
        frame.cleared = cleared
        return frame.hasNews ? frame : nil
    }

    func write(to json: inout JSONWriter) {
        json.field("roomID", room.text)
        json.field("epoch", epoch.rawValue)
        if !messages.isEmpty {
            json.array("messages") { json in
                for message in messages { json.object { message.write(to: &$0) } }
            }
        }
        if shed > 0 { json.field("shed", shed) }
        if let occupancy { occupancy.write(to: &json) }
        if !counters.isEmpty { counters.write(to: &json) }
        if !entered.isEmpty { json.array("entered") { json in for user in entered { json.value(user) } } }
        if !cleared.isEmpty {
            json.array("cleared") { json in
                for clearing in cleared { json.object { clearing.write(to: &$0) } }
            }
        }
    }
}

extension [RoomCounter] {
    /// As the member `counters`.
    func write(to json: inout JSONWriter) {
        json.object("counters") { json in
            for counter in self {
                json.key(text: counter.name.text)
                json.value(counter.sum)
            }
        }
    }
}

extension RoomFrame.Clearing {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .user(let user): json.field("from", user)
        case .message(let id, let seq):
            json.field("msgId", id)
            json.field("seq", seq.rawValue)
        }
    }
}

extension RoomMessage {
    static let type = ValueType.object([
        Field("seq", .integer, "The message's number in the epoch: from 1, without gaps."),
        Field("msgId", .string, "The message's id."),
        Field("clientMsgId", .string, "The sender's own id for it."),
        Field(optional: "from", .string, "The user who has sent it; absent: a backend has, in nobody's name."),
        Field("type", .integer, "As with `message.send`."),
        Field("body", .openObject, "The content; `{}` if it was recalled."),
        Field("time", .milliseconds, "When it was drawn."),
        Field("priority", .words(RoomPriority.allCases.map { "\($0.word)" }), "`high`, `normal` or `low`."),
        Field(optional: "isRecalled", .boolean, "Only `true`: it was recalled or cleared."),
    ])

    func write(to json: inout JSONWriter) {
        json.field("seq", seq.rawValue)
        json.field("msgId", id)
        json.field("clientMsgId", draft.clientID)
        if !draft.from.isEmpty { json.field("from", draft.from) }
        json.field("type", draft.kind.rawValue)
        Array(draft.body.utf8).withUnsafeBytes { json.field("body", raw: $0) }
        json.field("time", time.rawValue)
        json.field("priority", draft.priority.word)
        if isRecalled { json.field("isRecalled", true) }
    }

    /// The reply to `room.send`.
    func writeReply(to json: inout JSONWriter) {
        json.field("msgId", id)
        json.field("seq", seq.rawValue)
        json.field("time", time.rawValue)
        if draft.isReplaced { json.object("message") { write(to: &$0) } }
    }
}

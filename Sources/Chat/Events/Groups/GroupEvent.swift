import ClientProtocol
import Domain
import JSON
import Storage

/// An event of a group as it is kept and told: its data is written once, for all receivers and for the stream.
package struct GroupEvent: StreamedEvent {
    package let kind: GroupEventKind
    /// The group's number.
    package let group: GroupNumber
    /// A JSON object.
    package let data: String
    private var isOwn = false

    init(kind: GroupEventKind, group: GroupNumber, data: String) {
        self.kind = kind
        self.group = group
        self.data = data
    }

    /// `isOwn`: for the other devices of the one who did it.
    init(_ content: some GroupEventContent, of group: Group, isOwn: Bool = false) {
        var json = JSONWriter()
        json.object { json in
            json.field("groupID", group.id)
            content.write(to: &json)
            if isOwn { json.field("self", true) }
        }
        self.init(kind: type(of: content).kind, group: group.number, data: json.text)
        self.isOwn = isOwn
    }

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> GroupEvent? {
        guard let kind = GroupEventKind(rawValue: row.value), let data = row.detail else {
            throw .store(row.damaged(of: replay.account))
        }
        return GroupEvent(kind: kind, group: row.subject.group, data: data)
    }

    package var declaration: Event { kind.definition.declaration }
    package var sparesOrigin: Bool { isOwn }
    package var weight: Int { 96 + data.utf8.count }

    package func write(to json: inout JSONWriter) {
        var data = data
        data.withUTF8 { utf8 in
            json.members(raw: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8).dropFirst().dropLast()))
        }
    }
}

/// A row of the group's stream.
extension GroupEvent {
    enum Column: Int, TableColumn {
        static let table = "group_event"
        case id, stamp, kind, exception, detail
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(kind: try row.choice(.kind), group: PairKey.first(row.integer(.id)), data: try row.json(.detail))
    }

    /// `exception`: the member who is not told.
    func values(at seq: Seq, _ stamp: Stamp, except exception: AccountNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(group, seq))
            case .stamp: .integer(stamp)
            case .kind: .integer(kind.rawValue)
            case .exception: .integer(exception)
            case .detail: .text(data)
            }
        }
    }
}

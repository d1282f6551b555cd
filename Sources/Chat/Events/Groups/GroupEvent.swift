import ClientProtocol
import Domain
import JSON

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

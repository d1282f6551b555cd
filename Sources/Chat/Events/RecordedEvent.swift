import ClientProtocol
import JSON

/// An event that a record of the log has, on its way to devices of this node.
final class RecordedEvent: ServerEvent {
    private let body: [UInt8]
    let audience: EventAudience
    let sparesOrigin: Bool
    let changesUnread: Bool
    let isImplied: Bool
    let telling: ChangeTelling

    /// `body`: one JSON object.
    init(
        _ body: [UInt8], to audience: EventAudience, sparesOrigin: Bool, changesUnread: Bool, isImplied: Bool,
        _ telling: ChangeTelling
    ) {
        self.body = body
        self.audience = audience
        self.sparesOrigin = sparesOrigin
        self.changesUnread = changesUnread
        self.isImplied = isImplied
        self.telling = telling
    }

    func write(to json: inout JSONWriter) {
        body.withUnsafeBytes { json.value(raw: $0) }
    }

    var content: (any DomainEvent)? { nil }
    var place: StreamPlace? { nil }
}

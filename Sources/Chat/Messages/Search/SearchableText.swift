import Domain
import JSON

/// The searched parts of a message: two strings of its body, and of the bodies of its elements (M-53). The gateway
/// looks at nothing else in it.
enum SearchedMember: String {
    case text, name

    /// Gives `take` each of them, in UTF-8, and the place of its element; nil: it is of the body itself.
    static func each(
        in body: UnsafeRawBufferPointer, _ kind: MessageKind, _ settings: MessageSettings, _ document: JSONDocument,
        _ take: (SearchedMember, Int?, UnsafeRawBufferPointer) -> Void
    ) {
        guard kind != .notification, settings.contains(.history), !settings.contains(.recalled),
            let json = try? document.parse(body, limits: JSONLimits(bytes: max(body.count, 1)))
        else { return }
        guard kind == .elements, let elements = json["elements"]?.elements else { return each(in: json, nil, take) }
        for (place, element) in elements.enumerated() {
            if let body = element["body"] { each(in: body, place, take) }
        }
    }

    private static func each(
        in body: JSONValue, _ place: Int?, _ take: (SearchedMember, Int?, UnsafeRawBufferPointer) -> Void
    ) {
        if let text = body["text"]?.stringBytes { take(.text, place, text) }
        if let name = body["name"]?.stringBytes { take(.name, place, name) }
    }
}

/// The folded texts of a message, to be compared with a query.
struct SearchableText {
    private(set) var members: [(member: SearchedMember, element: Int?)] = []
    private(set) var texts: [FoldedText] = []

    /// Nil: the message is not searched, or has no texts.
    init?(_ message: StoredMessage, _ document: JSONDocument) {
        var body = message.body
        body.withUTF8 { body in
            SearchedMember.each(in: UnsafeRawBufferPointer(body), message.kind, message.settings, document) {
                members.append(($0, $1))
                texts.append(FoldedText(String(decoding: $2, as: UTF8.self)))
            }
        }
        if texts.isEmpty { return nil }
    }
}

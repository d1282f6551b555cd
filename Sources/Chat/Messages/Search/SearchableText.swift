import Domain
import JSON

/// The searched part of a message: two strings of its body. The gateway looks at nothing else in it. They are UTF-8, and
/// good until the document's next parse.
struct SearchedStrings {
    let text: UnsafeRawBufferPointer?
    let name: UnsafeRawBufferPointer?

    /// Nil: the message is not searched, or has none of them.
    init?(_ body: UnsafeRawBufferPointer, _ kind: MessageKind, _ settings: MessageSettings, _ document: JSONDocument) {
        guard kind != .notification, settings.contains(.history), !settings.contains(.recalled),
            let json = try? document.parse(body, limits: JSONLimits(bytes: max(body.count, 1)))
        else { return nil }
        (text, name) = (json["text"]?.stringBytes, json["name"]?.stringBytes)
        if text == nil && name == nil { return nil }
    }
}

/// The folded texts of a message, to be compared with a query.
struct SearchableText {
    enum Member: String {
        case text, name
    }

    let members: [Member]
    let texts: [FoldedText]

    init?(_ message: StoredMessage, _ document: JSONDocument) {
        var body = message.body
        let found = body.withUTF8 {
            SearchedStrings(UnsafeRawBufferPointer($0), message.kind, message.settings, document)
        }
        guard let found else { return nil }
        let both = [(Member.text, found.text), (.name, found.name)].compactMap { member, bytes in
            bytes.map { (member, FoldedText(String(decoding: $0, as: UTF8.self))) }
        }
        (members, texts) = (both.map(\.0), both.map(\.1))
    }
}

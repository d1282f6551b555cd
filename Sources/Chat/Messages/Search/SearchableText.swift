import Domain
import JSON

/// The searched part of a message: these two strings of its body. The gateway looks at nothing else in it.
struct SearchableText {
    enum Member: String {
        case text, name
    }

    let members: [Member]
    let texts: [FoldedText]

    /// Nil: the message is not searched, or has none of them.
    init?(_ body: String, _ kind: MessageKind, _ settings: MessageSettings, _ document: JSONDocument) {
        guard kind != .notification, settings.contains(.history), !settings.contains(.recalled),
            let json = try? document.parse(body, limits: JSONLimits(bytes: max(body.utf8.count, 1)))
        else { return nil }
        var members: [Member] = []
        var texts: [FoldedText] = []
        if let text = json["text"]?.string {
            members.append(.text)
            texts.append(FoldedText(text))
        }
        if let name = json["name"]?.string {
            members.append(.name)
            texts.append(FoldedText(name))
        }
        if members.isEmpty { return nil }
        (self.members, self.texts) = (members, texts)
    }
}

import Domain
import JSON

/// A reply as it is kept for repeats of its request: ids, numbers and flags, and of the message that it shows where
/// that is and who sent it. The message's text stands in its own row alone, and goes with it.
struct KeptReply {
    static let messageName = "message"

    /// Where the message is.
    struct Place {
        let id: MessageNumber?
        let conversation: ConversationID?
        let sender: UserID?
        let seq: Seq?
        /// Nil: it is in a conversation.
        let channel: ChannelID?
    }

    /// Good until the document's next parse.
    private let reply: JSONValue
    private let shown: JSONValue?

    /// `text` is a reply as clients are given it, or as it was kept; of release 0.2 both are the same. Nil: it is none.
    init?(_ text: String, _ document: JSONDocument) {
        // A body stands a level deeper here than where it came in.
        let limits = JSONLimits(bytes: text.utf8.count + 1, depth: 64, values: text.utf8.count + 1)
        guard let reply = try? document.parse(text, limits: limits), reply.kind == .object else { return nil }
        self.reply = reply
        shown = reply.member(Self.messageName)
    }

    /// Nil: it shows none.
    var message: Place? {
        shown.map { shown in
            Place(
                id: shown["msgId"]?.string.flatMap(MessageNumber.init),
                conversation: shown["conversationID"]?.string.flatMap(ConversationID.init),
                sender: shown["from"]?.string.flatMap(UserID.init), seq: shown["seq"]?.int64.map { Seq($0) },
                channel: shown["channelID"]?.string.flatMap(ChannelID.init))
        }
    }

    /// It says that the message is gone, so that it can be given out as it is.
    var kept: String { showing(stub) }

    var withoutMessage: String { text(withMessage: false) { _ in } }

    /// `write` writes the members of the message.
    func showing(_ write: (inout JSONWriter) -> Void) -> String { text(withMessage: true, write) }

    private func text(withMessage: Bool, _ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object { json in
            guard let members = reply.members else { return }
            for (name, value) in members {
                if name.keyText == Self.messageName {
                    if withMessage { json.object("message", write) }
                } else {
                    json.key(text: name.keyText)
                    json.value(value)
                }
            }
        }
        return json.text
    }

    private func stub(_ json: inout JSONWriter) {
        guard let members = shown?.members else { return }
        for (name, value) in members {
            switch name.keyText {
            case "msgId", "conversationID", "channelID", "sessionType", "seq", "from", "type", "time":
                json.key(text: name.keyText)
                json.value(value)
            case "clientMsgId": json.field("clientMsgId", "")
            case "body": json.object("body") { _ in }
            default: break
            }
        }
        json.field("isExpired", true)
    }
}

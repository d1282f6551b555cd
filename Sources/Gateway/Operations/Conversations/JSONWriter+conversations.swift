import Chat
import ClientProtocol
import Domain
import JSON

extension JSONWriter {
    mutating func found(_ found: [ConversationLists.Found]) {
        array("results") { json in
            for item in found {
                json.object { json in
                    json.field("conversationID", item.id.description)
                    json.field("code", item.view == nil ? ErrorCode.conversationParameters.code : 0)
                    if let view = item.view { json.object("conversation") { $0.conversation(view) } }
                }
            }
        }
    }

    /// One result for each user of a batch.
    mutating func results(
        _ results: [(user: String, error: ErrorCode?)], _ more: (Int, inout JSONWriter) -> Void = { _, _ in }
    ) {
        array("results") { json in
            for (index, (user, error)) in results.enumerated() {
                json.object { json in
                    json.field("userID", user)
                    json.field("code", error?.code ?? 0)
                    more(index, &json)
                }
            }
        }
    }
}

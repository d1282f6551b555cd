import Chat
import ClientProtocol
import Domain
import JSON

/// Users' notes about conversations, for themselves.
extension OperationTable {
    @OperationList static var conversationNotes: [OperationDefinition] {
        let tags = Parameter<[String]>(
            "tags", type: .list(.characters(1...32), 0...8), "All tags of it; a user has up to 20 in all."
        ) { value throws(Mismatch) in
            var tags: [String] = []
            for tag in try value.texts(count: 0...8, bytes: 1...128) {
                guard tag.unicodeScalars.count <= 32 else { throw Mismatch("has a tag longer than 32 characters") }
                if !tags.contains(where: { $0.isSpelled(like: tag) }) { tags.append(tag) }
            }
            return tags
        }.optional
        let ext = Parameter.string("ext", bytes: 0...256, "Data of the application.").optional
        Operation.conversation(
            "conversation.setTags",
            "Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What is "
                + "left out stays as it is.",
            [SharedParameters.conversationID, tags, ext], errors: [.tooMany]
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let (tags, ext) = (try request(tags), try request(ext))
            return .change { chat, _ throws(CommandError) in
                try chat.conversationLists.setTags(tags, ext: ext, of: id, by: caller.account)
            }
        }

        let text = Parameter.string("text", bytes: 0...4_096, "The draft; empty: it ends.")
        let version = Parameter.integer(
            "version", in: 0...9_007_199_254_740_991,
            "The version of the draft that this one follows on; 0: there was none.")
        Operation.conversation(
            "conversation.setDraft",
            "Keeps the draft of a message, with `conversations.drafts`. If it follows on another version than the last one, it "
                + "is refused (gw 1006): the list has the other draft, and the user chooses.",
            [SharedParameters.conversationID, text, version],
            result: [Field("version", .integer, "The draft's version; 0: there is none any more.")],
            errors: [.forbidden, .conflict, .tooMany]
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let (text, version) = (try request(text), Stamp(try request(version)))
            return .change { chat, json throws(CommandError) in
                json.field("version", try chat.drafts.set(text, after: version, in: id, of: caller.account))
            }
        }
    }
}

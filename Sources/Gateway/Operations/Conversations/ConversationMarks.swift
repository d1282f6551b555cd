import Chat
import ClientProtocol
import Domain
import JSON

/// A user marks conversations of the list, or removes them.
extension OperationTable {
    @OperationList static var conversationMarks: [OperationDefinition] {
        let seq = Parameter.integer(
            "seq", in: 0...4_294_967_295, "The last message to mark; left out: all messages."
        ).optional
        Operation.conversation(
            "conversation.markRead", "Marks messages as read; the other user gets a receipt.",
            [SharedParameters.conversationID, seq],
            result: [Field("unreadCount", .integer, "How many messages are still unread.")]
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let seq = try request(seq).map { Seq($0) }
            return .change { chat, json throws(CommandError) in
                let left = try chat.conversationLists.markRead(id, upTo: seq, of: caller.account)
                try chat.badgePushes.noteReading(by: caller.account)
                json.field("unreadCount", left)
            }
        }

        let type = Parameter<ConversationType?>(
            "type", type: .numbers([1, 2]), absent: .some(nil),
            "1: conversations with users; 2: conversations of groups; left out: all."
        ) { value throws(Mismatch) in
            guard let type = value.int64.flatMap(ConversationType.init) else { throw Mismatch("must be 1 or 2") }
            return type
        }
        Operation.conversation(
            "conversation.markAllRead",
            "Marks all conversations of the list as read, each as `conversation.markRead` does.",
            [type], result: [Field("total", .integer, "How many messages are still unread in all.")]
        ).user { request, caller throws(Refusal) in
            let type = try request(type)
            return .change { chat, json throws(CommandError) in
                let total = try chat.conversationLists.markAllRead(type, of: caller.account)
                try chat.badgePushes.noteReading(by: caller.account)
                json.field("total", total)
            }
        }

        let marked = Parameter.flag("marked", "True: sets the mark; false: removes it.")
        Operation.conversation(
            "conversation.markUnread",
            "Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark.",
            [SharedParameters.conversationID, marked]
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let isMarked = try request(marked)
            return .change { chat, _ throws(CommandError) in
                try chat.conversationLists.markUnread(id, isMarked, of: caller.account)
            }
        }

        let pinned = Parameter.flag("pinned", "True: pins it; false: unpins it.")
        Operation.conversation(
            "conversation.pin", "Pins a conversation to the top of the list, or unpins it.",
            [SharedParameters.conversationID, pinned]
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let isPinned = try request(pinned)
            return .change { chat, _ throws(CommandError) in
                try chat.conversationLists.pin(id, isPinned, of: caller.account)
            }
        }

        Operation.conversation(
            "conversation.delete",
            "Removes conversations from the list, with this user's history. The other user's history stays.",
            [ConversationParameters.oneConversation, ConversationParameters.conversationIDs]
        ).user { request, caller throws(Refusal) in
            let ids =
                switch try NamedConversations(request) {
                case .one(let id): [id]
                case .several(let ids): ids
                }
            return .change { chat, _ throws(CommandError) in
                try chat.conversationLists.delete(ids, of: caller.account)
            }
        }
    }
}

import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// A user's conversations.
enum ConversationHandlers {
    static func listConversations(_ call: Call, _ session: Session) throws(Refusal) {
        let next = Int64(try call(ConversationOperations.next))
        let count = try call(ConversationOperations.count)
        let (account, bytes) = (session.account, call.pageBytes)
        call.ask { chat in
            let listing = try chat.conversationLists.list(of: account, after: next, count: count, bytes: bytes)
            return { json in
                json.conversations(listing.conversations)
                json.field("nextSeq", listing.next)
                json.field("isFinished", listing.next == 0)
            }
        }
    }

    /// C-Q21: one, or as many of several as a reply holds.
    static func getConversation(_ call: Call, _ session: Session) throws(Refusal) {
        let named = try conversationIDs(of: call)
        let (account, bytes) = (session.account, call.pageBytes)
        switch named {
        case .one(let id):
            call.ask { chat in
                let view = try chat.conversationLists.view(id, for: account)
                return { json in json.object("conversation") { $0.conversation(view) } }
            }
        case .several(let ids):
            call.ask { chat in
                let found = try chat.conversationLists.views(ids, for: account, bytes: bytes)
                return { $0.found(found) }
            }
        }
    }

    private enum NamedConversations {
        case one(ConversationID)
        case several([ConversationID])
    }

    private static func conversationIDs(of call: Call) throws(Refusal) -> NamedConversations {
        let one = try call(ConversationOperations.oneConversation)
        let several = try call(ConversationOperations.conversationIDs)
        switch (one, several) {
        case (let id?, nil): return .one(id)
        case (nil, let ids?): return .several(ids)
        case (nil, nil):
            throw Refusal(.conversationParameters, "conversationID is missing", keys: ["conversationID"])
        case (_?, _?):
            throw Refusal(
                .conversationParameters, "conversationID and conversationIDs exclude each other",
                keys: ["conversationID", "conversationIDs"])
        }
    }

    static func totalUnread(_ call: Call, _ session: Session) throws(Refusal) {
        let account = session.account
        call.ask { chat in
            let total = try chat.conversationLists.total(of: account)
            return { $0.field("total", total) }
        }
    }

    static func markRead(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.conversationID)
        let seq = try call(ConversationOperations.seq).map(Int64.init)
        let account = session.account
        call.change(by: session) { chat in
            let left = try chat.readMarks.markRead(id, upTo: seq, of: account)
            return { $0.field("unreadCount", left) }
        }
    }

    static func pinConversation(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.conversationID)
        let isPinned = try call(ConversationOperations.pinned)
        let account = session.account
        call.change(by: session) { chat in
            try chat.conversationLists.pin(id, isPinned, of: account)
            return { _ in }
        }
    }

    static func markAllRead(_ call: Call, _ session: Session) throws(Refusal) {
        let type = try call(ConversationOperations.type)
        let account = session.account
        call.change(by: session) { chat in
            let total = try chat.readMarks.markAllRead(type, of: account)
            return { $0.field("total", total) }
        }
    }

    static func markUnread(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.conversationID)
        let isMarked = try call(ConversationOperations.marked)
        let account = session.account
        call.change(by: session) { chat in
            try chat.conversationLists.markUnread(id, isMarked, of: account)
            return { _ in }
        }
    }

    static func deleteConversation(_ call: Call, _ session: Session) throws(Refusal) {
        let ids =
            switch try conversationIDs(of: call) {
            case .one(let id): [id]
            case .several(let ids): ids
            }
        let account = session.account
        call.change(by: session) { chat in
            try chat.conversationLists.delete(ids, of: account)
            return { _ in }
        }
    }

    static func setReceiveOption(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(ConversationOperations.users)
        let option = try call(ConversationOperations.option)
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.receiveOptions.setOption(option, towards: users, of: account)
            return { json in
                json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) })
            }
        }
    }

    static func setGroupReceiveOption(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.groupID)
        let option = try call(ConversationOperations.groupOption)
        call.change(by: session) { [account = session.account] chat in
            try chat.receiveOptions.setOption(option, ofGroup: id, by: account)
            return { _ in }
        }
    }

    static func getGroupReceiveOption(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.groupID)
        call.ask { [account = session.account] chat in
            let option = try chat.receiveOptions.option(ofGroup: id, by: account)
            return { $0.field("opt", option.rawValue) }
        }
    }

    static func getReceiveOption(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(ConversationOperations.users)
        let account = session.account
        call.ask { chat in
            let results = try chat.receiveOptions.options(towards: users, of: account)
            return { json in
                json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) }) { index, json in
                    if let option = results[index].option { json.field("opt", option.rawValue) }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func found(_ found: [ConversationLists.Found]) {
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

import ClientProtocol
import Domain
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// Some users who write to each other and in a group, and an index that follows now and then.
final class SearchModel {
    private static let users = ["u0", "u1", "u2", "u3"]
    private static let minute: Milliseconds = 60_000

    private let harness: ChatStateHarness
    private let group: String
    private let folder: TemporaryFolder
    private var file: DerivedFile
    private var index = SearchIndex()
    private let days = KnownSearchDays()
    /// Each page ends as early as it may.
    private var isHasty = false
    private var texts: [MessageNumber: SearchText] = [:]
    private var sent: [(message: MessageNumber, sender: String, target: ConversationID)] = []

    init() throws {
        var options = ChatOptions()
        options.recallSeconds = -1
        options.editSeconds = -1
        options.messageDays = 3
        harness = try ChatStateHarness(options)
        for user in Self.users { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "g"), style: .publicOpen, maxUsers: 100, needsConfirmation: false,
            invitees: ["u1"], message: "")
        group = try harness.chat.groupLife.createGroup(draft, by: harness.number(of: "u0")).id
        _ = try harness.takeEffects()
        folder = try TemporaryFolder()
        file = try DerivedFile(path: folder.path("search.db"), applicationID: 1)
    }

    deinit { file.close() }

    // MARK: - Steps

    func step(_ random: inout SeededRandom) throws {
        harness.now += Milliseconds(Int64.random(in: 1...1_000, using: &random))
        switch Int.random(in: 0..<100, using: &random) {
        case ..<60: try send(&random)
        case ..<66: try change(&random) { try recall($0) }
        case ..<73:
            let text = SearchText(&random, pieces: 1...8)
            try change(&random) { try edit($0, to: text) }
        case ..<78: try change(&random) { try delete($0) }
        case ..<79: try refusable { try clear(&random) }
        case ..<83: try refusable { try joinOrLeave(&random) }
        case ..<93: try follow(&random)
        case ..<95: try restart()
        case ..<97: file = try lost()
        case ..<99: harness.now += Self.minute * 31
        default: harness.now += Self.minute * 60 * 20
        }
        _ = try harness.takeEffects()
        try harness.chat.sweep()
        _ = try harness.takeEffects()
    }

    private func refusable(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch CommandError.refused {
            // What the model does not know to be impossible.
        }
    }

    private func send(_ random: inout SeededRandom) throws {
        let sender = Self.users.randomElement(using: &random)!
        let target: ConversationID =
            Bool.random(using: &random)
            ? .group(group) : .c2c(UserID(Self.users.randomElement(using: &random)!)!)
        let text = SearchText(&random, pieces: 1...8)
        if text.text.allSatisfy(\.isWhitespace) { return }
        var settings = MessageSettings.standard
        if Int.random(in: 0..<20, using: &random) == 0 { settings.remove(.history) }
        var draft = Draft(
            target: target, clientID: "m\(sent.count)", kind: .text, settings: settings, body: body(text), pushText: nil
        )
        if Int.random(in: 0..<8, using: &random) == 0 {
            draft.expireSeconds = Int.random(in: 1...90_000, using: &random)
        }
        try refusable {
            let message = try harness.chat.messages.send(draft, from: harness.number(of: sender)).message.id
            texts[message] = text
            sent.append((message, sender, target))
        }
    }

    private func body(_ text: SearchText) -> String {
        #"{"text":"\#(text.text.replacing("\n", with: "\\n"))"}"#
    }

    private func change(
        _ random: inout SeededRandom,
        _ work: ((message: MessageNumber, sender: String, target: ConversationID)) throws -> Void
    ) throws {
        guard let message = sent.suffix(60).randomElement(using: &random) else { return }
        try refusable { try work(message) }
    }

    private func recall(_ one: (message: MessageNumber, sender: String, target: ConversationID)) throws {
        _ = try harness.chat.edits.recall(
            one.message, in: one.target, reason: nil, by: harness.number(of: one.sender))
    }

    private func edit(
        _ one: (message: MessageNumber, sender: String, target: ConversationID), to text: SearchText
    ) throws {
        if text.text.allSatisfy(\.isWhitespace) { return }
        let edit = MessageEdit(body: body(text), pushText: nil, mentions: nil, version: nil)
        _ = try harness.chat.edits.edit(one.message, in: one.target, edit, by: harness.number(of: one.sender))
        texts[one.message] = text
    }

    private func delete(_ one: (message: MessageNumber, sender: String, target: ConversationID)) throws {
        _ = try harness.chat.messageChanges.delete(
            [one.message], in: one.target, of: harness.number(of: one.sender))
    }

    private func clear(_ random: inout SeededRandom) throws {
        let user = Self.users.randomElement(using: &random)!
        try harness.chat.conversationLists.delete(
            [.c2c(UserID(Self.users.randomElement(using: &random)!)!)], of: harness.number(of: user))
    }

    private func joinOrLeave(_ random: inout SeededRandom) throws {
        let user = Self.users[1...].randomElement(using: &random)!
        if Bool.random(using: &random) {
            _ = try harness.chat.groupJoins.join(group, reason: "", by: harness.number(of: user))
        } else {
            try harness.chat.groupLife.leaveGroup(group, by: harness.number(of: user))
        }
    }

    // MARK: - The index

    private var moment: SearchIndex.Moment {
        SearchIndex.Moment(
            now: harness.now, messageCutoff: Stamp(milliseconds: harness.now - .days(3)),
            changeCutoff: Stamp(milliseconds: harness.now - .days(30)))
    }

    private var store: any Transaction { harness.chat.work.store }

    private func follow(_ random: inout SeededRandom) throws {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            _ = try file.transact { file throws(StoreError) in try index.advance(store, file, at: moment) }
        }
    }

    private func restart() throws {
        try harness.restart()
        file.close()
        file = try DerivedFile(path: folder.path("search.db"), applicationID: 1)
        index = SearchIndex()
    }

    private func lost() throws -> DerivedFile {
        file.close()
        index.forget()
        return try DerivedFile(path: folder.path("search-\(sent.count)-\(harness.now.rawValue).db"), applicationID: 1)
    }

    func followAll() throws {
        var hasMore = true
        while hasMore {
            hasMore = try file.transact { file throws(StoreError) in
                try index.advance(store, file, at: moment).hasMore
            }
        }
    }

    /// After so many more messages of others: whether the first one is found, and whether the reply is complete.
    func search(after count: Int) throws -> [Bool] {
        if sent.isEmpty { try send("needle", from: "u0", to: "u1") }
        for _ in 0..<count { try send("word", from: "u2", to: "u3") }
        let search = try MessageSearch(
            SearchQuery("needle"), MessageSearch.Filter(), before: nil, limit: 10, for: reader(of: "u1"))
        let page = try page(of: search).get()
        return [page.hits.count == 1, page.isComplete]
    }

    private func send(_ text: String, from sender: String, to user: String) throws {
        let draft = Draft(to: user, "m\(sent.count)", body: #"{"text":"\#(text)"}"#)
        let message = try harness.chat.messages.send(draft, from: harness.number(of: sender)).message.id
        sent.append((message, sender, draft.target))
        _ = try harness.takeEffects()
    }

    private func reader(of user: String) throws -> MessageReader {
        MessageReader(
            user: UserID(user)!, account: try harness.number(of: user), cutoff: moment.messageCutoff, now: harness.now)
    }

    private func page(of search: MessageSearch) throws -> Result<MessageSearch.Page, CommandError> {
        try file.transact { file throws(StoreError) in
            try index.prepare(store, file, at: moment)
            let view = try SearchView(store, file, days) { [isHasty] in isHasty }
            return Result { () throws(CommandError) in try search.page(in: view) }
        }
    }

    // MARK: - Comparing

    func compare(_ random: inout SeededRandom, _ name: String) throws {
        for user in Self.users {
            for _ in 0..<4 {
                let query = SearchText(&random, pieces: 1...3)
                if !query.isSearchable { continue }
                let conversation: ConversationID? =
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: nil
                    case 1: .group(group)
                    default: .c2c(UserID(Self.users.randomElement(using: &random)!)!)
                    }
                let from = Int.random(in: 0..<4, using: &random) == 0 ? Self.users.randomElement(using: &random) : nil
                let expected = try scan(query, conversation, from, for: user)
                isHasty.toggle()
                let found = try search(
                    query, conversation, from, for: user, limit: Int.random(in: 1...5, using: &random))
                #expect(
                    found == expected,
                    "\(name): \(user) searches \(query.text) in \(conversation.map { "\($0)" } ?? "all")")
            }
        }
    }

    /// Nil: refused.
    private func search(
        _ query: SearchText, _ conversation: ConversationID?, _ from: String?, for user: String, limit: Int
    ) throws -> [MessageNumber]? {
        let reader = try reader(of: user)
        var filter = MessageSearch.Filter()
        filter.conversation = conversation
        filter.from = from
        var (found, next): ([MessageNumber], MessageNumber?) = ([], nil)
        repeat {
            let search = MessageSearch(try SearchQuery(query.text), filter, before: next, limit: limit, for: reader)
            switch try page(of: search) {
            case .success(let page):
                #expect(page.hits.count <= limit && page.isComplete)
                for hit in page.hits { #expect(!hit.matches.isEmpty) }
                found += page.hits.map(\.view.message.id)
                next = page.next
            case .failure(.refused): return nil
            case .failure(let error): throw error
            }
        } while next != nil
        return found
    }

    /// What every history has, by the model's own rule.
    private func scan(
        _ query: SearchText, _ conversation: ConversationID?, _ from: String?, for user: String
    ) throws -> [MessageNumber]? {
        let all = Self.users.map { ConversationID.c2c(UserID($0)!) } + [.group(group)]
        var found: [MessageNumber] = []
        for id in conversation.map({ [$0] }) ?? all {
            guard let messages = try history(of: id, for: user) else {
                if conversation != nil { return nil }
                continue
            }
            for view in messages where view.message.kind == .text && !view.message.isRecalled {
                if let from, view.from.text != from { continue }
                if let text = texts[view.message.id], query.finds(text) { found.append(view.message.id) }
            }
        }
        return found.sorted(by: >)
    }

    private func history(of id: ConversationID, for user: String) throws -> [MessageView]? {
        var (messages, cursor): ([MessageView], Seq) = ([], 0)
        do {
            repeat {
                let history = History(
                    cursor: cursor, direction: .older, limit: 100, cutoff: moment.messageCutoff, now: harness.now)
                let page = try history.page(
                    of: id, for: UserID(user)!, account: harness.number(of: user), in: store)
                messages += page.messages
                cursor = page.next
            } while cursor > 0
        } catch CommandError.refused {
            return nil
        }
        return messages
    }
}

import Foundation
import MartletClient
import MartletFacade
import MartletStore
import MartletV2TIM
import Testing

/// A user who has signed in.
private struct User {
    let id: String
    let manager = V2TIMManager()
    let told = Listener()

    /// - Parameter url: of no gateway: the login fails
    init(_ id: String = "user-\(UUID().uuidString)", url: String? = nil, storage: (any Storage)? = nil) async throws {
        self.id = id
        let gateway = try Gateway.shared.get()
        manager.facade.start(
            FacadeSettings(
                url: url ?? gateway.url, device: "phone", keepsStore: true, patience: url == nil ? 30_000 : 100,
                storage: storage))
        manager.setConversationListener(told)
        let token = try gateway.token(id)
        do {
            try await done { [id, manager] in manager.login(id, userSig: token, succ: $0, fail: $1) }
        } catch let failure as Failure where url != nil {
            #expect(failure.text.hasPrefix("client timeout"))
        }
    }

    /// Does what V2TIM has other calls for.
    func ask(_ op: String, _ data: JSON) async throws -> JSON {
        try await manager.facade.signedIn.request(op, data)
    }

    func send(_ text: String, to user: User) async throws {
        _ = try await manager.facade.signedIn.send("c2c_\(user.id)", text).stored
    }

    func page(_ nextSeq: UInt64 = 0, count: Int32 = 50) async throws -> (
        list: [V2TIMConversation], nextSeq: UInt64, isFinished: Bool
    ) {
        let page: ([V2TIMConversation]?, UInt64, Bool) = try await GatewayTests.told { succ, fail in
            manager.getConversationList(nextSeq, count: count, succ: { succ(($0, $1, $2)) }, fail: fail)
        }
        return (page.0 ?? [], page.1, page.2)
    }

    func total() async throws -> UInt64 {
        try await GatewayTests.told { manager.getTotalUnreadMessageCount($0, fail: $1) }
    }

    func keepDraft(_ text: String?, of user: User) async throws {
        try await done {
            manager.setConversationDraft("c2c_\(user.id)", draftText: text, succ: $0, fail: $1)
        }
    }
}

/// Keeps what a listener is told on the main queue.
private final class Listener: V2TIMConversationListener, @unchecked Sendable {
    enum News: @unchecked Sendable {
        case new([V2TIMConversation])
        case changed([V2TIMConversation])
        case total(UInt64)
    }

    private let news: AsyncStream<News>
    private let told: AsyncStream<News>.Continuation

    init() {
        (news, told) = AsyncStream.makeStream()
    }

    func onNewConversation(_ conversationList: [V2TIMConversation]!) {
        dispatchPrecondition(condition: .onQueue(.main))
        told.yield(.new(conversationList))
    }

    func onConversationChanged(_ conversationList: [V2TIMConversation]!) {
        told.yield(.changed(conversationList))
    }

    func onTotalUnreadMessageCountChanged(_ totalUnreadCount: UInt64) {
        told.yield(.total(totalUnreadCount))
    }

    /// The next news for which this is not nil. No conversation may be new twice before.
    func next<Value>(_ value: (News) -> Value?) async throws -> Value {
        for await news in news { if let value = value(news) { return value } }
        throw CancellationError()
    }

    func nextChanged(_ holds: (V2TIMConversation) -> Bool) async throws -> V2TIMConversation {
        try await next {
            if case .new(let list) = $0 { Issue.record("\(list.map(\.conversationID)) are new") }
            if case .changed(let list) = $0 { return list.first(where: holds) }
            return nil
        }
    }

    func nextNew() async throws -> [String] {
        try await next { if case .new(let list) = $0 { list.map(\.conversationID) } else { nil } }
    }
}

@Suite(.timeLimit(.minutes(1))) struct V2TIMTests {
    @Test func `the list has what the gateway says, by pages`() async throws {
        let (alice, bob, carol) = (try await User(), try await User(), try await User())
        try await bob.send("Hi", to: alice)
        try await bob.send("Are you there?", to: alice)
        _ = try await alice.told.next { if case .total(2) = $0 { true } else { nil } }
        try await carol.send("Hello", to: alice)
        _ = try await alice.told.next { if case .total(3) = $0 { true } else { nil } }

        let first = try await alice.page(count: 1)
        #expect(first.list.map(\.conversationID) == ["c2c_\(carol.id)"])
        #expect(!first.isFinished)
        let second = try await alice.page(first.nextSeq, count: 1)
        #expect(second.list.map(\.conversationID) == ["c2c_\(bob.id)"])
        #expect(second.isFinished)
        #expect(second.nextSeq == 0)
        let conversation = try #require(second.list.first)
        #expect(conversation.showName == bob.id)
        #expect(conversation.faceUrl == "")
        #expect(conversation.unreadCount == 2)
        #expect(conversation.recvOpt == .RECEIVE_MESSAGE)
        #expect(conversation.groupAtInfolist.isEmpty)
        #expect(!conversation.isPinned)
        #expect(conversation.draftText == nil)
        #expect(abs(conversation.lastMessage.timestamp.timeIntervalSinceNow) < 60)
        #expect(try await alice.total() == 3)

        let labelled: [V2TIMConversation]? = try await told { succ, fail in
            alice.manager.getConversationList(nextSeq: 0, count: 9, succ: { list, _, _ in succ(list) }, fail: fail)
        }
        #expect(labelled?.count == 2)
        for (nextSeq, count) in [(3 as UInt64, 1 as Int32), (0, 0)] {
            let failure = await #expect(throws: Failure.self) { _ = try await alice.page(nextSeq, count: count) }
            #expect(failure?.code == 6017)
        }
    }

    @Test func `an empty list is finished`() async throws {
        let page = try await User().page()
        #expect(page.list.isEmpty)
        #expect(page.isFinished)
        #expect(page.nextSeq == 0)
    }

    @Test func `a conversation is new once, and then changed`() async throws {
        let (alice, bob) = (try await User(), try await User())
        try await bob.send("Hi", to: alice)
        #expect(try await alice.told.nextNew() == ["c2c_\(bob.id)"])
        try await bob.send("Are you there?", to: alice)
        _ = try await alice.told.nextChanged { $0.unreadCount == 2 }
        _ = try await alice.ask("conversation.markRead", ["conversationID": JSON("c2c_\(bob.id)")])
        _ = try await alice.told.nextChanged { $0.unreadCount == 0 }
        #expect(try await alice.total() == 0)
        let values: JSON = ["nickname": "Bob", "faceUrl": "https://b.example/b.png"]
        _ = try await bob.ask("profile.modifySelf", ["values": values])
        let named = try await alice.told.nextChanged { $0.showName == "Bob" }
        #expect(named.faceUrl == "https://b.example/b.png")
    }

    @Test func `a mention and an option of a group are in its conversation`() async throws {
        let (alice, bob) = (try await User(), try await User())
        let group = try await bob.ask("group.create", ["name": "Pals", "invitees": [JSON(alice.id)]])
        let id = try #require(group["groupID"]?.string)
        let message: JSON = [
            "conversationID": JSON("group_\(id)"), "clientMsgId": "1", "type": 0, "body": ["text": "Hi"],
            "atUserList": [JSON(alice.id)],
        ]
        let sent = try await bob.ask("message.send", message)
        let mentioned = try await alice.told.next { news -> V2TIMConversation? in
            switch news {
            case .new(let list), .changed(let list): list.first { !$0.groupAtInfolist.isEmpty }
            case .total: nil
            }
        }
        #expect(mentioned.showName == "Pals")
        #expect(mentioned.groupAtInfolist.map(\.atType) == [.AT_ME])
        #expect(mentioned.groupAtInfolist.map { Int($0.seq) } == [try #require(sent["seq"]?.int)])
        _ = try await alice.ask("conversation.setGroupReceiveOpt", ["groupID": JSON(id), "opt": 2])
        _ = try await alice.told.nextChanged { $0.recvOpt == .RECEIVE_NOT_NOTIFY_MESSAGE }
    }

    @Test func `a pinned conversation stands first`() async throws {
        let (alice, bob, carol) = (try await User(), try await User(), try await User())
        for user in [bob, carol] {
            try await user.send("Hi", to: alice)
            #expect(try await alice.told.nextNew() == ["c2c_\(user.id)"])
        }
        let manager = alice.manager
        try await done { manager.pinConversation("c2c_\(bob.id)", isPinned: true, succ: $0, fail: $1) }
        let pinned = try await alice.told.nextChanged { $0.isPinned }
        #expect(pinned.conversationID == "c2c_\(bob.id)")
        #expect(try await alice.page().list.map(\.isPinned) == [true, false])
        try await done {
            manager.pinConversation(conversationID: "c2c_\(bob.id)", isPinned: false, succ: $0, fail: $1)
        }
        _ = try await alice.told.nextChanged { !$0.isPinned }
        let failure = await #expect(throws: Failure.self) {
            try await done { manager.pinConversation("c2c_nobody", isPinned: true, succ: $0, fail: $1) }
        }
        #expect(failure?.code == 6017)
    }

    @Test func `a deleted conversation is gone until somebody writes`() async throws {
        let (alice, bob) = (try await User(), try await User())
        try await bob.send("Hi", to: alice)
        #expect(try await alice.told.nextNew() == ["c2c_\(bob.id)"])
        try await done { alice.manager.deleteConversation("c2c_\(bob.id)", succ: $0, fail: $1) }
        _ = try await alice.told.next { if case .total(0) = $0 { true } else { nil } }
        #expect(try await alice.page().list.isEmpty)
        try await bob.send("Hi again", to: alice)
        #expect(try await alice.told.nextNew() == ["c2c_\(bob.id)"])
        try await done { alice.manager.deleteConversation(conversationID: "c2c_\(bob.id)", succ: $0, fail: $1) }
    }

    @Test func `the list and drafts are there without a connection`() async throws {
        let file = try Gateway.shared.get().folder.appendingPathComponent("alice.db").path
        let bob = try await User()
        let alice = try await User(storage: SQLiteStorage(path: file))
        try await bob.send("Hi", to: alice)
        #expect(try await alice.told.nextNew() == ["c2c_\(bob.id)"])
        try await alice.keepDraft("H", of: bob)
        try await alice.keepDraft("Hello", of: bob)
        _ = try await alice.told.nextChanged { $0.draftText == "Hello" }
        // In place of itself, and of nobody: its rows are free again each time.
        let token = try Gateway.shared.get().token(alice.id)
        try await done { alice.manager.login(alice.id, userSig: token, succ: $0, fail: $1) }
        #expect(try await alice.page().list.map(\.draftText) == ["Hello"])
        try await done { alice.manager.logout($0, fail: $1) }

        // Nothing listens there.
        let offline = try await User(alice.id, url: "ws://127.0.0.1:1/v1/ws", storage: SQLiteStorage(path: file))
        let page = try await offline.page()
        #expect(page.list.map(\.conversationID) == ["c2c_\(bob.id)"])
        #expect(page.list.map(\.draftText) == ["Hello"])
        #expect(page.list.map(\.unreadCount) == [1])
        #expect(page.isFinished)
        #expect(try await offline.total() == 1)
        try await offline.keepDraft(nil, of: bob)
        _ = try await offline.told.nextChanged { $0.draftText == nil }
        try await done { offline.manager.logout($0, fail: $1) }
    }

    @Test func `a list that was never read is not there without a connection`() async throws {
        let alice = try await User(url: "ws://127.0.0.1:1/v1/ws")
        let failures = [
            await #expect(throws: Failure.self) { _ = try await alice.page() },
            await #expect(throws: Failure.self) { _ = try await alice.total() },
        ]
        #expect(failures.map { $0?.text.prefix(14) } == ["client timeout", "client timeout"])
    }

    @Test func `calls before a login and after a logout fail`() async throws {
        let alice = try await User()
        try await done { alice.manager.logout($0, fail: $1) }
        for call in [
            { alice.manager.pinConversation("c2c_bob", isPinned: true, succ: $0, fail: $1) },
            { alice.manager.setConversationDraft(conversationID: "c2c_bob", draftText: "Hi", succ: $0, fail: $1) },
            { succ, fail in alice.manager.getTotalUnreadMessageCount(succ: { _ in succ() }, fail: fail) },
        ] as [(@escaping () -> Void, @escaping (Int32, String?) -> Void) -> Void] {
            let failure = await #expect(throws: Failure.self) { try await done(call) }
            #expect(failure?.code == 6014)
        }
        let token = try Gateway.shared.get().token(alice.id)
        try await done { alice.manager.login(userID: alice.id, userSig: token, succ: $0, fail: $1) }
        #expect(try await alice.total() == 0)
        #expect(V2TIMManager.sharedInstance() === V2TIMConversationManager.sharedInstance())
    }
}

import MartletClient

/// A conversation of the list, with the text that the user has begun.
struct Listed: Sendable, Equatable {
    let conversation: JSON
    let draft: String?

    var id: String { conversation["conversationID"]?.string ?? "" }
}

extension Client {
    /// Returns when the list was read: of the device, or of the gateway.
    func waitForList(milliseconds: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in self.store.watchConversations(first: 0) where await self.store.isListed { return }
                throw MartletError(name: "stopped", message: "the user was signed out")
            }
            group.addTask {
                try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
                throw MartletError(name: "timeout", message: "the list was never read, and there is no connection")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func list() async -> [Listed] {
        await store.conversationsWithDrafts().map { Listed(conversation: $0, draft: $1?["text"]?.string) }
    }
}

/// Compares the store's list with what a listener knows, so that each conversation is new once.
final class ConversationNews: Sendable {
    struct News: Sendable {
        var new: [Listed] = []
        var changed: [Listed] = []
        /// Nil if it is the same.
        var total: Int?

        var isEmpty: Bool { new.isEmpty && changed.isEmpty && total == nil }
    }

    private let looks: AsyncStream<Void>.Continuation

    /// From here on: what the store has now is known.
    init(_ client: Client, tell: @escaping @Sendable (News) -> Void) async {
        let (signals, looks) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.looks = looks
        let known = await client.list()
        let total = await client.store.totalUnread
        let changes = client.store.watchConversations(first: 0)
        Task {
            for await _ in changes { looks.yield() }
            looks.finish()
        }
        Task { [weak client] in
            var known = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
            var total = total
            for await _ in signals {
                guard let client else { return }
                var news = News()
                let list = await client.list()
                for one in list where known[one.id] != one {
                    if known[one.id] == nil { news.new.append(one) } else { news.changed.append(one) }
                }
                known = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
                let newTotal = await client.store.totalUnread
                if newTotal != total { news.total = newTotal }
                total = newTotal
                if !news.isEmpty { tell(news) }
            }
        }
    }

    /// A draft has changed.
    func look() {
        looks.yield()
    }

    deinit {
        looks.finish()
    }
}

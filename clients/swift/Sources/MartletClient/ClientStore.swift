import MartletCore

/// The user's conversations and messages as an application shows them, always as the gateway has them. With
/// `keepsStore` and a storage they are on the device, too: the next run shows them without a connection, and only what
/// was missed is read. Its values are replaced, never changed.
public struct ClientStore: Sendable {
    private let core: Session

    init(_ core: Session) {
        self.core = core
    }

    /// Pinned ones first, then by the newest message.
    public func conversations(first count: Int = .max) async -> [JSON] {
        await core.ask { $0.store.conversations(first: count) } ?? []
    }

    /// All of them, each with its draft.
    package func conversationsWithDrafts() async -> [(conversation: JSON, draft: JSON?)] {
        await core.ask { engine in
            engine.store.conversations().map { ($0, engine.store.draft($0["conversationID"]?.string ?? "")) }
        } ?? []
    }

    /// One of the list.
    public func conversation(_ id: String) async -> JSON? {
        await core.ask { $0.store.conversation(id) } ?? nil
    }

    /// The sum of unread messages over the conversations that count.
    public var totalUnread: Int {
        get async { await core.ask(\.store.totalUnread) ?? 0 }
    }

    /// Whether the list was read.
    public var isListed: Bool {
        get async { await core.ask(\.store.isListed) ?? false }
    }

    /// The messages of a conversation that are known; `open` reads the first ones.
    public func view(_ id: String) async -> ConversationView {
        await core.ask { $0.store.view(id) } ?? ConversationView()
    }

    /// Reads the newest messages, if that was not done: of the device, or of the gateway; without a connection, as soon
    /// as there is one. If the gateway refuses that, it is tried again when there is something to read.
    public func open(_ id: String, limit: Int = 50) async throws {
        _ = try await core.call { .openConversation(call: $0, id: id, limit: limit) }.value
    }

    /// Reads older messages.
    public func older(_ id: String, limit: Int = 50) async throws {
        _ = try await core.call { .older(call: $0, id: id, limit: limit) }.value
    }

    /// Forgets a conversation's messages in memory, but for the newest. `older` reads them again.
    public func trim(_ id: String, keep: Int = 50) {
        core.tell(.input(.trim(id: id, keep: keep)))
    }

    /// Keeps what the user has begun to write, such as `["text": "Hi"]`. A draft that says nothing, or nil, removes it.
    public func keepDraft(_ id: String, _ draft: JSON?) throws {
        let draft = try draft.map(checked)
        core.tell(.input(.keepDraft(id: id, draft)))
    }

    /// The text that the user has begun, as it was kept last.
    public func draft(_ id: String) async -> JSON? {
        await core.ask { $0.store.draft(id) } ?? nil
    }

    /// The first conversations of the list, now and whenever the list has changed.
    public func watchConversations(first count: Int = .max) -> StoreValues<[JSON]> {
        StoreValues(core, concerns: \.isOfList) { $0.store.conversations(first: count) }
    }

    /// A conversation's messages, now and whenever they, unsent ones or the draft have changed.
    public func watch(_ id: String) -> StoreValues<ConversationView> {
        StoreValues(core, concerns: { $0.conversations.contains(id) }) { $0.store.view(id) }
    }
}

/// Values of the store as they are when they are asked for: a slow reader gets the newest only. It ends when the client
/// is gone.
public struct StoreValues<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    private let core: Session
    private let concerns: @Sendable (StoreChange) -> Bool
    private let value: @Sendable (Engine) -> Value

    init(
        _ core: Session, concerns: @escaping @Sendable (StoreChange) -> Bool,
        _ value: @escaping @Sendable (Engine) -> Value
    ) {
        self.core = core
        self.concerns = concerns
        self.value = value
    }

    public func makeAsyncIterator() -> Iterator {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        core.tell(.watch(signal, concerns: concerns))
        return Iterator(signals: signals.makeAsyncIterator(), core: core, value: value)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var signals: AsyncStream<Void>.Iterator
        fileprivate let core: Session
        fileprivate let value: @Sendable (Engine) -> Value

        public mutating func next() async -> Value? {
            guard await signals.next() != nil else { return nil }
            return await core.ask(value)
        }
    }
}

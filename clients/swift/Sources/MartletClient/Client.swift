@_exported import MartletCore

/// A user's connection to a gateway: requests, messages that survive, and events in order.
///
///     let url = "wss://chat.example.com/v1/ws"
///     let client = Client(url: url, user: "alice", device: device, transport: transport) { _ in
///         try await myBackend.token()
///     }
///     try await client.connect()
///     let message = try await client.send("c2c_bob", "Hi").stored
///
/// All calls go in the order in which they are made, also those that are not awaited.
public final class Client: Sendable {
    /// A client's settings beside those that each one needs.
    public struct Options: Sendable {
        public var platform = "ios"
        /// Where unsent messages are kept; in memory if this is nil.
        public var storage: (any Storage)?
        /// How many missed messages of a conversation are fetched.
        public var gapLimit = 1000
        /// Whether what was delivered is kept in the storage, so that the next run goes on there.
        public var keepsPositions = false
        /// Whether the store keeps conversations and messages in the storage, with how far they were delivered.
        public var keepsStore = false
        /// For so many days they stay there: as the gateway keeps them if this is nil.
        public var keepDays: Int?
        /// Of the request that opens the WebSocket.
        public var headers: [(name: String, value: String)] = []
        /// By so many milliseconds this device's clock is taken as ahead, for tests.
        public var clockAhead = 0

        public init() {}
    }

    public let user: String
    /// The user's conversations and messages, as an application shows them.
    public let store: ClientStore
    /// Groups and their members. The first `look` reads what an earlier run has left.
    public let groups: ClientGroups
    let core: Session

    /// - Parameters:
    ///   - url: of the gateway: `wss://chat.example.com/v1/ws`
    ///   - device: the device's name, which the application keeps
    ///   - token: gives a token, from the application's backend; `isRefused` if the gateway did not take the last one
    public init(
        url: String, user: String, device: String, transport: any Transport, options: Options = Options(),
        token: @escaping @Sendable (_ isRefused: Bool) async throws -> String
    ) {
        self.user = user
        let engine = Engine.Options(
            user: user, device: device, platform: options.platform, gapLimit: options.gapLimit,
            keepsPositions: options.keepsPositions, keepsStore: options.keepsStore && options.storage != nil,
            keepDays: options.keepDays)
        core = Session(engine, url: url, transport: transport, options: options, token: token)
        store = ClientStore(core)
        groups = ClientGroups(core)
    }

    deinit {
        core.tell(.end)
    }

    /// Shows what is on the device, without a connection. A second call does nothing.
    public func open() async throws {
        _ = try await core.call { .open(call: $0) }.value
    }

    /// Connects, and stays connected. A second call does nothing. It fails if positions are kept and cannot be read.
    public func connect() async throws {
        _ = try await beginConnecting().value
    }

    /// The same for callers that do not wait: what they ask next comes after it.
    package func beginConnecting() -> Outcome<JSON> {
        core.call { .connect(call: $0) }
    }

    /// Ends the session. Unsent messages stay in the storage.
    public func disconnect() {
        core.tell(.input(.disconnect))
    }

    /// Ends the session, and returns when all is written: before the application sleeps.
    public func leave() async throws {
        _ = try await core.call { .leave(call: $0) }.value
    }

    /// Ends the session and forgets everything that is kept of this user.
    public func signOut() async throws {
        _ = try await core.call { .signOut(call: $0) }.value
    }

    /// The application is seen again, or the network is back.
    public func wake() {
        core.tell(.input(.wake))
    }

    /// Asks for any operation of docs/operations.md. It waits for a connection if there is none, is repeated after
    /// a lost one, and is done once.
    @discardableResult
    public func request(_ op: String, _ data: JSON = [:], _ options: RequestOptions = RequestOptions()) async throws
        -> JSON
    {
        try await begin(op, data, options).value
    }

    /// The same for callers that do not wait: their requests go in the order in which they are made.
    package func begin(_ op: String, _ data: JSON, _ options: RequestOptions = RequestOptions()) throws -> Outcome<JSON>
    {
        let data = try checked(data)
        return core.call { .request(call: $0, op: op, data: data, options) }
    }

    /// Sends a text. The message is under way when this returns, whether or not anything waits for it.
    @discardableResult
    public func send(_ conversationID: String, _ text: String) -> Sending {
        // A text is JSON.
        Sending(
            outcome: core.call {
                .send(call: $0, conversationID: conversationID, message: ["body": ["text": JSON(text)]])
            })
    }

    /// Sends a message with `body`, and perhaps a `type` and settings. Data that is no JSON fails at once.
    @discardableResult
    public func send(_ conversationID: String, message: JSON) throws -> Sending {
        let message = try checked(message)
        return Sending(outcome: core.call { .send(call: $0, conversationID: conversationID, message: message) })
    }

    /// Sends a failed message again, after those of its conversation that wait.
    public func retry(_ clientMsgId: String) -> Sending {
        Sending(outcome: core.call { .retry(call: $0, clientMsgId: clientMsgId) })
    }

    /// Forgets a failed message.
    public func discard(_ clientMsgId: String) {
        core.tell(.input(.discard(clientMsgId: clientMsgId)))
    }

    /// Reads a conversation up to `seq`, or all of it.
    public func markRead(_ conversationID: String, seq: Int? = nil) async throws {
        var data: JSON = ["conversationID": JSON(conversationID)]
        data["seq"] = seq.map { JSON($0) }
        try await request("conversation.markRead", data, RequestOptions(key: .none))
    }

    /// Takes a message back; the message as it is then. All devices hear of it by `message.changed`.
    @discardableResult
    public func recall(_ conversationID: String, _ msgId: String, reason: String? = nil) async throws -> JSON {
        var data: JSON = ["conversationID": JSON(conversationID), "msgId": JSON(msgId)]
        data["reason"] = reason.map { JSON($0) }
        return try await request("message.recall", data)["message"] ?? .null
    }

    /// Reads a page of messages, as they are now: a change that comes while the page is on its way is in it.
    public func history(
        _ conversationID: String, _ page: JSON = [:], _ options: RequestOptions = RequestOptions(key: .none)
    ) async throws -> JSON {
        let page = try checked(page.merging(["conversationID": JSON(conversationID)]))
        return try await core.call { .history(call: $0, page: page, options) }.value
    }

    /// The events from here on, for one listener. One that falls behind by 1,000 gets `overflow` as the last: it
    /// begins anew.
    public var events: AsyncStream<ClientEvent> { events(limit: 1000) }

    public func events(limit: Int) -> AsyncStream<ClientEvent> {
        AsyncStream(bufferingPolicy: limit == .max ? .unbounded : .bufferingOldest(limit + 1)) {
            core.tell(.listen($0))
        }
    }

    public var state: ClientState {
        get async { await core.ask(\.state) ?? .stopped }
    }

    /// The list of conversations as the gateway has told it.
    public var conversationList: [JSON] {
        get async { await core.ask(\.conversations) ?? [] }
    }

    public var totalUnread: Int {
        get async { await core.ask(\.totalUnread) ?? 0 }
    }

    /// Messages that have no acknowledgement yet, or that failed.
    public var unsent: [OutboxEntry] {
        get async { await core.ask(\.unsent) ?? [] }
    }
}

/// A message that is on its way.
public struct Sending: Sendable {
    fileprivate let outcome: Outcome<JSON>

    /// The message as the gateway has stored it, however long that takes.
    public var stored: JSON {
        get async throws { try await outcome.value }
    }
}

/// News for a listener.
public enum ClientEvent: Sendable {
    case event(Event)
    case state(ClientState)
    /// Messages have come into `unsent`, gone or failed.
    case outboxChanged
    /// The storage fails: messages are only in memory.
    case unsaved(MartletError)
    /// The rows of the device were damaged. The store goes on with unsent messages and drafts, and reads the rest from
    /// the gateway again.
    case storeLost(MartletError)
    /// The store shows something else than before.
    case storeChanged(StoreChange)
    /// The listener was too slow; this is its last event.
    case overflow
}

import ClientProtocol
import Cluster
import Domain
import TestSupport

@testable import Chat
@testable import Storage

/// A state over a database in a folder of its own, with a clock that a test moves, and transactions that it ends as it likes.
final class ChatStateHarness {
    private(set) var chat: ChatState
    /// Milliseconds since 1970.
    var now: Milliseconds {
        get { clock.now }
        set { clock.now = newValue }
    }

    /// How many milliseconds go by whenever the state look at the clock.
    var tick: Milliseconds {
        get { clock.tick }
        set { clock.tick = newValue }
    }

    private final class Clock {
        var now: Milliseconds
        var tick: Milliseconds = 0
        init(_ now: Milliseconds) { self.now = now }

        func look() -> Milliseconds {
            now += tick
            return now
        }
    }

    private let options: ChatOptions
    private let clock: Clock
    /// The first one leads.
    private var nodes: [HarnessNode]
    private var store: any Transaction { nodes[0].store.transaction }
    /// What the batch has to tell so far.
    private var effects: [ChatEffect] = []

    /// `replicas`: nodes that get each batch as a record.
    init(
        _ options: ChatOptions = ChatOptions(), now: Milliseconds = 1_750_000_000_000,
        replicas: Int = 0
    ) throws {
        self.options = options
        clock = Clock(now)
        nodes = try (0...replicas).map { _ in try HarnessNode() }
        chat = try Self.makeState(options, nodes, clock)
    }

    /// What it writes when it begins is a batch.
    private static func makeState(_ options: ChatOptions, _ nodes: [HarnessNode], _ clock: Clock) throws -> ChatState {
        let store = nodes[0].store
        try store.begin()
        if store.state.place.position == Position(0) { try Schema.shareSecrets(in: store.transaction) }
        let chat = try ChatState(options, store: store.transaction) { Stamp(milliseconds: clock.look()) }
        try nodes[0].commit(Array(nodes.dropFirst()), at: clock.now)
        try store.begin()
        return chat
    }

    /// Ends the batch; what was told leaves.
    func commit() throws {
        try endBatch()
        try nodes[0].store.begin()
    }

    private func endBatch() throws {
        try nodes[0].commit(Array(nodes.dropFirst()), at: now, telling: effects)
        effects = []
    }

    /// As when a job of the batch fails: none of it has happened.
    func rollBack() throws {
        try nodes[0].store.rollBack()
        effects = []
        chat.forget()
        try nodes[0].store.begin()
    }

    /// New processes over the same files; where there are replicas, the next one leads.
    func restart() throws {
        try endBatch()
        for node in nodes { try node.restart() }
        nodes.append(nodes.removeFirst())
        chat = try Self.makeState(options, nodes, clock)
        try chat.catchUp()
    }

    /// Ends a command; what the state has left to tell.
    func takeEffects() throws -> [ChatEffect] {
        try chat.finish()
        defer { chat.work.clearEffects() }
        effects += chat.work.effects
        return chat.work.effects
    }

    /// The clients' ids of what retention has left.
    func storedMessages() throws -> [String] {
        var ids: [String] = []
        try store.query("SELECT client_id FROM message ORDER BY id") { row in ids.append(row.text(0)) }
        return ids
    }

    func number(of user: String) throws -> AccountNumber { try chat.accounts.account(UserID(user)!)!.number }

    /// The last one that the user has sent with this id of its own, if it is still stored.
    func message(_ clientID: String, of sender: String) throws -> MessageNumber? {
        var found: MessageNumber?
        try store.query(
            "SELECT id FROM message WHERE client_id = $1 AND sender = $2 ORDER BY id DESC LIMIT 1",
            [.text(clientID), .integer(try number(of: sender))]
        ) { row in found = MessageNumber(row.integer(0)) }
        return found
    }

    func changes(
        of peer: String, after place: Seq, limit: Int, for user: String
    ) throws -> MessageReader.Changes {
        try changes(in: .c2c(UserID(peer)!), after: place, limit: limit, for: user)
    }

    func changes(
        in id: ConversationID, after place: Seq, limit: Int, for user: String
    ) throws -> MessageReader.Changes {
        try reader(for: user).changes(of: id, after: place, limit: limit, in: store)
    }

    func pins(in id: ConversationID, for user: String) throws -> (messages: [MessageView], change: Seq) {
        let pins = try reader(for: user).pins(of: id, in: store)
        return (pins.messages, pins.change)
    }

    /// One that there is not, if there is no such message.
    func message(_ name: MessageName) throws -> MessageNumber { try message(name.clientID, of: name.sender) ?? 1 }

    private func reader(for user: String) throws -> MessageReader {
        MessageReader(
            user: UserID(user)!, account: try number(of: user),
            cutoff: Stamp(milliseconds: clock.now - .days(options.messageDays)), now: clock.now)
    }

    func page(_ history: History, of peer: String, for user: String) throws -> History.Page {
        try history.page(of: .c2c(UserID(peer)!), for: UserID(user)!, account: number(of: user), in: store)
    }
}

extension Draft {
    /// A text to a user.
    init(
        to peer: String, _ clientID: String, settings: MessageSettings = .standard, body: String = #"{"text":"hi"}"#,
        payload: PushPayload? = nil, expireSeconds: Int? = nil
    ) {
        self.init(
            target: .c2c(UserID(peer)!), clientID: clientID, kind: .text, settings: settings, body: body, pushText: nil,
            pushPayload: payload)
        self.expireSeconds = expireSeconds
    }
}

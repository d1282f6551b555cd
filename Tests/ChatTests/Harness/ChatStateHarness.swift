import ClientProtocol
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

    private let folder: TemporaryFolder
    private let options: ChatOptions
    private let clock: Clock
    private var directory: DataDirectory
    private var connection: SQLiteWriter

    init(_ options: ChatOptions = ChatOptions(), now: Milliseconds = 1_750_000_000_000) throws {
        self.options = options
        folder = try TemporaryFolder()
        clock = Clock(now)
        (directory, connection, chat) = try Self.open(folder, options, clock)
        try connection.begin()
    }

    deinit {
        connection.close()
        directory.release()
    }

    private static func open(
        _ folder: TemporaryFolder, _ options: ChatOptions, _ clock: Clock
    ) throws -> (DataDirectory, SQLiteWriter, ChatState) {
        let directory = try DataDirectory(folder.path("store"))
        let connection = try directory.openWriter()
        try connection.migrate(Schema.migrations)
        let chat = try ChatState(options, store: connection) { Stamp(milliseconds: clock.look()) }
        return (directory, connection, chat)
    }

    /// Ends the batch; what was told leaves.
    func commit() throws {
        try connection.commit()
        try connection.begin()
    }

    /// As when a job of the batch fails: none of it has happened.
    func rollBack() throws {
        try connection.rollBack()
        chat.forget()
        try connection.begin()
    }

    /// A new process over the same file.
    func restart() throws {
        try connection.commit()
        connection.close()
        directory.release()
        (directory, connection, chat) = try Self.open(folder, options, clock)
        try connection.begin()
    }

    /// Ends a command; what the state has left to tell.
    func takeEffects() throws -> [ChatEffect] {
        try chat.finish()
        defer { chat.work.clearEffects() }
        return chat.work.effects
    }

    /// The clients' ids of what retention has left.
    func storedMessages() throws -> [String] {
        var ids: [String] = []
        try connection.query("SELECT client_id FROM message ORDER BY id") { row in ids.append(row.text(0)) }
        return ids
    }

    func number(of user: String) throws -> AccountNumber { try chat.accounts.account(UserID(user)!)!.number }

    /// The last one that the user has sent with this id of its own, if it is still stored.
    func message(_ clientID: String, of sender: String) throws -> MessageNumber? {
        var found: MessageNumber?
        try connection.query(
            "SELECT id FROM message WHERE client_id = $1 AND sender = $2 ORDER BY id DESC LIMIT 1",
            [.text(clientID), .integer(try number(of: sender))]
        ) { row in found = MessageNumber(row.integer(0)) }
        return found
    }

    func changes(
        of peer: String, after place: Seq, limit: Int, for user: String
    ) throws -> MessageReader.Changes {
        let reader = MessageReader(
            user: UserID(user)!, account: try number(of: user),
            cutoff: Stamp(milliseconds: clock.now - .days(options.messageDays)))
        return try reader.changes(of: .c2c(UserID(peer)!), after: place, limit: limit, in: connection)
    }

    func page(_ history: History, of peer: String, for user: String) throws -> History.Page {
        try history.page(of: .c2c(UserID(peer)!), for: UserID(user)!, account: number(of: user), in: connection)
    }
}

extension Draft {
    /// A text to a user.
    init(
        to peer: String, _ clientID: String, settings: MessageSettings = .standard, body: String = #"{"text":"hi"}"#
    ) {
        self.init(
            target: .c2c(UserID(peer)!), clientID: clientID, kind: .text, settings: settings, body: body, pushText: nil)
    }
}

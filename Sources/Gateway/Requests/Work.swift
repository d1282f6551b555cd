import Chat
import Domain
import JSON
import Storage

/// Changes the state, on the writer's queue, and writes the members of the reply's `ok`.
typealias StateWork = @Sendable (ChatState, inout JSONWriter) throws(CommandError) -> Void

/// Reads from the store, on a reader's queue, and writes the members of the reply's `ok`.
typealias StoreWork = @Sendable (any Transaction, inout JSONWriter) throws(CommandError) -> Void

/// Searches the index of messages, on its queue, and writes the members of the reply's `ok`.
typealias SearchWork = @Sendable (SearchView, inout JSONWriter) throws(CommandError) -> Void

/// Does something about the process itself, on the operators' queue, and writes the members of the reply's `ok`.
typealias OperatorWork = @Sendable (inout JSONWriter) throws(CommandError) -> Void

/// Writes the members of the reply's `ok` if the request has been carried out before, by a name that its data has for it, and
/// says whether.
typealias FormerReply = @Sendable (ChatState, inout JSONWriter) throws(CommandError) -> Bool

/// Changes for many, a piece at a time, so that others' requests go between. A piece writes a list as JSON; the reply's
/// `results` are those of all pieces. The pieces that were done stay done if a later one fails.
struct Pieces: Sendable {
    let count: Int
    let perPiece: Int
    let work: @Sendable (ChatState, Range<Int>, inout JSONWriter) throws(CommandError) -> Void

    /// `results`: the lists of all pieces, without brackets around them.
    static func reply(with results: [[UInt8]]) -> Reply.Content {
        .ok(Array(#"{"results":["#.utf8) + results.joined(separator: [UInt8(ascii: ",")]) + Array("]}".utf8))
    }
}

/// The work of a request, and the place where it runs. A handler makes it from the request and its caller alone, so any node
/// can make it again from the same bytes.
enum Work: Sendable {
    /// Changes the state. The reply comes when the change lasts; a request with a key is carried out once (X-10).
    case change(StateWork, former: FormerReply? = nil)
    /// Notes in the state that the request is refused, and throws the refusal. No hook is asked.
    case refuse(StateWork)
    /// Changes the state in several steps, each at most once. A repeat of the request, by its key, does what is missing.
    case changeInPieces(Pieces)
    /// A change that waits for the store of media's bytes first.
    case errand(Errand)
    /// Asks the state, which knows everything that has been committed. On a cluster each node asks a state of its own.
    case ask(StateWork)
    /// The same, but on a cluster the leader is asked, which may have a group with all its members in memory.
    case askLeader(StateWork)
    /// Reads from the store without the state, beside all writing; but not before what the caller itself has changed.
    case read(StoreWork)
    /// Searches messages, beside all writing and reading; likewise not before what the caller has changed.
    case search(SearchWork)
    /// Asks the home of a live room, behind what the caller itself has changed.
    case room(RoomID, RoomRequest)
    /// Asks the home of the messages that are streamed through this process.
    case streamed(StreamedRequest)
    /// The same, once the state has judged it.
    case judged(StreamedJudgement)
    /// For an operator: may take long, and nobody waits for it but operators.
    case operate(OperatorWork)
    /// Replies at once, on the shard.
    case reply(@Sendable (inout JSONWriter) -> Void)

    /// The same work. A reply at once becomes a question, so that the caller's standing is checked with it.
    var asked: Work {
        guard case .reply(let write) = self else { return self }
        return .ask { _, json throws(CommandError) in write(&json) }
    }

    /// Whether a repeat can be told without carrying it out, by a name that its data has for it.
    var hasFormerReply: Bool {
        if case .change(_, _?) = self { true } else { false }
    }

    /// A hook may decide about it first.
    var waitsForHook: Bool {
        switch self {
        case .change, .room(_, .enter), .room(_, .hear): true
        default: false
        }
    }

    var isErrand: Bool {
        if case .errand = self { true } else { false }
    }

    var isChange: Bool {
        switch self {
        case .change, .refuse, .changeInPieces, .errand: true
        case .ask, .askLeader, .read, .search, .room, .streamed, .judged, .operate, .reply: false
        }
    }
}

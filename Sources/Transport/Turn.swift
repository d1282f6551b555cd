import Bytes
import Framing

/// Storage that the arena keeps from one turn to the next.
private let keptArena = 2 << 20

/// What the connections of a shard are to be sent at the end of the turn. Reused from turn to turn: a send allocates nothing.
///
/// Bytes made for one connection lie in `arena`; bytes shared by many lie in their payload, which is retained once a turn.
/// A connection's pieces are chained in the order in which they were queued.
struct Turn: ~Copyable {
    static let none: Int32 = -1

    struct Piece {
        /// Index into `payloads`, or none: the bytes are in the arena.
        let payload: Int32
        /// Offset in the arena; for a payload, unused.
        let offset: Int
        /// The shared frame, plain or deflated; nil for the arena.
        let shared: UnsafeRawPointer?
        var count: Int
        /// A newer piece of the same key replaces this one if the connection cannot take it yet; 0: never.
        let conflation: UInt64
        var next: Int32
    }

    var arena = ByteBuffer()
    private(set) var pieces: [Piece] = []
    private(set) var payloads: [Payload] = []
    private(set) var dirty: [Connection] = []

    /// Queues what stands at the end of the arena since `offset`.
    mutating func queueArena(from offset: Int, for connection: Connection) {
        let count = arena.count - offset
        connection.queuedBytes += count
        let last = Int(connection.lastPiece)
        if last >= 0, pieces[last].shared == nil, pieces[last].offset + pieces[last].count == offset {
            pieces[last].count += count
            return
        }
        chain(
            Piece(payload: Self.none, offset: offset, shared: nil, count: count, conflation: 0, next: Self.none),
            to: connection)
    }

    mutating func queue(_ payload: Payload, conflation: UInt64, for connection: Connection) {
        let frame = payload.frame
        if payloads.last !== payload { payloads.append(payload) }
        connection.queuedBytes += frame.count
        chain(
            Piece(
                payload: Int32(payloads.count - 1), offset: 0, shared: frame.baseAddress, count: frame.count,
                conflation: conflation, next: Self.none),
            to: connection)
    }

    func bytes(of piece: Piece) -> UnsafeRawBufferPointer {
        if let shared = piece.shared { return UnsafeRawBufferPointer(start: shared, count: piece.count) }
        return UnsafeRawBufferPointer(rebasing: arena.bytes[piece.offset..<(piece.offset + piece.count)])
    }

    /// The connections that have pieces, each once. They are chained anew from here on.
    mutating func takeDirty() -> [Connection] {
        let taken = dirty
        dirty.removeAll(keepingCapacity: true)
        return taken
    }

    /// Everything has left or been moved to a backlog.
    mutating func reset() {
        if arena.allocated > keptArena { arena.release() } else { arena.clear() }
        pieces.removeAll(keepingCapacity: true)
        payloads.removeAll(keepingCapacity: true)
    }

    private mutating func chain(_ piece: Piece, to connection: Connection) {
        let index = Int32(pieces.count)
        pieces.append(piece)
        if connection.lastPiece == Self.none {
            connection.firstPiece = index
            dirty.append(connection)
        } else {
            pieces[Int(connection.lastPiece)].next = index
        }
        connection.lastPiece = index
    }
}

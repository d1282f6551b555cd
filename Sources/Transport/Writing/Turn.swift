import Bytes
import Framing

/// Storage that the arena keeps from one turn to the next.
private let keptArena = 2 << 20

/// The bytes that leave on a shard's connections at the end of the turn. Reused from turn to turn: a send allocates nothing.
///
/// Bytes made for one connection lie in `arena`; bytes shared by many lie in their payload, which is retained once a turn.
/// A connection's pieces are a chain from the last one back. Chains that begin with the same payloads share those
/// pieces, so that sixteen messages to a thousand members are sixteen pieces.
struct Turn: ~Copyable {
    static let none: Int32 = -1

    struct Piece {
        /// Index into `payloads`, or none: the bytes are in the arena.
        let payload: Int32
        let previous: Int32
        /// The piece that was last put behind this one for a payload.
        var nextShared = Turn.none
        /// In the arena; of a payload, unused.
        let offset: Int
        /// The shared frame, plain or deflated; nil for the arena.
        let shared: UnsafeRawPointer?
        var count: Int
        /// Of the chain that ends here.
        var total: Int
        /// A newer piece of the same key replaces this one if the connection cannot take it yet; 0: never.
        let conflation: UInt64
    }

    var arena = ByteBuffer()
    /// By slot.
    var sendSlots: [SendSlot] = [.empty, .empty]
    private(set) var pieces: [Piece] = []
    private(set) var payloads: [Payload] = []
    /// The slots that have a chain.
    private(set) var dirty: [Int32] = []
    /// The piece that last began a chain with a payload.
    private var firstShared = Turn.none

    /// A connection takes the send slot of its slot.
    mutating func assign(_ id: ConnectionID, _ descriptor: Int32) {
        while sendSlots.count <= id.slot { sendSlots.append(.empty) }
        sendSlots[id.slot] = SendSlot(generation: id.generation, descriptor: descriptor)
    }

    // MARK: - Queueing

    /// Queues what stands at the end of the arena since `offset`.
    mutating func queueArena(from offset: Int, for slot: Int) {
        let count = arena.count - offset
        let last = sendSlots[slot].chain
        if last != Self.none, pieces[Int(last)].shared == nil,
            pieces[Int(last)].offset + pieces[Int(last)].count == offset
        {
            pieces[Int(last)].count += count
            pieces[Int(last)].total += count
            return
        }
        let piece = Piece(
            payload: Self.none, previous: last, offset: offset, shared: nil, count: count,
            total: total(of: last) + count, conflation: 0)
        pieces.append(piece)
        put(Int32(pieces.count - 1), in: slot)
    }

    mutating func queue(_ payload: Payload, conflation: UInt64, for slot: Int) {
        let number = hold(payload)
        put(piece(number, conflation, behind: sendSlots[slot].chain), in: slot)
    }

    /// Queues the payload for all of them that are open and take it as it is; `others` are told of the rest.
    mutating func queue(_ payload: Payload, for ids: [ConnectionID], others: inout [ConnectionID]) -> Int {
        let number = hold(payload)
        var queued = 0
        for id in ids {
            let slot = id.slot
            let sendSlot = slot < sendSlots.count ? sendSlots[slot] : .empty
            guard sendSlot.generation == id.generation, sendSlot.isStraight else {
                others.append(id)
                continue
            }
            put(piece(number, 0, behind: sendSlot.chain), in: slot)
            queued += 1
        }
        return queued
    }

    private mutating func hold(_ payload: Payload) -> Int32 {
        if payloads.last !== payload { payloads.append(payload) }
        return Int32(payloads.count - 1)
    }

    private mutating func piece(_ number: Int32, _ conflation: UInt64, behind previous: Int32) -> Int32 {
        let nextShared = previous == Self.none ? firstShared : pieces[Int(previous)].nextShared
        if nextShared != Self.none, pieces[Int(nextShared)].payload == number,
            pieces[Int(nextShared)].conflation == conflation
        {
            return nextShared
        }
        let frame = payloads[Int(number)].frame
        let index = Int32(pieces.count)
        pieces.append(
            Piece(
                payload: number, previous: previous, offset: 0, shared: frame.baseAddress, count: frame.count,
                total: total(of: previous) + frame.count, conflation: conflation))
        if previous == Self.none { firstShared = index } else { pieces[Int(previous)].nextShared = index }
        return index
    }

    private mutating func put(_ piece: Int32, in slot: Int) {
        if sendSlots[slot].chain == Self.none { dirty.append(Int32(slot)) }
        sendSlots[slot].chain = piece
    }

    // MARK: - Reading

    func bytes(of piece: Piece) -> UnsafeRawBufferPointer {
        if let shared = piece.shared { return UnsafeRawBufferPointer(start: shared, count: piece.count) }
        return UnsafeRawBufferPointer(rebasing: arena.bytes[piece.offset..<(piece.offset + piece.count)])
    }

    func total(of chain: Int32) -> Int { chain == Self.none ? 0 : pieces[Int(chain)].total }

    /// The pieces of the chain, the first first.
    func pieces(upTo chain: Int32) -> [Piece] {
        var found: [Piece] = []
        var index = chain
        while index != Self.none {
            found.append(pieces[Int(index)])
            // It was appended just now.
            index = found.last!.previous
        }
        found.reverse()
        return found
    }

    /// Copies the chain to the start of `target`, which has room for it: for small frames cheaper than an iovec for each.
    func copy(_ chain: Int32, to target: UnsafeMutableRawBufferPointer) {
        var index = chain
        while index != Self.none {
            let piece = pieces[Int(index)]
            let bytes = bytes(of: piece)
            UnsafeMutableRawBufferPointer(rebasing: target[(piece.total - piece.count)...]).copyMemory(from: bytes)
            index = piece.previous
        }
    }

    // MARK: - Ending

    /// Exchanges the slots that have a chain for an empty list. They are chained anew from here on.
    mutating func takeDirty(_ empty: inout [Int32]) {
        swap(&dirty, &empty)
    }

    /// Everything has left or been moved to a backlog.
    mutating func reset() {
        if arena.allocated > keptArena { arena.release() } else { arena.clear() }
        pieces.removeAll(keepingCapacity: true)
        payloads.removeAll(keepingCapacity: true)
        firstShared = Self.none
    }
}

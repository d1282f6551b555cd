import CLinux
import EventLoop
import Glibc

/// One write of a turn.
struct PendingWrite {
    let slot: Int
    let sendSlot: SendSlot
    /// Nil: sealed, and at `offset` of the ciphertext.
    let start: UnsafeRawPointer?
    let offset: Int
    let count: Int
    /// The number of bytes that the socket has taken; below 0: the connection is broken.
    var sent = 0

    init(_ slot: Int, _ sendSlot: SendSlot, _ bytes: UnsafeRawBufferPointer) {
        self.slot = slot
        self.sendSlot = sendSlot
        start = bytes.baseAddress
        offset = 0
        count = bytes.count
    }

    init(_ slot: Int, _ sendSlot: SendSlot, sealed range: Range<Int>) {
        self.slot = slot
        self.sendSlot = sendSlot
        start = nil
        offset = range.lowerBound
        count = range.count
    }

    var isSealed: Bool { start == nil }
}

/// How many bytes a socket has taken, by what `send` has returned and left in `errno`: 0 if it is full; below 0: the connection
/// is broken.
func bytesTaken(_ result: Int, _ code: @autoclosure () -> Int32) -> Int {
    if result >= 0 { return result }
    let code = code()
    return code == EAGAIN || code == EINTR ? 0 : -1
}

/// The writes of a turn that leave together: by one system call for all, where the kernel has io_uring and lets us.
///
/// Chains of several pieces are copied together, those of many connections once.
final class WriteBatch {
    static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

    private(set) var pendingWrites: [PendingWrite] = []
    private var scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: usualScratch, alignment: 64)
    private var used = 0
    /// The chain that was copied last.
    private var copied = (chain: Turn.none, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    /// Made by the first who needs it: most turns write little.
    private lazy var ring = usesRing ? Ring(entries: mostPendingWrites) : nil
    private let usesRing: Bool

    init(usesRing: Bool) {
        self.usesRing = usesRing
        pendingWrites.reserveCapacity(mostPendingWrites)
    }

    deinit {
        scratch.deallocate()
    }

    var isFull: Bool { pendingWrites.count == mostPendingWrites }

    func clear() {
        pendingWrites.removeAll(keepingCapacity: true)
        used = 0
        copied.chain = Turn.none
        if scratch.count > usualScratch { replaceScratch(usualScratch) }
    }

    /// In one piece; nil: there is no room before the others have left.
    func bytes(of chain: Int32, in turn: borrowing Turn) -> UnsafeRawBufferPointer? {
        let piece = turn.pieces[Int(chain)]
        if piece.previous == Turn.none { return turn.bytes(of: piece) }
        if copied.chain == chain { return copied.bytes }
        if piece.total > scratch.count - used {
            if used > 0 { return nil }
            replaceScratch(piece.total)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: scratch[used..<(used + piece.total)])
        turn.copy(chain, to: target)
        used += piece.total
        copied = (chain, UnsafeRawBufferPointer(target))
        return copied.bytes
    }

    func put(_ pendingWrite: PendingWrite) {
        pendingWrites.append(pendingWrite)
    }

    /// Offers each to its socket. Returns how many bytes were taken.
    func send(sealed: UnsafeRawBufferPointer) -> Int {
        pendingWrites.withUnsafeMutableBufferPointer { pendingWrites in
            if pendingWrites.count >= fewestForRing, let ring {
                ring.send(pendingWrites, sealed: sealed)
            } else {
                for index in pendingWrites.indices where pendingWrites[index].count > 0 {
                    // A write without a start is of sealed bytes.
                    let start = pendingWrites[index].start ?? sealed.baseAddress! + pendingWrites[index].offset
                    let result = Glibc.send(
                        pendingWrites[index].sendSlot.descriptor, start, pendingWrites[index].count, Self.flags)
                    pendingWrites[index].sent = bytesTaken(result, martlet_errno())
                }
            }
            return pendingWrites.reduce(0) { $0 + max($1.sent, 0) }
        }
    }

    private func replaceScratch(_ count: Int) {
        scratch.deallocate()
        scratch = .allocate(byteCount: count, alignment: 64)
    }
}

private let mostPendingWrites = 256
private let usualScratch = 256 << 10
/// Below that, a system call each is as good.
private let fewestForRing = 4

import CLinux
import EventLoop
import Glibc

/// One write of a turn.
struct Shipment {
    let slot: Int
    let lane: Lane
    /// Nil: sealed, and at `offset` of the ciphertext.
    let start: UnsafeRawPointer?
    let offset: Int
    let count: Int
    /// What the socket has taken; below 0: the connection is broken.
    var sent = 0

    init(_ slot: Int, _ lane: Lane, _ bytes: UnsafeRawBufferPointer) {
        self.slot = slot
        self.lane = lane
        start = bytes.baseAddress
        offset = 0
        count = bytes.count
    }

    init(_ slot: Int, _ lane: Lane, sealed range: Range<Int>) {
        self.slot = slot
        self.lane = lane
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

/// What of a turn leaves together: by one system call for all, where the kernel has io_uring and lets us.
///
/// Chains of several pieces are copied together, those of many connections once.
final class Dispatch {
    static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)

    private(set) var shipments: [Shipment] = []
    private var scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: usualScratch, alignment: 64)
    private var used = 0
    /// The chain that was copied last.
    private var copied = (chain: Turn.none, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    /// Made by the first who needs it: a ring is its thread's.
    private lazy var ring = isRinging ? Ring(entries: mostShipments) : nil
    private let isRinging: Bool

    init(isRinging: Bool) {
        self.isRinging = isRinging
        shipments.reserveCapacity(mostShipments)
    }

    deinit {
        scratch.deallocate()
    }

    var isFull: Bool { shipments.count == mostShipments }

    func clear() {
        shipments.removeAll(keepingCapacity: true)
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

    func put(_ shipment: Shipment) {
        shipments.append(shipment)
    }

    /// Offers each to its socket. Returns how many bytes were taken.
    func send(sealed: UnsafeRawBufferPointer) -> Int {
        shipments.withUnsafeMutableBufferPointer { shipments in
            if shipments.count >= fewestForRing, let ring {
                ring.send(shipments, sealed: sealed)
            } else {
                for index in shipments.indices where shipments[index].count > 0 {
                    let start = shipments[index].start ?? sealed.baseAddress! + shipments[index].offset
                    let result = Glibc.send(
                        shipments[index].lane.descriptor, start, shipments[index].count, Self.flags)
                    shipments[index].sent = bytesTaken(result, martlet_errno())
                }
            }
            return shipments.reduce(0) { $0 + max($1.sent, 0) }
        }
    }

    private func replaceScratch(_ count: Int) {
        scratch.deallocate()
        scratch = .allocate(byteCount: count, alignment: 64)
    }
}

private let mostShipments = 256
private let usualScratch = 256 << 10
/// Below that, a system call each is as good.
private let fewestForRing = 4

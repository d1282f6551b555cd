import Bytes
import Framing
import Synchronization

/// The bytes that wait to be sent on a connection, in order. Exists only while the socket's buffer is full.
///
/// Shared frames stay shared: only bytes made for this connection are copied. Counted against the connection's limit
/// and the node's.
final class Backlog {
    private struct Item {
        enum Content {
            case shared(Payload)
            case own([UInt8])
            /// TLS records: their numbers are used up, so they must leave, whole and in this order.
            case sealed([UInt8])
        }

        var content: Content
        let conflation: UInt64
        /// How much of it has left.
        var sent: Int

        var count: Int {
            switch content {
            case .shared(let payload): payload.frame.count - sent
            case .own(let bytes), .sealed(let bytes): bytes.count - sent
            }
        }

        var isSealed: Bool {
            if case .sealed = content { true } else { false }
        }

        /// Its part of the node's budget: nothing for bytes that are there anyway.
        var ownCount: Int {
            if case .shared(let payload) = content, payload.isPermanent { 0 } else { count }
        }

        /// Dropping or replacing it would tear what the client reads.
        var mustLeave: Bool { isSealed || sent > 0 }

        func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            switch content {
            case .shared(let payload): body(UnsafeRawBufferPointer(rebasing: payload.frame[sent...]))
            case .own(let bytes), .sealed(let bytes):
                bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            }
        }
    }

    private var items: [Item] = []
    private var first = 0
    private let node: NodeBudget
    /// Of a connection that is no WebSocket.
    private let isPage: Bool
    private(set) var count = 0
    /// Bytes of it that are in memory for this connection alone.
    private(set) var ownBytes = 0
    /// On the loop's clock.
    let begunAt: Int64

    init(node: NodeBudget, isPage: Bool, at moment: Int64) {
        self.node = node
        self.isPage = isPage
        begunAt = moment
    }

    deinit {
        node.add(-ownBytes, isPage: isPage)
    }

    var isEmpty: Bool { first == items.count }

    // MARK: - Filling

    /// `sent`: how much of the bytes has left already.
    func append(own bytes: UnsafeRawBufferPointer, sent: Int) {
        append(Item(content: .own(Array(bytes)), conflation: 0, sent: sent))
    }

    /// Behind what is sealed already and before all that will be sealed later: TLS numbers its records.
    func append(sealed bytes: UnsafeRawBufferPointer) {
        let item = Item(content: .sealed(Array(bytes)), conflation: 0, sent: 0)
        let place = items.indices[first...].first { !items[$0].isSealed } ?? items.endIndex
        items.insert(item, at: place)
        grow(by: item)
    }

    /// A newer frame takes the place of an older one of the same key that has not begun to leave.
    func append(_ payload: Payload, conflation: UInt64, sent: Int) {
        let item = Item(content: .shared(payload), conflation: conflation, sent: sent)
        guard conflation != 0, let older = replaceable(conflation) else { return append(item) }
        shrink(by: items[older])
        grow(by: item)
        items[older] = item
    }

    /// Few items are conflatable and only a slow connection has a backlog, so a search will do.
    private func replaceable(_ conflation: UInt64) -> Int? {
        items.indices[first...].last { items[$0].conflation == conflation && !items[$0].mustLeave }
    }

    private func append(_ item: Item) {
        items.append(item)
        grow(by: item)
    }

    // MARK: - Emptying

    var firstCount: Int { items[first].count }

    var isFirstSealed: Bool { items[first].isSealed }

    /// Gives what leaves next to `body`, which says how much of it has left.
    func sendFirst(_ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        let taken = items[first].withBytes(body)
        shrink(by: items[first])
        items[first].sent += taken
        grow(by: items[first])
        if items[first].count == 0 { dropFirst() }
        return taken
    }

    func withFirst(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        items[first].withBytes(body)
    }

    func replaceFirst(sealed bytes: UnsafeRawBufferPointer) {
        let item = Item(content: .sealed(Array(bytes)), conflation: 0, sent: 0)
        shrink(by: items[first])
        grow(by: item)
        items[first] = item
    }

    /// Forgets all that may be forgotten.
    func discardUnsent() {
        for item in items[first...] where !item.mustLeave { shrink(by: item) }
        items = items[first...].filter(\.mustLeave)
        first = 0
    }

    private func dropFirst() {
        first += 1
        if first == items.count {
            items.removeAll()
            first = 0
        } else if first >= 32 && first * 2 >= items.count {
            items.removeFirst(first)
            first = 0
        }
    }

    private func grow(by item: Item) { count(item.count, item.ownCount) }

    private func shrink(by item: Item) { count(-item.count, -item.ownCount) }

    private func count(_ amount: Int, _ own: Int) {
        count += amount
        ownBytes += own
        node.add(own, isPage: isPage)
    }
}

/// The bytes that wait in all outboxes of the node, against their limit.
package final class NodeBudget: Sendable {
    package let limit: Int
    let shards: Int
    private let used = Atomic<Int>(0)
    private let pages = Atomic<Int>(0)

    package init(limit: Int, shards: Int = 1) {
        self.limit = limit
        self.shards = shards
    }

    package var count: Int { used.load(ordering: .relaxed) }
    /// The part of it that waits for connections that are no WebSockets.
    package var pageBytes: Int { pages.load(ordering: .relaxed) }
    var isExceeded: Bool { count > limit }
    var isHalfFullOfPages: Bool { pageBytes > limit / 2 }

    func add(_ amount: Int, isPage: Bool) {
        used.add(amount, ordering: .relaxed)
        if isPage { pages.add(amount, ordering: .relaxed) }
    }
}

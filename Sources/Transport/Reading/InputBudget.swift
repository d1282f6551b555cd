import Locking
import Meters
import Synchronization

/// The input that a connection holds: bytes that have come, and whose request or message is unfinished or waits.
struct HeldInput: Equatable {
    enum Payer: Equatable {
        /// A client that has not shown who it is, or whose session is over.
        case address(SocketAddress.Network)
        /// The same, of a trusted proxy's connection whose client is not known yet.
        case unknown
        /// It has a session, or has shown a key.
        case settled
        case `operator`
    }

    var bytes = 0
    var payer = Payer.settled

    fileprivate var isUnsettled: Bool {
        switch payer {
        case .address, .unknown: bytes > 0
        case .settled, .operator: false
        }
    }

    fileprivate var unsettledBytes: Int { isUnsettled ? bytes : 0 }
}

/// The input that all connections of the node hold, against its limits: in all, and of each address. Shared by the shards.
///
/// Clients that have not shown who they are get half of it, so that sessions and backends have the rest. Operators are counted
/// and never refused: their connections are few.
package final class InputBudget: Sendable {
    private let limit: Int
    private let addressLimit: Int
    private let used = Atomic<Int>(0)
    private let unsettled = Atomic<Int>(0)
    private let networks = Lock<[SocketAddress.Network: Int]>([:])

    package init(limit: Int, perAddress: Int) {
        self.limit = limit
        addressLimit = perAddress
    }

    package var count: Int { used.load(ordering: .relaxed) }

    /// A connection that held `old` holds `new`. Returns why that is too much. It is counted all the same, until it is given up.
    func exchange(_ old: HeldInput, for new: HeldInput) -> InputRefusal? {
        let all = used.add(new.bytes - old.bytes, ordering: .relaxed).newValue
        let unsettled = unsettled.add(new.unsettledBytes - old.unsettledBytes, ordering: .relaxed).newValue
        let ofAddress = countAddress(old, new)
        guard new.bytes > old.bytes, new.payer != .operator else { return nil }
        if ofAddress > addressLimit { return .address }
        return all > limit || new.isUnsettled && unsettled > limit / 2 ? .node : nil
    }

    /// Returns how much the address of `new` holds now.
    private func countAddress(_ old: HeldInput, _ new: HeldInput) -> Int {
        if !old.isUnsettled, !new.isUnsettled { return 0 }
        return networks.withLock { networks in
            if case .address(let network) = old.payer, old.bytes > 0 {
                let rest = networks[network, default: 0] - old.bytes
                precondition(rest >= 0, "more input of an address was given back than came")
                networks[network] = rest == 0 ? nil : rest
            }
            guard case .address(let network) = new.payer, new.bytes > 0 else { return 0 }
            networks[network, default: 0] += new.bytes
            return networks[network, default: 0]
        }
    }
}

import Locking

/// How many connections the node has, and how many of each address have not proved who they are. Shared by the shards.
package final class Admission: Sendable {
    package enum Refusal: Sendable { case full, tooManyPending }

    private struct State {
        var connections = 0
        var pending: [SocketAddress.Host: Int] = [:]

        mutating func settle(_ host: SocketAddress.Host) {
            let left = pending[host, default: 0] - 1
            precondition(left >= 0, "an address was settled more often than it entered")
            pending[host] = left == 0 ? nil : left
        }
    }

    private let limit: Int
    private let pendingLimit: Int
    private let state = Lock(State())

    package init(_ options: TransportOptions) {
        limit = options.connections
        pendingLimit = options.pendingPerAddress
    }

    package var connections: Int { state.withLock { $0.connections } }
    package var pending: Int { state.withLock { $0.pending.values.reduce(0, +) } }

    /// Counts one connection in, or says why not.
    func enter(_ host: SocketAddress.Host) -> Refusal? {
        state.withLock { state in
            if state.connections >= limit { return .full }
            let waiting = state.pending[host, default: 0]
            if waiting >= pendingLimit { return .tooManyPending }
            state.pending[host] = waiting + 1
            state.connections += 1
            return nil
        }
    }

    /// The peer has proved who it is.
    func settle(_ host: SocketAddress.Host) {
        state.withLock { $0.settle(host) }
    }

    func leave(_ host: SocketAddress.Host, isPending: Bool) {
        state.withLock { state in
            state.connections -= 1
            if isPending { state.settle(host) }
        }
    }
}

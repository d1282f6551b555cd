import Locking

/// The state in which a connection counts against the limits of its address.
enum Standing {
    /// It has not proved who it is.
    case pending
    case settled
    /// Its session is over, and its peer has not ended it yet.
    case closing
}

/// How many connections the node has, and how many of each address have no session: not yet, or not any more. Shared by the
/// shards.
///
/// An IPv6 address stands for its network of 64 bits: a host with one such address has all of them.
package final class Admission: Sendable {
    package enum Refusal: Sendable { case full, tooManyPending }

    private struct Count {
        var pending = 0
        var closing = 0
    }

    private struct State {
        var connections = 0
        var networks: [SocketAddress.Network: Count] = [:]

        mutating func add(_ amount: Int, _ kind: WritableKeyPath<Count, Int>, _ network: SocketAddress.Network) {
            var count = networks[network] ?? Count()
            count[keyPath: kind] += amount
            precondition(count[keyPath: kind] >= 0, "more connections of an address have gone than came")
            networks[network] = count.pending + count.closing == 0 ? nil : count
        }
    }

    private let limit: Int
    private let pendingLimit: Int
    private let closingLimit: Int
    private let state = Lock(State())

    package init(_ options: TransportOptions) {
        limit = options.connections
        pendingLimit = options.pendingPerAddress
        closingLimit = options.closingPerAddress
    }

    /// Without `perAddress` all of them may have the same address, as behind a Unix socket.
    init(connections: Int, perAddress: Int? = nil) {
        limit = connections
        pendingLimit = perAddress ?? connections
        closingLimit = perAddress ?? connections
    }

    package var connections: Int { state.withLock { $0.connections } }
    package var pending: Int { state.withLock { $0.networks.values.reduce(0) { $0 + $1.pending } } }
    package var closing: Int { state.withLock { $0.networks.values.reduce(0) { $0 + $1.closing } } }

    /// Counts one connection in, or says why not. Without a network it is a trusted proxy's, and counts against no address
    /// until `identify`.
    func enter(_ network: SocketAddress.Network?) -> Refusal? {
        state.withLock { state in
            if state.connections >= limit { return .full }
            if let network {
                if isFull(network, state) { return .tooManyPending }
                state.add(1, \.pending, network)
            }
            state.connections += 1
            return nil
        }
    }

    /// The client behind a proxy is known: from now on its connection counts like one of its own.
    func identify(_ network: SocketAddress.Network, as standing: Standing) -> Refusal? {
        state.withLock { state in
            if isFull(network, state) { return .tooManyPending }
            if standing == .pending { state.add(1, \.pending, network) }
            return nil
        }
    }

    private func isFull(_ network: SocketAddress.Network, _ state: State) -> Bool {
        let count = state.networks[network] ?? Count()
        return count.pending + count.closing >= pendingLimit
    }

    /// The peer has proved who it is.
    func settle(_ network: SocketAddress.Network?) {
        guard let network else { return }
        state.withLock { $0.add(-1, \.pending, network) }
    }

    /// The session of a settled connection is over. False: so many of its address are closing that there is no patience for
    /// another one.
    func beginClosing(_ network: SocketAddress.Network?) -> Bool {
        guard let network else { return true }
        return state.withLock { state in
            if state.networks[network, default: Count()].closing >= closingLimit { return false }
            state.add(1, \.closing, network)
            return true
        }
    }

    func leave(_ network: SocketAddress.Network?, as standing: Standing) {
        state.withLock { state in
            state.connections -= 1
            guard let network else { return }
            switch standing {
            case .pending: state.add(-1, \.pending, network)
            case .settled: break
            case .closing: state.add(-1, \.closing, network)
            }
        }
    }
}

/// Clients that use up their connections keep no operator out.
struct Admissions: Sendable {
    let clients: Admission
    let admin: Admission
    let acme = Admission(connections: mostValidations, perAddress: mostValidationsOfAddress)

    init(_ options: TransportOptions) {
        clients = Admission(options)
        admin = Admission(connections: options.adminConnections)
    }

    subscript(role: ListenerRole) -> Admission {
        switch role {
        case .clients: clients
        case .admin: admin
        case .acme: acme
        }
    }
}

/// Anybody can come to this port and stay for as long as a request may take. With these numbers it takes many hosts to keep an
/// ACME server out.
private let mostValidations = 1_024
/// For a certificate of many hosts, a server looks for several of them at once and from several places, which all have one
/// address behind a proxy.
private let mostValidationsOfAddress = 32

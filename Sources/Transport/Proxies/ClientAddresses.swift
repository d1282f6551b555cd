import EventLoop
import Framing
import Meters

/// The part of a PROXY header that has come, and the TLS that the connection will speak behind it.
struct AwaitedProxyHeader {
    var bytes: [UInt8] = []
    let tls: TLSContext?
}

/// Finds out whose the connections of a shard are, where trusted proxies bring them. Called on the shard's queue.
final class ClientAddresses {
    private unowned let shard: Shard
    private let proxies: TrustedProxies

    init(_ shard: Shard) {
        self.shard = shard
        proxies = shard.options.proxies
    }

    /// Whether the peer is a proxy, whose connection counts against no address as long as the client's is not known. Before the
    /// listener of operators there is none.
    func isProxy(_ peer: SocketAddress, _ role: ListenerRole) -> Bool { role == .clients && proxies.trusts(peer) }

    /// A connection has been accepted. True: a proxy must send a PROXY header first, and TLS comes behind it.
    func begin(_ connection: Connection, tls: TLSContext?) -> Bool {
        guard isProxy(connection.peer, connection.role) else {
            connection.counted = connection.peer.network
            return false
        }
        if proxies.sendsProxyHeader {
            connection.proxyHeader = AwaitedProxyHeader(tls: tls)
        } else {
            connection.believedProxy = connection.peer
        }
        return proxies.sendsProxyHeader
    }

    /// Takes the PROXY header off the front and returns what is behind it. A connection without one, or with a wrong one,
    /// ends: nobody can say whose it is.
    func readProxyHeader(
        _ connection: Connection, _ bytes: UnsafeMutableRawBufferPointer
    ) -> UnsafeMutableRawBufferPointer {
        let nothing = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        guard var awaited = connection.proxyHeader else { return bytes }
        awaited.bytes += bytes
        do throws(ProxyHeader.Malformed) {
            guard let header = try ProxyHeader.read(awaited.bytes) else {
                connection.proxyHeader = awaited
                return nothing
            }
            try takeSource(header.source, connection)
            connection.proxyHeader = nil
            // Another proxy's connection is counted when a request says whose it is; a health check never.
            guard header.source == .own || connection.believedProxy != nil || count(connection) else {
                shard.end(connection)
                return nothing
            }
            if let tls = awaited.tls { connection.tls = TLSSession(tls, window: shard.window) }
            return UnsafeMutableRawBufferPointer(rebasing: bytes.suffix(awaited.bytes.count - header.count))
        } catch {
            refuse(connection)
            return nothing
        }
    }

    /// There is no PROXY header, it is wrong, or it did not come in time.
    func refuse(_ connection: Connection) {
        shard.metrics.connectionsRefused[.proxyHeader].add()
        shard.end(connection)
    }

    private func takeSource(_ source: ProxyHeader.Source, _ connection: Connection) throws(ProxyHeader.Malformed) {
        if source == .own { return }
        guard let address = SocketAddress(source) else { throw ProxyHeader.Malformed() }
        connection.peer = address
        if proxies.trusts(address) { connection.believedProxy = address }
    }

    /// Takes the client's address from the request where the connection is a trusted proxy's. Each request names its own: a
    /// proxy sends those of many clients over one connection.
    func readHeaders(of request: HTTPRequest, on connection: Connection) {
        guard let proxy = connection.believedProxy else { return }
        connection.peer = proxies.client(of: request.headers, through: proxy)
    }

    /// Counts the connection against the limits of its client's address, once. False: there are too many.
    func count(_ connection: Connection) -> Bool {
        guard connection.counted == nil else { return true }
        let network = connection.peer.network
        if shard.admissions[connection.role].identify(network, as: connection.standing) != nil {
            shard.metrics.connectionsRefused[.pendingPerAddress].add()
            return false
        }
        connection.counted = network
        return true
    }
}

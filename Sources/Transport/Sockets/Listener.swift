import CLinux
import EventLoop
import Glibc

/// A TCP socket that listens, on its way into a shard. Its holder closes it.
///
/// Every shard has its own on the same port (SO_REUSEPORT), and the kernel deals the connections out.
package struct ListeningSocket: Sendable {
    package let descriptor: Int32
    package let address: SocketAddress

    /// Without `mustBeFree` SO_REUSEPORT would let a second gateway of the same user take
    /// half of the connections unnoticed.
    package init(_ wanted: SocketAddress, backlog: Int32, sendBuffer: Int, mustBeFree: Bool) throws(SystemError) {
        if mustBeFree && wanted.port != 0 { try Self.ensureFree(wanted) }
        let descriptor = try Self.open(wanted, reusesPort: true)
        do throws(SystemError) {
            // Accepted sockets inherit it. The kernel takes it twice, for what it needs itself (socket(7), SO_SNDBUF).
            if sendBuffer > 0 { try Self.set(descriptor, SOL_SOCKET, SO_SNDBUF, Int32(sendBuffer)) }
            if listen(descriptor, backlog) < 0 { throw SystemError("listen") }
            address = try Self.address(of: descriptor)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    private static func ensureFree(_ address: SocketAddress) throws(SystemError) {
        _ = close(try open(address, reusesPort: false))
    }

    private static func open(_ address: SocketAddress, reusesPort: Bool) throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        if descriptor < 0 { throw SystemError("socket") }
        do throws(SystemError) {
            try set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if reusesPort { try set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
            // Accepted sockets inherit it, which saves a call for each.
            try set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            if address.withSocketAddress({ bind(descriptor, $0, $1) }) < 0 { throw SystemError("bind") }
        } catch {
            _ = close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) throws(SystemError) {
        var value = value
        if setsockopt(descriptor, level, option, &value, 4) < 0 { throw SystemError("setsockopt") }
    }

    private static func address(of descriptor: Int32) throws(SystemError) -> SocketAddress {
        var bound = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let known = withUnsafeMutableBytes(of: &bound) {
            // The structure is not empty.
            getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, &size)
        }
        if known < 0 { throw SystemError("getsockname") }
        return SocketAddress(bound)
    }
}

/// A listening socket in its shard.
final class Listener {
    let descriptor: Int32
    let role: ListenerRole
    /// Replaced when certificates are loaded anew; a connection keeps the one it began with.
    var tls: TLSContext?
    /// Taken off the poller for a moment after the process ran out of descriptors.
    var isResting = false

    /// It closes the descriptor at its end.
    init(_ descriptor: Int32, role: ListenerRole, tls: TLSContext?) {
        self.descriptor = descriptor
        self.role = role
        self.tls = tls
    }

    deinit {
        _ = close(descriptor)
    }

    /// One waiting connection, or nil when there is none.
    func accept() throws(SystemError) -> (descriptor: Int32, peer: SocketAddress)? {
        var peer = sockaddr_storage()
        while true {
            let accepted = martlet_accept(descriptor, &peer)
            if accepted >= 0 {
                let isUnix = peer.ss_family == sa_family_t(AF_UNIX)
                return (accepted, isUnix ? .ofUnixPeer : SocketAddress(peer))
            }
            switch martlet_errno() {
            case EAGAIN: return nil
            // The peer gave up while it waited (accept(2), "Error handling"): take the next one.
            case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ENONET, ENOPROTOOPT:
                continue
            default: throw SystemError("accept4")
            }
        }
    }
}

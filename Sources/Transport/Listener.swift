import CLinux
import EventLoop
import Glibc

/// One listening socket of one shard. With SO_REUSEPORT every shard has its own on the same port, and the kernel deals
/// the connections out.
package final class Listener {
    package let address: SocketAddress
    let descriptor: Int32
    /// Replaced when certificates are loaded anew; a connection keeps the one it began with.
    package var tls: TLSContext?
    /// Taken off the poller for a moment after the process ran out of descriptors.
    var isResting = false

    package init(_ wanted: SocketAddress, backlog: Int32, tls: TLSContext?) throws(SystemError) {
        let descriptor = try Self.open(wanted, backlog: backlog)
        var bound = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let known = withUnsafeMutableBytes(of: &bound) {
            getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, &size)
        }
        if known < 0 {
            let failure = SystemError("getsockname")
            _ = close(descriptor)
            throw failure
        }
        address = SocketAddress(bound)
        self.descriptor = descriptor
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
            if accepted >= 0 { return (accepted, SocketAddress(peer)) }
            switch martlet_errno() {
            case EAGAIN: return nil
            // The peer gave up while it waited (accept(2), "Error handling"): take the next one.
            case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ENONET, ENOPROTOOPT: continue
            default: throw SystemError("accept4")
            }
        }
    }

    private static func open(_ address: SocketAddress, backlog: Int32) throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        if descriptor < 0 { throw SystemError("socket") }
        do throws(SystemError) {
            try set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            try set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1)
            // Accepted sockets inherit it, which saves a call for each.
            try set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            if address.withSocketAddress({ bind(descriptor, $0, $1) }) < 0 { throw SystemError("bind") }
            if listen(descriptor, backlog) < 0 { throw SystemError("listen") }
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

    /// Fails if any socket already listens there: with SO_REUSEPORT a second gateway would silently take half of the
    /// connections.
    package static func ensureFree(_ address: SocketAddress) throws(SystemError) {
        let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if descriptor < 0 { throw SystemError("socket") }
        defer { _ = close(descriptor) }
        try set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if address.withSocketAddress({ bind(descriptor, $0, $1) }) < 0 { throw SystemError("bind") }
    }
}

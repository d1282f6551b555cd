import Glibc
import TestSupport

/// A way to a server by its Unix socket that lets few bytes pass at a time, in both directions.
final class SlowWay: Sendable {
    let port: UInt16
    private let listener: Int32

    /// `bytes`: in each twentieth of a second.
    init(to path: String, bytes: Int) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // What the kernel keeps for the receiver has not passed.
        Self.set(SO_RCVBUF, to: 16_384, at: listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(listener, $0, size) == 0 && listen(listener, 16) == 0)
                precondition(getsockname(listener, $0, &size) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        self.listener = listener
        _ = Thread.start(name: "slow-way") {
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { break }
                let server = Self.connect(to: path)
                Self.set(SO_SNDBUF, to: 16_384, at: client)
                for (from, to) in [(client, server), (server, client)] {
                    _ = Thread.start(name: "slow-way") { Self.pass(bytes, from, to) }
                }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func set(_ option: Int32, to value: Int32, at socket: Int32) {
        var value = value
        setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func connect(to path: String) -> Int32 {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        precondition(isConnected, "no server at \(path)")
        return server
    }

    private static func pass(_ bytes: Int, _ from: Int32, _ to: Int32) {
        var buffer = [UInt8](repeating: 0, count: bytes)
        while true {
            let count = recv(from, &buffer, bytes, 0)
            var sent = 0
            while sent < count {
                let some = buffer.withUnsafeBytes {
                    // There are bytes left, so the buffer has an address.
                    send(to, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
                }
                if some <= 0 { break }
                sent += some
            }
            if count <= 0 || sent < count { break }
            Thread.sleep(milliseconds: 50)
        }
        // The other direction ends as well, and neither closes what the other one uses.
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
    }
}

import Client
import Framing
import Glibc
import JSON
import Testing

/// The gateway under a service manager that waits for its word, as systemd does for `Type=notify`.
@Suite(.alone("A process's life, files, log and command lines.")) struct SupervisorTests {
    @Test func `the service manager hears that the gateway is ready, and later that it stops`() throws {
        let workspace = try Workspace()
        let path = workspace("notify")
        let manager = try DatagramSocket(path)
        try withGateway(launcher: ["/usr/bin/env", "NOTIFY_SOCKET=\(path)"], workspace: workspace) { gateway in
            #expect(try manager.next() == "READY=1")
            let ready = try gateway.http().request(.get, "/readyz")
            #expect(ready.status == 200)
            gateway.signal(SIGTERM)
            #expect(try manager.next() == "STOPPING=1")
            let end = try gateway.wait()
            #expect(end == .exited(0))
        }
    }

    @Test func `an abstract socket works as well`() throws {
        let name = "@martlet-test-\(getpid())-notify"
        let manager = try DatagramSocket(name)
        try withGateway(launcher: ["/usr/bin/env", "NOTIFY_SOCKET=\(name)"]) { _ in
            let word = try manager.next()
            #expect(word == "READY=1")
        }
    }

    @Test(arguments: ["/nowhere/notify", String(repeating: "x", count: 200)])
    func `a service manager that cannot be reached is told in the log, and the gateway serves`(path: String) throws {
        try withGateway(launcher: ["/usr/bin/env", "NOTIFY_SOCKET=\(path)"]) { gateway in
            try gateway.waitForLog("the service manager was not told")
            let ready = try gateway.http().request(.get, "/readyz")
            #expect(ready.status == 200)
        }
    }
}

/// A datagram socket of Unix; "@" begins an abstract name.
private final class DatagramSocket: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bound = withUnsafeBytes(of: &address) { address in
            // An address is not empty.
            bind(descriptor, address.baseAddress!.assumingMemoryBound(to: sockaddr.self), size)
        }
        guard bound == 0 else { throw Workspace.Failure("bind", path) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    func next() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw Workspace.Failure("recv", "the service manager's socket") }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

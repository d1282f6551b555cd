import Client
import Framing
import Glibc
import Meters
import TestSupport
import Testing

@testable import Transport

struct AcceptingTests {
    @Test func `the kernel deals connections out over the shards`() throws {
        let server = try TestServer(shards: 2)
        let clients = try (0..<64).map { _ in try server.connect() }
        #expect(Set(clients.map(\.1.shard)) == [0, 1])
        for index in 0..<2 {
            let expected = clients.filter { $0.1.shard == UInt16(index) }.count
            #expect(try server.inShard(index) { $0.shard.count } == expected)
        }
    }

    @Test func `no more connections are taken than allowed, until some have gone`() throws {
        let server = try TestServer { $0.connections = 3 }
        do {
            let clients = try (0..<3).map { _ in try server.connect() }
            #expect(throws: ClientError.self) { try server.connect() }
            #expect(server.total { $0.connectionsRefused[.total].value } == 1)
            withExtendedLifetime(clients) {}
        }
        try server.expectNothingLeft()
        _ = try server.connect()
    }

    @Test func `those who have not proved who they are are counted by address`() throws {
        let server = try TestServer { $0.pendingPerAddress = 3 }
        let pending = try (0..<3).map { _ in try server.channel() }
        try until("their accepts") { server.node.admission.pending == 3 }
        let refused = try server.channel()
        #expect(try !refused.fill(by: .after(.seconds(10)), waitingFor: "its end"))
        #expect(server.total { $0.connectionsRefused[.pendingPerAddress].value } == 1)
        // An upgrade settles them in this service; then others may come.
        try pending[0].write(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(try pending[0].fill(by: .after(.seconds(10)), waitingFor: "the response"))
        #expect(server.node.admission.pending == 3)
        pending[1].resetAtEnd()
        withExtendedLifetime(pending) {}
    }

    @Test func `who is closing counts against its address again, and where too many are, is cut off`() throws {
        let server = try TestServer {
            $0.pendingPerAddress = 4
            $0.closingPerAddress = 2
            $0.closeTimeout = 60_000
        }
        var clients = try (0..<6).map { _ in try server.connect() }
        for (_, id) in clients { try server.with(id) { $0.shard.close($1, code: .draining) } }
        try until("four of them are cut off") { server.node.admission.connections == 2 }
        #expect(server.node.admission.closing == 2)
        // Two more are taken, as long as they are pending.
        let pending = try (0..<2).map { _ in try server.channel() }
        try until("their accepts") { server.node.admission.pending == 2 }
        let refused = try server.channel()
        #expect(try !refused.fill(by: .after(.seconds(10)), waitingFor: "its end"))
        // All of them were told why.
        for (client, _) in clients { #expect(try client.receive() == .closed(.draining, reason: "")) }
        clients.removeAll()
        try until("the others have ended as well") { server.node.admission.closing == 0 }
        pending.forEach { $0.resetAtEnd() }
    }

    @Test func `IPv6 addresses count by networks of 64 bits, IPv4 addresses by themselves`() throws {
        var options = TransportOptions()
        options.pendingPerAddress = 2
        let admission = Admission(options)
        func enter(_ address: String) throws -> Admission.Refusal? {
            admission.enter(try #require(SocketAddress(address, port: 1)).network)
        }
        for address in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::1"] { #expect(try enter(address) == nil) }
        #expect(try enter("2001:db8:1:2:3:4:5:6") == .tooManyPending)
        #expect(try enter("2001:db8:1:3::1") == nil)
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2", "::ffff:192.0.2.2"] {
            #expect(try enter(address) == nil)
        }
        #expect(try enter("192.0.2.1") == .tooManyPending)
        #expect(try enter("::ffff:192.0.2.2") == .tooManyPending)
    }

    @Test func `a host that comes again and again keeps no ACME server out`() throws {
        let admission = Admissions(TransportOptions())[.acme]
        func enter(_ address: String) throws -> Admission.Refusal? {
            admission.enter(try #require(SocketAddress(address, port: 1)).network)
        }
        for _ in 0..<32 { #expect(try enter("192.0.2.1") == nil) }
        #expect(try enter("192.0.2.1") == .tooManyPending)
        #expect(try enter("192.0.2.2") == nil)
    }

    /// In a process of its own, since the limit is the process's.
    @Test func `a process out of descriptors rests its listener and recovers`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            let client = try server.connect().0
            let spare = dup(0)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let former = limit.rlim_cur
            close(spare)
            // One more descriptor: the next client's own. The server has none left to accept it with.
            limit.rlim_cur = rlim_t(spare + 1)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let waiting = try server.channel()
            try until("the refusal") { server.total { $0.connectionsRefused[.descriptors].value } > 0 }
            // Those who are there are served, and the processor is not burnt.
            try client.send("still served")
            let echo = try client.receive()
            precondition(echo == .binary(Array("still served".utf8)), "\(echo)")
            let refusals = server.total { $0.connectionsRefused[.descriptors].value }
            Thread.sleep(milliseconds: 500)
            let more = server.total { $0.connectionsRefused[.descriptors].value } - refusals
            precondition((1...10).contains(more), "\(more) attempts in half a second")
            limit.rlim_cur = former
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let http = HTTPConnection(waiting)
            try http.send(raw: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let page = try http.response().text
            precondition(page == "hello", page)
        }
    }
}

import Bytes
import Client
import Framing
import TestSupport
import Testing

@testable import Transport

/// Bodies of requests that are taken in pieces, and responses that are sent so.
struct StreamedBodyTests {
    /// Counts, and answers with the count.
    final class Counter: BodyReceiver {
        private let service: TestService
        private let id: ConnectionID
        private let told: Log<String>
        private let holds: Bool
        private let keeps: Bool
        private var count = 0

        init(_ service: TestService, _ id: ConnectionID, _ told: Log<String>, holds: Bool, keeps: Bool) {
            self.keeps = keeps
            self.service = service
            self.id = id
            self.told = told
            self.holds = holds
        }

        func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
            count += bytes.count
            if holds { service.shard.bodies.hold(connection, true) }
            if keeps { service.shard.inputs.noteKept(count, of: connection) }
            told.add("\(count)")
        }

        func finish(on connection: Connection) {
            told.add("whole")
            service.shard.answer(id, HTTPResponse(.ok, body: Array("\(count)".utf8)))
        }

        func ended() { told.add("ended") }
    }

    private let told = Log<String>()

    private func server(
        tls: Bool = false, holds: Bool = false, keeps: Bool = false, mayPause: Bool = false,
        _ adjust: (inout TransportOptions) -> Void = { _ in }
    ) throws -> TestServer {
        var script = TestService.Script()
        script.receiver = { [told] in Counter($0, $1, told, holds: holds, keeps: keeps) }
        script.bodiesMayPause = mayPause
        return try TestServer(tls: tls ? try TestCertificate.shared.context() : nil, script: script) { options in
            options.http.streamed = [StreamedBodies([.put, .patch], pathStart: "/in/", bytes: 1 << 40)]
            adjust(&options)
        }
    }

    @Test(arguments: [false, true])
    func `a long body goes to its receiver as it comes, and the next request behind it is answered`(tls: Bool) throws {
        let server = try server(tls: tls)
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        let body = [UInt8](repeating: 7, count: 5_000_000)
        #expect(try http.request(.put, "/in/a", body: body).text == "5000000")
        #expect(try http.request(.put, "/in/a").text == "0")
        try http.send(
            raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try http.response().text == "3")
        #expect(try http.response().text == "hello")
        #expect(told.entries.filter { $0 == "whole" }.count == 3 && !told.entries.contains("ended"))
    }

    @Test func `a client that expects 100 Continue is told of before its body, or refused`() throws {
        let server = try server()
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        let end = " HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
        try http.send(raw: "PUT /in/a" + end)
        #expect(try http.response().status == 100)
        try http.send(raw: "abc")
        #expect(try http.response().text == "3")
        try http.send(raw: "PUT /in/no" + end)
        let refused = try http.response()
        #expect(refused.status == 403 && !refused.keepAlive)
    }

    @Test func `nothing more is read while the receiver has enough`() throws {
        let server = try server(holds: true)
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        try http.send(raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000\r\n\r\n")
        var sent = 0
        let piece = [UInt8](repeating: 1, count: 1 << 20)
        // The kernel takes some of it, and then no more.
        try until("a full socket") {
            let count = http.channel.writeSome(piece[...])
            sent += count
            return count == 0
        }
        let before = told.entries.count
        Thread.sleep(milliseconds: 100)
        #expect(told.entries.count == before)
        #expect(Int(told.entries.last ?? "0")! < 1 << 20, "\(sent) bytes were sent")
    }

    @Test func `a body that comes too slowly ends its connection, and one that is held does not`() throws {
        let server = try server { $0.bodyWindow = 100 }
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        try http.send(raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc")
        #expect(try http.response().status == 408)
        #expect(told.entries == ["3", "ended"])
        let holding = try self.server(holds: true) { $0.bodyWindow = 100 }
        let held = try HTTPConnection(holding.endpoint, holding.channelOptions)
        try held.send(raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc")
        Thread.sleep(milliseconds: 500)
        #expect(told.entries == ["3", "ended", "3"])
    }

    @Test func `a body in chunks goes to its receiver as it comes, and the next request behind it is answered`() throws
    {
        let server = try server { $0.bodyWindow = 10_000 }
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        let head = "PUT /in/a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        try http.send(raw: head + "3\r\nabc\r\n2;x=y\r\nd")
        try until("the first bytes") { told.entries.last == "4" }
        for piece in ["e", "\r", "\n0", "\r\n", "Trailer: x\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"] {
            try http.send(raw: piece)
        }
        #expect(try http.response().text == "5")
        #expect(try http.response().text == "hello")
        for malformed in ["x\r\n", "3\r\nabcd", "10000000001\r\n"] {
            let http = try HTTPConnection(server.endpoint, server.channelOptions)
            try http.send(raw: head + malformed)
            let refused = try http.response()
            #expect([400, 413].contains(refused.status) && !refused.keepAlive, "\(malformed)")
        }
        #expect(told.entries.filter { $0 == "ended" }.count == 3)
    }

    @Test func `a sender that may pause is given up for silence alone, and for more than may be kept`() throws {
        let server = try server(keeps: true, mayPause: true) { options in
            options.bodyWindow = 500
            options.inputBytes = 100_000
        }
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        try http.send(raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<40 {
            try http.send(raw: "1\r\na\r\n")
            Thread.sleep(milliseconds: 20)
        }
        #expect(told.entries.last == "40")
        #expect(try http.response().status == 408)
        let greedy = try HTTPConnection(server.endpoint, server.channelOptions)
        try greedy.send(raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n")
        try greedy.channel.write([UInt8](repeating: 1, count: 200_000))
        #expect([429, 503].contains(try greedy.response().status))
    }

    @Test func `a peer that goes in the midst of its body is told of once`() throws {
        let server = try server()
        do {
            let http = try HTTPConnection(server.endpoint, server.channelOptions)
            try http.send(raw: "PUT /in/a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc")
            try until("the first bytes") { told.entries.contains("3") }
        }
        try until("the end") { told.entries.contains("ended") }
        try server.expectNothingLeft()
        #expect(told.entries == ["3", "ended"])
    }
}

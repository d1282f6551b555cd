import Bytes
import Client
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

/// Responses over HTTP that their clients do not take.
struct UnreadPageTests {
    private static let page = [UInt8](repeating: 120, count: 300_000)
    private static let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

    private func server(
        node: Int, perAddress: Int, isShared: Bool = false
    ) throws -> TestServer {
        try TestServer(outboxBytes: node, script: .init(page: Self.page, isPageShared: isShared)) {
            $0.outboxBytes = 64 << 10
            $0.pauseReadingBytes = 32 << 10
            $0.sendBufferBytes = 4_096
            $0.pageBytesPerAddress = perAddress
        }
    }

    /// Asks for a page and does not read it.
    private func ask(_ server: TestServer, from address: String, receiveBuffer: Int32 = 4_096) throws -> Channel {
        let channel = try server.channel(from: address, receiveBuffer: receiveBuffer)
        try channel.write(Self.request)
        return channel
    }

    /// Reads a page bit by bit. False: it ends early.
    private func readsWhole(_ channel: Channel, while asking: (Int) throws -> Void = { _ in }) throws -> Bool {
        var count = 0
        while channel.input.count < Self.page.count {
            do throws(ClientError) {
                guard try channel.fill(by: .after(.seconds(10)), waitingFor: "more of the page") else { return false }
            } catch {
                guard case .system = error else { throw error }
                return false
            }
            count += 1
            try asking(count)
        }
        return true
    }

    @Test func `an address has a share of them, and those go first that were left unread for longest`() throws {
        let server = try server(node: 1 << 30, perAddress: 1 << 20)
        var unread: [Channel] = []
        for number in 1...12 {
            unread.append(try ask(server, from: "127.0.0.2"))
            try until("page \(number) waits") { server.total { $0.httpResponses[200].value } == number }
        }
        try until("some were given up") { server.total(\.slowConsumers.value) >= 8 }
        #expect(server.node.budget.pageBytes <= 1 << 20)
        #expect(try !readsWhole(unread[0]))
        #expect(try readsWhole(#require(unread.last)))
        unread.removeAll()
        try server.expectNothingLeft()
    }

    @Test(arguments: [1 << 20, 1 << 30])
    func `who reads gets a whole page, however many leave theirs`(perAddress: Int) throws {
        let server = try server(node: 4 << 20, perAddress: perAddress)
        var unread = try (0..<30).map { try ask(server, from: "127.0.0.\($0 % 10 + 2)") }
        try until("they have asked") { server.total { $0.httpResponses[200].value } == 30 }
        let reading = try ask(server, from: "127.0.0.1", receiveBuffer: 32 << 10)
        let isWhole = try readsWhole(reading) { count in
            if count % 4 == 0, unread.count < 60 { unread.append(try ask(server, from: "127.0.0.\(count % 10 + 2)")) }
        }
        #expect(isWhole)
        #expect(server.node.budget.pageBytes <= 3 << 20)
        unread.removeAll()
    }

    @Test func `a page that all share takes no memory of those who leave it`() throws {
        let server = try server(node: 1 << 20, perAddress: 128 << 10, isShared: true)
        var unread = try (0..<40).map { _ in try ask(server, from: "127.0.0.2") }
        try until("they have asked") { server.total { $0.httpResponses[200].value } == 40 }
        #expect(server.node.budget.count < 64 << 10)
        #expect(server.total(\.slowConsumers.value) == 0)
        #expect(try readsWhole(unread[0]))
        unread.removeAll()
        try server.expectNothingLeft()
    }
}

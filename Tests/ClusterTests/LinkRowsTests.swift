import EventLoop
import TestSupport
import Testing

@testable import Cluster

/// The rows by which nodes send packets to each other, in a real database.
struct LinkRowsTests {
    private let sender = Incarnation(1)
    private let one = Incarnation(2)
    private let other = Incarnation(.max)

    /// A log in which the nodes are members.
    private func makeLog() throws -> PostgresLogOptions {
        let options = PostgresLogOptions.ofTest { $0.address += " application_name=\($0.schema)" }
        _ = try PostgresLog(options)
        for node in [sender, one, other] {
            try PostgresServer.shared.psql(
                """
                INSERT INTO \(options.schema).member (node, incarnation, beats, applied)
                VALUES ('\(node)', \(Int64(bitPattern: node.number)), 0, 0)
                """)
        }
        return options
    }

    private func packet(_ serial: UInt64) -> LinkPacket {
        LinkPacket(stream: 7, serial: serial, follows: nil, message: nil)
    }

    /// With so much patience that whoever is not told of a packet fails the test.
    private func receive(_ rows: LinkRows, by own: Incarnation) throws -> [LinkPacket] {
        let began = Clock.monotonic
        let packets = try rows.receive(by: own, waiting: 20_000)
        #expect(packets.allSatisfy { $0.sender == sender })
        #expect(Clock.monotonic - began < 10_000)
        return packets.map(\.packet)
    }

    @Test func `packets for several nodes come together, and each node is told`() throws {
        let options = try makeLog()
        let receivers = [(one, LinkRows(options)), (other, LinkRows(options))]
        for (own, rows) in receivers { #expect(try rows.receive(by: own, waiting: 0).isEmpty) }
        let rows = LinkRows(options)
        for serial in [UInt64(1), 2] {
            try rows.send([one: [packet(serial)], other: [packet(serial), packet(serial + 1)]], from: sender)
            #expect(try receive(receivers[0].1, by: one) == [packet(serial)])
            #expect(try receive(receivers[1].1, by: other) == [packet(serial), packet(serial + 1)])
        }
    }

    @Test func `a stream that begins takes what came before it away, for its receiver alone`() throws {
        let options = try makeLog()
        let rows = LinkRows(options)
        try rows.send([one: [packet(1)], other: [packet(1)]], from: sender)
        try rows.send([one: [packet(1), packet(2)], other: [packet(2)]], from: sender)
        #expect(try receive(LinkRows(options), by: one) == [packet(1), packet(2)])
        #expect(try receive(LinkRows(options), by: other) == [packet(1), packet(2)])
    }

    @Test func `what comes while a node does not listen is there when it listens again`() throws {
        let options = try makeLog()
        let receiver = LinkRows(options)
        #expect(try receiver.receive(by: one, waiting: 0).isEmpty)
        try PostgresServer.shared.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(options.schema)'")
        try LinkRows(options).send([one: [packet(1)]], from: sender)
        #expect(throws: LogError.self) { try receiver.receive(by: one, waiting: 0) }
        #expect(try receive(receiver, by: one) == [packet(1)])
    }
}

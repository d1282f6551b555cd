/// The rows by which nodes send packets to each other, as one queue uses them.
final class LinkRows {
    private let options: PostgresLogOptions
    private let setup: String
    private let session: PostgresSession
    /// Of the node that receives here: it listens on a channel of its own.
    private var listening: (own: Incarnation, session: PostgresSession)?
    /// The number of the last row that was received.
    private var last: Int64 = 0

    init(_ options: PostgresLogOptions) {
        self.options = options
        // Rows of an unlogged table have no use for a disk.
        setup = PostgresStatements(options).setup + "; SET synchronous_commit = off"
        session = PostgresSession(options, setup: setup)
    }

    /// How the names of all nodes' channels begin; the rest is the incarnation, in hexadecimal digits.
    private static let channels = "martlet_link_"

    /// In one transaction: each notification wakes all who listen, whomever it is for.
    func send(_ outbox: [Incarnation: [LinkPacket]], from own: Incarnation) throws(LogError) {
        let sender = PostgresValue.integer(Int64(bitPattern: own.number))
        var (values, rows) = ([sender], [String]())
        for (other, packets) in outbox.sorted(by: { $0.key < $1.key }) {
            let receiver = PostgresValue.integer(Int64(bitPattern: other.number))
            // A stream begins, so what came before is of no use. A node that is gone has one row at most of each other node.
            if packets.contains(where: { $0.serial == 1 }) {
                try session.execute("DELETE FROM message WHERE receiver = $1 AND sender = $2", [receiver, sender])
            }
            rows.append("($\(values.count + 1), $1, $\(values.count + 2))")
            values += [receiver, .bytes(LinkPacket.bytes(of: packets))]
        }
        try session.execute(
            """
            WITH sent AS (
                INSERT INTO message (receiver, sender, bytes) VALUES \(rows.joined(separator: ", ")) RETURNING receiver)
            SELECT pg_notify('\(Self.channels)' || to_hex(receiver), '') FROM sent
            """, values)
    }

    /// What has come; it waits so long to be notified, and then looks in any case.
    func receive(
        by own: Incarnation, waiting milliseconds: Int64
    ) throws(LogError) -> [(sender: Incarnation, packet: LinkPacket)] {
        do throws(LogError) {
            // Whoever listens is told of each row, so there is nothing to look for before.
            if let listening, listening.own == own {
                try listening.session.waitForNotification(milliseconds: milliseconds)
                return try take(for: own, listening.session)
            }
            return try take(for: own, try listen(for: own))
        } catch {
            // What comes before it listens again is not notified. After a crash of the database numbers may come again: it has
            // not waited for the disk.
            listening = nil
            throw error
        }
    }

    private func listen(for own: Incarnation) throws(LogError) -> PostgresSession {
        let channel = Self.channels + String(own.number, radix: 16)
        let session = PostgresSession(options, setup: "\(setup); LISTEN \(channel)")
        // Of nodes that ended before they had read them.
        try session.execute("DELETE FROM message WHERE receiver NOT IN (SELECT incarnation FROM member)")
        listening = (own, session)
        last = 0
        return session
    }

    private func take(
        for own: Incarnation, _ session: PostgresSession
    ) throws(LogError) -> [(sender: Incarnation, packet: LinkPacket)] {
        // Two senders' rows may become visible in another order than that of their numbers.
        let rows = try session.execute(
            "DELETE FROM message WHERE receiver = $1 AND number > $2 RETURNING number, sender, bytes",
            [.integer(Int64(bitPattern: own.number)), .integer(last - lookback)])
        var packets: [(sender: Incarnation, packet: LinkPacket)] = []
        for row in (0..<rows.count).sorted(by: { rows.integer($0, 0) < rows.integer($1, 0) }) {
            last = max(last, rows.integer(row, 0))
            let sender = Incarnation(UInt64(bitPattern: rows.integer(row, 1)))
            do throws(RecordError) {
                packets += try LinkPacket.packets(rows.bytes(row, 2)).map { (sender, $0) }
            } catch {
                throw .damaged("a message of a link cannot be read: \(error)")
            }
        }
        return packets
    }

    /// The other nodes, as the renewals have them.
    func members(without own: Incarnation) throws(LogError) -> Set<Incarnation> {
        let rows = try session.execute(
            "SELECT incarnation FROM member WHERE incarnation <> $1", [.integer(Int64(bitPattern: own.number))])
        return Set((0..<rows.count).map { Incarnation(UInt64(bitPattern: rows.integer($0, 0))) })
    }
}

/// In rows.
private let lookback: Int64 = 1_000

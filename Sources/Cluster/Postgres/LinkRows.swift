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

    private static func channel(of incarnation: Incarnation) -> String {
        "martlet_link_\(String(incarnation.number, radix: 16))"
    }

    func send(_ packets: [LinkPacket], from own: Incarnation, to other: Incarnation) throws(LogError) {
        // A stream begins, so what came before is of no use. A node that is gone has one row at most of each other node.
        let isBeginning = packets.contains { $0.serial == 1 }
        try session.execute(
            (isBeginning ? "WITH former AS (DELETE FROM message WHERE receiver = $1 AND sender = $2), " : "WITH ") + """
                sent AS (INSERT INTO message (receiver, sender, bytes) VALUES ($1, $2, $3) RETURNING number)
                SELECT pg_notify($4, '') FROM sent
                """,
            [
                .integer(Int64(bitPattern: other.number)), .integer(Int64(bitPattern: own.number)),
                .bytes(LinkPacket.bytes(of: packets)), .text(Self.channel(of: other)),
            ])
    }

    /// Takes the packets that have come; if there are none, it waits so long for them.
    func receive(
        by own: Incarnation, waiting milliseconds: Int64
    ) throws(LogError) -> [(sender: Incarnation, packet: LinkPacket)] {
        do throws(LogError) {
            let session = try listen(for: own)
            let found = try take(for: own, session)
            if !found.isEmpty { return found }
            try session.waitForNotification(milliseconds: milliseconds)
            return try take(for: own, session)
        } catch {
            // After a crash of the database numbers may come again: it has not waited for the disk.
            last = 0
            throw error
        }
    }

    private func listen(for own: Incarnation) throws(LogError) -> PostgresSession {
        if let listening, listening.own == own { return listening.session }
        let session = PostgresSession(options, setup: setup + "; LISTEN \(Self.channel(of: own))")
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

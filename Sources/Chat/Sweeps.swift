import Domain
import Storage

/// Where the rounds through the store stand.
struct Sweeps {
    var message: Int64 = 0
    var account: Int64 = 0
    var publisher: Int64 = 0
    var group: Int64 = 0
}

extension ChatState {
    /// One step of what goes on in the background: expired conversations leave the totals of those who are about, and what
    /// has been kept long enough goes, a bounded piece at a time.
    package func sweep() throws {
        try expireLists()
        try trimMessages()
        try trimStreams()
        try trimGroupStreams()
        try sweepFiles()
        try trimSubscriptions()
        try trimRequests()
        try trimPushes()
        try trimUsage()
        let retry = Int64(options.retryHours) * 3_600_000
        try store.execute(
            """
            DELETE FROM sent WHERE (period, client_id, account) IN
                (SELECT period, client_id, account FROM sent WHERE period < $1 LIMIT 2000)
            """, [.integer(now / retry - 1)])
        try store.execute(
            """
            DELETE FROM handled WHERE (caller, key) IN
                (SELECT caller, key FROM handled WHERE stamp < $1 ORDER BY stamp LIMIT 2000)
            """, [.integer((now - retry) * 1_000)])
    }

    /// C-Q25, X-58: silent, but for the total.
    private func expireLists() throws {
        for account in accounts.values where account.conversationList != nil { _ = try conversationList(of: account) }
    }

    /// in the order they were sent. The last message of a conversation stays: it is the conversation's head. So does
    /// the one that is still the last for somebody who has wanted nothing since (X-M04).
    private func trimMessages() throws {
        var last: Int64?
        try store.query(
            """
            SELECT max(id) FROM (SELECT id FROM message WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3)
            """, [.integer(sweeps.message), .integer(messageCutoff), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else {
            sweeps.message = 0
            return
        }
        try store.execute(
            """
            DELETE FROM message WHERE id > $1 AND id <= $2
                AND id != (SELECT last FROM conversation WHERE conversation.id = message.conversation)
                AND NOT EXISTS (SELECT 1 FROM membership WHERE held_last = message.id AND held_last != 0)
            """, [.integer(sweeps.message), .integer(last)])
        try store.execute(
            "DELETE FROM team_receipt WHERE message > $1 AND message <= $2", [.integer(sweeps.message), .integer(last)])
        sweeps.message = last
    }

    /// The stamp before which messages are no longer given out.
    var messageCutoff: Int64 { (now - Int64(options.messageDays) * millisecondsPerDay) * 1_000 }

    /// The last event of a stream stays: it tells where the stream is. So does the last one that goes, as a mark.
    private func trimStreams() throws {
        let numbers = try next("SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT $2", after: &sweeps.account)
        var deleted = 0
        for number in numbers {
            guard let expired = try lastExpired(of: PairKey.bounds(number)) else { continue }
            deleted += try beginStream(of: number, after: PairKey.second(expired))
            if deleted >= rowsPerSweep {
                sweeps.account = number
                return
            }
        }
    }

    /// Nil if there are none but the first, which is the mark already, or the last.
    private func lastExpired(of bounds: (after: Int64, through: Int64)) throws -> Int64? {
        var second: Int64 = .max
        try store.query(
            "SELECT stamp FROM stream_event WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 1 OFFSET 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in second = row.integer(0) }
        guard second < streamCutoff else { return nil }
        let kept = try first(
            "SELECT id FROM stream_event WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through), .integer(streamCutoff)])
        return try first(
            "SELECT id FROM stream_event WHERE id > $1 AND id < $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(kept ?? bounds.through + 1)])
    }

    /// The last event of a stream stays: it tells where the stream is.
    private func trimGroupStreams() throws {
        let numbers = try next("SELECT id FROM team WHERE id > $1 ORDER BY id LIMIT $2", after: &sweeps.group)
        var deleted = 0
        for number in numbers {
            let bounds = PairKey.bounds(number)
            let last = try first(
                "SELECT id FROM team_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
                [.integer(bounds.after), .integer(bounds.through)])
            guard let last else { continue }
            let kept = try first(
                "SELECT id FROM team_event WHERE id > $1 AND id < $2 AND stamp >= $3 ORDER BY id LIMIT 1",
                [.integer(bounds.after), .integer(last), .integer(streamCutoff)])
            deleted += try store.execute(
                "DELETE FROM team_event WHERE id > $1 AND id < $2", [.integer(bounds.after), .integer(kept ?? last)])
            if deleted >= rowsPerSweep {
                sweeps.group = number
                return
            }
        }
    }

    /// S-44: silent. Expired ones count nowhere before they go.
    private func trimSubscriptions() throws {
        var last: Int64?
        try store.query(
            """
            SELECT max(publisher) FROM (SELECT publisher FROM subscription WHERE publisher > $1 ORDER BY publisher LIMIT $2)
            """, [.integer(sweeps.publisher), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else {
            sweeps.publisher = 0
            return
        }
        try store.execute(
            """
            DELETE FROM subscription
            WHERE publisher > $1 AND publisher <= $2 AND subscribed_at + expiry * 1000 <= $3
            """, [.integer(sweeps.publisher), .integer(last), .integer(now)])
        sweeps.publisher = last
    }

    /// G-Q52: silent. They are over before they go.
    private func trimRequests() throws {
        guard options.requestDays > 0 else { return }
        let bounds: [SQLValue] = [.integer(requestCutoff), .integer(rowsPerSweep)]
        try store.execute(
            "DELETE FROM invitation WHERE id IN (SELECT id FROM invitation WHERE stamp < $1 ORDER BY stamp LIMIT $2)",
            bounds)
        try store.execute(
            "DELETE FROM application WHERE id IN (SELECT id FROM application WHERE stamp < $1 ORDER BY stamp LIMIT $2)",
            bounds)
    }

    /// The next rows of a round, and from the beginning again after the last.
    private func next(_ sql: SQL, after last: inout Int64) throws -> [Int64] {
        var numbers: [Int64] = []
        try store.query(sql, [.integer(last), .integer(rowsPerSweep)]) { row in numbers.append(row.integer(0)) }
        last = numbers.count < rowsPerSweep ? 0 : numbers.last!
        return numbers
    }

    private func first(_ sql: SQL, _ values: [SQLValue]) throws -> Int64? {
        var found: Int64?
        try store.query(sql, values) { row in found = row.integer(0) }
        return found
    }
}

/// What one sweep looks at, once a second: 170 million messages a day.
private let rowsPerSweep: Int64 = 2_000

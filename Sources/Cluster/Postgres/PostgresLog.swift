/// The log in PostgreSQL.
///
/// It waits in each call, so each of its users gives it a serial queue: appends, reads and renewals go by three connections,
/// so that none waits behind another, and several of these objects may share the work.
package final class PostgresLog: ClusterLog {
    private let options: PostgresLogOptions
    let statements: PostgresStatements
    private let appends: PostgresSession
    private let reads: PostgresSession
    let renewals: PostgresSession
    /// Detaches and drops partitions, and may wait for others who read.
    private let trims: PostgresSession
    /// The partitions that are known to be there end before this position.
    private var partitionedUpTo: Int64 = 0
    /// The end of the log at the last read, if nothing was notified since, as far as this connection knows.
    private var knownEnd: Position?

    /// Makes the tables where they are missing, and finds out whose log it is.
    package init(_ options: PostgresLogOptions) throws(LogError) {
        self.options = options
        statements = PostgresStatements(options)
        appends = PostgresSession(options, setup: statements.setup)
        // Nobody asks what became of a read that was given up, so the server may give it up too.
        reads = PostgresSession(
            options,
            setup: """
                \(statements.setup); SET statement_timeout = \(options.mostMilliseconds); LISTEN \(options.schema)
                """)
        renewals = PostgresSession(options, setup: statements.setup)
        var patient = options
        patient.timeoutMilliseconds = options.trimMilliseconds + options.timeoutMilliseconds
        trims = PostgresSession(
            patient, setup: "\(statements.setup); SET lock_timeout = \(options.trimMilliseconds)")
        try prepare()
    }

    private func prepare() throws(LogError) {
        try renewals.execute("SELECT pg_advisory_lock(7461726)")
        do throws(LogError) {
            if try renewals.execute(statements.lookUp, binary: true).integer(0, 0) == 0 {
                try renewals.execute(statements.create)
            } else if try renewals.execute(statements.lookUpLater, binary: true).integer(0, 0)
                < PostgresStatements.laterThings
            {
                try renewals.execute(statements.addLater)
            }
            if try renewals.execute(statements.partitions, binary: true).count == 0 {
                try addPartition(at: Position(0))
            }
            let beginning = LogPlace.beginning(of: options.cluster)
            try renewals.execute(statements.begin, [.text(options.cluster), .bytes(beginning.digest.bytes)])
            let rows = try renewals.execute(statements.clusterName)
            let name = rows.count == 1 ? rows.text(0, 0) : ""
            guard name == options.cluster else {
                throw .refused("the log is of the cluster \(name), not of \(options.cluster)")
            }
        } catch {
            renewals.disconnect()
            throw error
        }
        // The lock ends with the connection. A caller that only appends, or only reads, has no use for it.
        renewals.disconnect()
    }

    package func found(_ beginning: RunningDigest) throws(LogError) {
        let own = LogPlace.beginning(of: options.cluster).digest
        try renewals.write(PostgresStatements.founding(beginning, in: own))
        let rows = try renewals.execute(
            "SELECT count(*) FROM record WHERE position = 0 AND digest = $1", [.bytes(beginning.bytes)])
        guard rows.integer(0, 0) == 1 else { throw .cannotBeFounded }
    }

    // MARK: - Appending

    package func append(_ record: Record, id: RecordID) throws(LogError) -> AppendResult {
        let values: [PostgresValue] = [
            .integer(record.position.number), .bytes(record.digest.bytes), .bytes(record.previous.bytes),
            .integer(Int64(bitPattern: id.incarnation.number)), .integer(Int64(bitPattern: id.serial)),
            .bytes(record.bytes),
        ]
        if record.position.number >= partitionedUpTo { try addPartition(at: record.position) }
        let rows = try appends.write(statements.append, values)
        if rows.count == 1 { return .appended }
        let found = try appends.execute(statements.find, [.integer(record.position.number)])
        guard found.count == 1,
            id
                == RecordID(
                    Incarnation(UInt64(bitPattern: found.integer(0, 0))), UInt64(bitPattern: found.integer(0, 1)))
        else { return .conflict }
        // An earlier call has put it there, and it may still wait for its standby. A write that is acknowledged now
        // comes after it.
        _ = try appends.write(statements.confirm)
        return .appended
    }

    // MARK: - Reading

    package func read(after position: Position, bytes: Int, waiting milliseconds: Int64) throws(LogError) -> LogSlice {
        // A reader at the end need not look before there is news, but looks after a while in any case.
        if knownEnd != position || milliseconds == 0 {
            let slice = try slice(after: position, bytes: bytes)
            guard slice.records.isEmpty, slice.end.position <= position, milliseconds > 0 else { return slice }
        }
        knownEnd = nil
        try reads.waitForNotification(milliseconds: milliseconds)
        return try slice(after: position, bytes: bytes)
    }

    private func slice(after position: Position, bytes: Int) throws(LogError) -> LogSlice {
        let rows = try reads.execute(statements.read, [.integer(position.number), .integer(Int64(bytes))])
        var records: [Record] = []
        var (oldest, end): (Position?, LogPlace?) = (nil, nil)
        for row in 0..<rows.count {
            let here = Position(rows.integer(row, 1))
            guard let digest = RunningDigest(rows.bytes(row, 2)), let previous = RunningDigest(rows.bytes(row, 3))
            else {
                throw .damaged("record \(here) has no digest")
            }
            switch rows.integer(row, 0) {
            case 0: records.append(Record(at: here, previous: previous, digest: digest, bytes: rows.bytes(row, 4)))
            case 1: oldest = here
            default: end = LogPlace(here, digest)
            }
        }
        guard let oldest, let end else { throw .damaged("the log has no record at all") }
        knownEnd = end.position
        // Records that do not follow are of no use: the reader wants exactly the next one.
        let isGap = records.first.map { $0.position != position.next } ?? false
        return LogSlice(records: isGap ? [] : records, oldest: oldest, end: end)
    }

    // MARK: - The lease

    package func renew(_ renewal: Renewal) throws(LogError) -> Standing {
        let rows = try renewals.write(
            statements.renew,
            [
                .text(renewal.node), .integer(Int64(bitPattern: renewal.incarnation.number)),
                .integer(renewal.applied.position.number), .integer(renewal.applied.position.number),
                .bytes(renewal.applied.digest.bytes), .integer(Int64(renewal.wish.rawValue)),
                .integer(options.leaseMilliseconds), .integer(renewal.number), .integer(renewal.lag),
                .text(renewal.build.version),
                .text(renewal.heir.map { "\(Int64(bitPattern: $0.number))" } ?? ""),
                .integer(renewal.build.reads), .text(renewal.build.rules),
                .integer(renewal.replaces.map { Int64(bitPattern: $0.number) } ?? 0),
                .integer(renewal.build.migrations),
            ])
        guard rows.count > 0, let digest = RunningDigest(rows.bytes(0, 4)),
            let agreement = Standing.Agreement(rawValue: UInt8(rows.integer(0, 6)))
        else { throw .damaged("the log has no record at all") }
        let standing = Standing(
            time: rows.integer(0, 0), isReplaced: rows.integer(0, 22) == 1,
            holder: rows.isNull(0, 1) ? nil : Incarnation(UInt64(bitPattern: rows.integer(0, 1))),
            leaseUntil: rows.isNull(0, 16) ? nil : rows.integer(0, 16),
            giver: rows.isNull(0, 2) ? nil : Incarnation(UInt64(bitPattern: rows.integer(0, 2))),
            end: LogPlace(Position(rows.integer(0, 3)), digest),
            oldest: Position(rows.integer(0, 5)), agreement: agreement,
            newestSnapshot: rows.isNull(0, 7) ? nil : Position(rows.integer(0, 7)),
            oldestSnapshot: rows.isNull(0, 19) ? nil : Position(rows.integer(0, 19)),
            members: (0..<rows.count).map { row in
                Member(
                    node: rows.text(row, 8), incarnation: Incarnation(UInt64(bitPattern: rows.integer(row, 9))),
                    beats: rows.integer(row, 10), applied: Position(rows.integer(row, 11)), lag: rows.integer(row, 12),
                    build: NodeBuild(
                        version: rows.text(row, 13), reads: rows.integer(row, 17), rules: rows.text(row, 18),
                        migrations: rows.integer(row, 23)),
                    since: rows.integer(row, 14), seen: rows.integer(row, 15),
                    former: rows.isNull(row, 20)
                        ? nil
                        : Member.Former(
                            incarnation: Incarnation(UInt64(bitPattern: rows.integer(row, 20))),
                            seen: rows.integer(row, 21)))
            })
        // Before the leader needs it, so that no append waits for it.
        let ahead = standing.end.position.number + options.partitionRecords / 2
        if standing.holder == renewal.incarnation, ahead >= partitionedUpTo { try addPartition(at: Position(ahead)) }
        return standing
    }

    // MARK: - Partitions

    /// Drops whole partitions. None of these locks stops an append. The rest of an interrupted call is done first.
    package func trim(through position: Position) throws(LogError) {
        let slice = try slice(after: position, bytes: 1)
        let snapshot = try renewals.execute("SELECT coalesce(min(position), -1) FROM snapshot", binary: true).integer(
            0, 0)
        let last = min(position.number, snapshot, slice.end.position.number - 1)
        for number in try numbers(statements.pendingPartitions) { try renewals.execute(statements.finalize(number)) }
        for number in try numbers(statements.formerPartitions) {
            if isThrough(last, number) { try trims.execute("DROP TABLE record_\(number)") }
        }
        for number in try numbers(statements.partitions) {
            guard isThrough(last, number) else { return }
            try trims.execute("ALTER TABLE record DETACH PARTITION record_\(number) CONCURRENTLY")
            try trims.execute("DROP TABLE record_\(number)")
        }
    }

    /// The partition has no record behind the last one that goes.
    private func isThrough(_ last: Int64, _ partition: Int64) -> Bool {
        (partition + 1) * options.partitionRecords <= last + 1
    }

    private func numbers(_ partitions: String) throws(LogError) -> [Int64] {
        let rows = try renewals.execute(partitions, binary: true)
        return (0..<rows.count).map { rows.integer($0, 0) }
    }

    /// Attached, and not made as a partition: that would stop the appends.
    private func addPartition(at position: Position) throws(LogError) {
        let number = position.number / options.partitionRecords
        let (from, to) = (number * options.partitionRecords, (number + 1) * options.partitionRecords)
        // One that lies before others was trimmed: an append there has no predecessor, and needs none.
        if try !numbers(statements.partitions).contains(where: { $0 >= number }) {
            do throws(LogError) {
                try renewals.execute(
                    """
                    CREATE TABLE record_\(number) (LIKE record INCLUDING STORAGE INCLUDING INDEXES,
                        CHECK (position >= \(from) AND position < \(to)));
                    ALTER TABLE record ATTACH PARTITION record_\(number) FOR VALUES FROM (\(from)) TO (\(to))
                    """)
            } catch {
                // Another node has made it at the same moment.
                guard case .refused = error else { throw error }
                guard try numbers(statements.partitions).contains(number) else { throw error }
            }
        }
        partitionedUpTo = max(partitionedUpTo, to)
    }
}

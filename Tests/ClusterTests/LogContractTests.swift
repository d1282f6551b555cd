import Cluster
import EventLoop
import TestSupport
import Testing

/// What every implementation of `ClusterLog` does.
enum LogKind: CaseIterable {
    case memory
    case postgres

    func make(leaseMilliseconds: Int64 = 300) throws -> any ClusterLog {
        switch self {
        case .memory:
            return MemoryLog(cluster: "test", leaseMilliseconds: leaseMilliseconds) { Clock.wall }
        case .postgres:
            var random = SystemRandomNumberGenerator()
            var options = PostgresLogOptions(address: PostgresServer.shared.address, cluster: "test")
            options.schema = "contract_\(random.next())"
            options.leaseMilliseconds = leaseMilliseconds
            options.partitionRecords = 4
            return try PostgresLog(options)
        }
    }
}

/// A chain of records, as one leader makes them.
struct RecordChain {
    private(set) var end: LogPlace
    private let incarnation: Incarnation
    private var serial: UInt64 = 0

    init(_ number: UInt64 = 7, after place: LogPlace = .beginning(of: "test")) {
        incarnation = Incarnation(number)
        end = place
    }

    func record(_ text: String, serial: UInt64? = nil) -> (record: Record, id: RecordID) {
        (
            Record(after: end, bytes: Array(text.utf8)),
            RecordID(incarnation, serial ?? self.serial)
        )
    }

    mutating func next(_ text: String) -> (record: Record, id: RecordID) {
        serial += 1
        defer { end = Record(after: end, bytes: Array(text.utf8)).place }
        return record(text, serial: serial)
    }
}

extension ClusterLog {
    fileprivate func append(_ made: (record: Record, id: RecordID)) throws(LogError) -> AppendResult {
        try append(made.record, id: made.id)
    }

    fileprivate func renew(
        _ node: String, _ number: UInt64, _ wish: Renewal.Wish, applied: LogPlace = .beginning(of: "test"),
        beat: Int64? = nil, lag: Int64 = 0, heir: UInt64? = nil, replacing former: UInt64? = nil
    ) throws(LogError) -> Standing {
        // Rises by itself, as the clock does.
        let beat = beat ?? Clock.monotonicNanoseconds
        return try renew(
            Renewal(
                node: node, incarnation: Incarnation(number), replaces: former.map(Incarnation.init), number: beat,
                applied: applied, lag: lag, build: NodeBuild(version: "of \(node)"), wish: wish,
                heir: heir.map(Incarnation.init)))
    }
}

struct LogContractTests {
    /// Of a node that says so; the log does not ask how it came there.
    private func place(_ number: Int64) -> LogPlace {
        LogPlace(Position(number), LogPlace.beginning(of: "test").digest)
    }

    @Test(arguments: LogKind.allCases)
    func `records are read as they were appended, from any position on`(kind: LogKind) throws {
        let log = try kind.make()
        var chain = RecordChain()
        let made = (1...9).map { chain.next("record \($0)") }
        for record in made { #expect(try log.append(record) == .appended) }
        for position in 0...9 {
            let slice = try log.read(after: Position(Int64(position)), bytes: 1 << 20, waiting: 0)
            #expect(slice.records == made.map(\.record)[position...].map { $0 })
            #expect(slice.end == chain.end)
            let areIntact = slice.records.allSatisfy(\.isIntact)
            #expect(areIntact)
        }
    }

    @Test(arguments: LogKind.allCases)
    func `an append stands on its predecessor`(kind: LogKind) throws {
        let log = try kind.make()
        var (one, other) = (RecordChain(1), RecordChain(2))
        #expect(try log.append(one.next("a")) == .appended)
        // The position is taken.
        #expect(try log.append(other.next("b")) == .conflict)
        // The position is free, and the record before it is another one.
        #expect(try log.append(other.next("c")) == .conflict)
        #expect(try log.append(one.next("d")) == .appended)
        _ = one.next("left out")
        #expect(try log.append(one.next("e")) == .conflict)
    }

    @Test(arguments: LogKind.allCases)
    func `the same record again is the same append`(kind: LogKind) throws {
        let log = try kind.make()
        var chain = RecordChain()
        let first = chain.next("a")
        for _ in 0..<3 { #expect(try log.append(first) == .appended) }
        let second = chain.next("b")
        #expect(try log.append(second) == .appended)
        #expect(try log.append(first) == .appended)
        // The same bytes of another leader are another record.
        #expect(try log.append(first.record, id: RecordID(Incarnation(9), 1)) == .conflict)
        #expect(try log.read(after: Position(0), bytes: 1 << 20, waiting: 0).records == [first.record, second.record])
    }

    @Test(arguments: LogKind.allCases)
    func `a slice has as many records as its bytes hold, and one at least`(kind: LogKind) throws {
        let log = try kind.make()
        var chain = RecordChain()
        for _ in 0..<5 { _ = try log.append(chain.next(String(repeating: "x", count: 100))) }
        for (bytes, count) in [(1, 1), (100, 1), (199, 1), (250, 2), (500, 5), (9_999, 5)] {
            #expect(try log.read(after: Position(0), bytes: bytes, waiting: 0).records.count == count, "\(bytes)")
        }
        #expect(try log.read(after: Position(5), bytes: 100, waiting: 0).records.isEmpty)
    }

    @Test(arguments: LogKind.allCases)
    func `one node has the lease, until it ends or is given away`(kind: LogKind) throws {
        let log = try kind.make(leaseMilliseconds: 300)
        #expect(try log.renew("a", 1, .follow).holder == nil)
        #expect(try log.renew("a", 1, .lead).holder == Incarnation(1))
        let second = try log.renew("b", 2, .lead)
        #expect(second.holder == Incarnation(1))
        #expect(second.giver == nil)
        Clock.sleep(milliseconds: 200)
        #expect(try log.renew("a", 1, .lead).holder == Incarnation(1))
        Clock.sleep(milliseconds: 200)
        #expect(try log.renew("b", 2, .lead).holder == Incarnation(1))
        Clock.sleep(milliseconds: 400)
        let taken = try log.renew("b", 2, .lead)
        #expect(taken.holder == Incarnation(2))
        #expect(taken.giver == nil)
        let free = try log.renew("b", 2, .giveAway)
        #expect(free.holder == nil && free.giver == Incarnation(2))
        let given = try log.renew("a", 1, .lead)
        #expect(given.holder == Incarnation(1))
        #expect(given.giver == Incarnation(2))
        #expect(try log.renew("a", 1, .lead).giver == Incarnation(2))
        Clock.sleep(milliseconds: 400)
        let over = try log.renew("b", 2, .follow)
        #expect(over.holder == nil && over.giver == nil)
    }

    private func words(_ member: Member) -> String {
        "\(member.node) \(member.incarnation) \(member.beats) \(member.applied)"
    }

    @Test(arguments: LogKind.allCases)
    func `a lease that is given to a node is that node's, and everybody's after its time`(kind: LogKind) throws {
        let log = try kind.make(leaseMilliseconds: 300)
        let taken = try log.renew("a", 1, .lead)
        #expect(taken.leaseUntil.map { ($0 - taken.time - 300).magnitude < 100 } == true)
        let given = try log.renew("a", 1, .giveAway, heir: 2)
        #expect(given.holder == Incarnation(2) && given.leaseUntil != nil)
        #expect(try log.renew("c", 3, .lead).holder == Incarnation(2))
        let led = try log.renew("b", 2, .lead)
        #expect(led.holder == Incarnation(2) && led.giver == Incarnation(1))
        #expect(try log.renew("b", 2, .lead).giver == Incarnation(1))
        // An heir that never comes.
        #expect(try log.renew("b", 2, .giveAway, heir: 9).holder == Incarnation(9))
        #expect(try log.renew("a", 1, .lead).holder == Incarnation(9))
        Clock.sleep(milliseconds: 400)
        #expect(try log.renew("a", 1, .follow).leaseUntil == nil)
        #expect(try log.renew("a", 1, .lead).holder == Incarnation(1))
    }

    @Test(arguments: LogKind.allCases)
    func `members tell their lag and version, and the log since when they are there`(kind: LogKind) throws {
        let log = try kind.make()
        let first = try #require(try log.renew("a", 1, .follow, lag: 7).members.first)
        #expect(first.lag == 7 && first.build.version == "of a" && first.seen - first.since < 100)
        Clock.sleep(milliseconds: 150)
        let second = try #require(try log.renew("a", 1, .follow, lag: 0).members.first)
        #expect(second.lag == 0 && second.since == first.since && second.seen >= first.seen + 150)
        let other = try #require(try log.renew("a", 2, .follow, replacing: 1).members.first)
        #expect(other.since >= first.since + 150)
        // When the one before was seen is told by the name for as long as the next one has it.
        #expect(first.former == nil && second.former == nil)
        let replaced = Member.Former(incarnation: Incarnation(1), seen: second.seen)
        #expect(other.former == replaced)
        #expect(try log.renew("a", 2, .follow).members.first?.former == replaced)
        #expect(try log.renew("b", 3, .follow).members.first?.former == replaced)
    }

    @Test(arguments: LogKind.allCases)
    func `members are known by name, and the process that began last counts`(kind: LogKind) throws {
        let log = try kind.make()
        _ = try log.renew("a", 1, .lead, applied: place(3), beat: 1)
        let standing = try log.renew("b", 2, .follow, beat: 1)
        #expect(standing.members.map(words) == ["a 1 1 3", "b 2 1 0"])
        #expect(try log.renew("a", 1, .follow, beat: 2).members[0].beats == 2)
        #expect(try log.renew("a", 3, .follow, beat: 1, replacing: 1).members[0].incarnation == Incarnation(3))
        // The former process is told, and gets no lease.
        let former = try log.renew("a", 1, .lead)
        #expect(former.isReplaced && !standing.isReplaced)
        #expect(former.members[0].incarnation == Incarnation(3))
        #expect(former.members[0].beats == 1)
        #expect(try log.renew("b", 2, .follow).members[0].incarnation == Incarnation(3))
    }

    @Test(arguments: LogKind.allCases)
    func
        `a name is taken over from the process that is known to have it, so not by the late word of one that has ended`(
            kind: LogKind
        ) throws
    {
        let log = try kind.make()
        _ = try log.renew("a", 1, .follow)
        // Two that began behind the first one: the second of them has not seen the other.
        #expect(try log.renew("a", 2, .lead, replacing: 1).holder == Incarnation(2))
        for former in [nil, 1] as [UInt64?] {
            let late = try log.renew("a", 3, .lead, replacing: former)
            #expect(late.members[0].incarnation == Incarnation(2) && late.holder == Incarnation(2))
            #expect(!late.isReplaced)
        }
        #expect(try !log.renew("a", 2, .lead).isReplaced)
        #expect(try log.renew("a", 3, .lead, replacing: 2).members[0].incarnation == Incarnation(3))
        let last = try log.renew("a", 2, .lead, replacing: 3)
        #expect(last.isReplaced && last.members[0].incarnation == Incarnation(3))
    }

    @Test(arguments: LogKind.allCases)
    func `a renewal that comes late changes nothing`(kind: LogKind) throws {
        let log = try kind.make()
        #expect(try log.renew("a", 1, .lead, applied: place(5), beat: 3).holder == Incarnation(1))
        let late = try log.renew("a", 1, .giveAway, applied: place(2), beat: 2)
        #expect(late.holder == Incarnation(1))
        #expect(late.members.map(words) == ["a 1 3 5"])
        #expect(try log.renew("a", 1, .giveAway, beat: 4).holder == nil)
    }

    @Test(arguments: LogKind.allCases)
    func `a standing says where the log ends, and whether it has what the node has`(kind: LogKind) throws {
        let log = try kind.make()
        var (chain, other) = (RecordChain(), RecordChain(8))
        let first = chain.next("a").record
        #expect(try log.append(first, id: RecordID(Incarnation(7), 1)) == .appended)
        #expect(try log.append(chain.next("b")) == .appended)
        let standing = try log.renew("a", 1, .follow, applied: first.place)
        #expect(standing.end == chain.end)
        #expect(standing.oldest == Position(0))
        #expect(standing.agreement == .same)
        #expect(abs(standing.time - Clock.wall) < 5_000)
        #expect(try log.renew("a", 1, .follow, applied: chain.end).agreement == .same)
        #expect(try log.renew("a", 1, .follow, applied: other.next("z").record.place).agreement == .different)
        _ = chain.next("c")
        #expect(try log.renew("a", 1, .follow, applied: chain.end).agreement == .ahead)
    }

    @Test(arguments: LogKind.allCases)
    func `a log begins with a store that was in use before, if it has no records yet`(kind: LogKind) throws {
        let log = try kind.make()
        let beginning = LogPlace.beginning(of: "another").digest
        for _ in 0..<2 { try log.found(beginning) }
        #expect(try log.read(after: Position(0), bytes: 1, waiting: 0).end == LogPlace(Position(0), beginning))
        #expect(throws: LogError.self) { try log.found(LogPlace.beginning(of: "a third").digest) }
        // Of a node that begins with nothing.
        #expect(try log.renew("a", 1, .lead).agreement == .different)
        var chain = RecordChain()
        #expect(try log.append(chain.next("of an empty store")) == .conflict)
        var founded = RecordChain(8, after: LogPlace(Position(0), beginning))
        #expect(try log.append(founded.next("of the store")) == .appended)
        // It has come through, and is asked again.
        try log.found(beginning)
        #expect(try log.read(after: Position(0), bytes: 99, waiting: 0).end == founded.end)
        let used = try kind.make()
        #expect(try used.append(RecordChain().record("a", serial: 1)) == .appended)
        #expect(throws: LogError.self) { try used.found(beginning) }
        #expect(try used.renew("a", 1, .lead).agreement == .same)
    }

    @Test(arguments: LogKind.allCases)
    func `a trimmed log keeps what a kept snapshot lacks, and its last record`(kind: LogKind) throws {
        let log = try kind.make()
        var chain = RecordChain()
        var places = [chain.end]
        for number in 1...20 {
            _ = try log.append(chain.next("\(number)"))
            places.append(chain.end)
        }
        try log.trim(through: Position(20))
        #expect(try log.read(after: Position(0), bytes: 1, waiting: 0).oldest == Position(0))
        #expect(try log.newestSnapshot() == nil)
        try log.keep(Snapshot(places[10], []))
        try log.keep(Snapshot(places[5], []))
        #expect(try log.newestSnapshot() == Snapshot(places[10], []))
        try log.trim(through: Position(20))
        let slice = try log.read(after: Position(10), bytes: 1 << 20, waiting: 0)
        #expect(slice.oldest > Position(4) && slice.oldest <= Position(11))
        #expect(slice.records.count == 10)
        #expect(try log.read(after: Position(2), bytes: 1 << 20, waiting: 0).records.isEmpty)
        let standing = try log.renew("a", 1, .follow, applied: places[3])
        #expect(standing.agreement == .trimmed)
        #expect(standing.newestSnapshot == Position(10) && standing.oldestSnapshot == Position(10))
        // A node may be fetching the older one.
        try log.keep(Snapshot(places[20], []))
        try log.trim(through: Position(20))
        #expect(try log.read(after: Position(10), bytes: 1 << 20, waiting: 0).records.count == 10)
        let later = try log.renew("a", 1, .follow, applied: places[20])
        #expect(later.newestSnapshot == Position(20) && later.oldestSnapshot == Position(10))
        #expect(try log.append(chain.next("21")) == .appended)
        places.append(chain.end)
        try log.keep(Snapshot(places[21], []))
        try log.trim(through: Position(21))
        #expect(try log.read(after: Position(14), bytes: 1 << 20, waiting: 0).records.isEmpty)
        #expect(try log.read(after: Position(20), bytes: 1, waiting: 0).records.count == 1)
        // What was trimmed is not free.
        var late = RecordChain(9)
        #expect(try log.append(late.next("late")) == .conflict)
        _ = late.next("later")
        #expect(try log.append(late.next("latest")) == .conflict)
        #expect(try log.append(chain.next("22")) == .appended)
    }

    @Test(arguments: LogKind.allCases)
    func `a snapshot is kept with all its chunks, and what an earlier one has is not sent again`(kind: LogKind) throws {
        let log = try kind.make()
        var chain = RecordChain()
        var places = [chain.end]
        for number in 1...9 {
            _ = try log.append(chain.next("\(number)"))
            places.append(chain.end)
        }
        let chunks: [[UInt8]] = [[1, 2, 3], [], [0]]
        let digests = chunks.map { ChunkDigest(of: $0) }
        #expect(try log.missing(of: [], for: Position(3)) == [])
        #expect(try log.missing(of: digests, for: Position(3)) == digests)
        try log.keep(chunks[0], for: Position(3))
        try log.keep(chunks[2], for: Position(3))
        #expect(try log.missing(of: digests + digests, for: Position(3)) == [digests[1], digests[1]])
        #expect(throws: LogError.self) { try log.keep(Snapshot(places[3], digests)) }
        #expect(try log.newestSnapshot() == nil)
        try log.keep(chunks[1], for: Position(3))
        try log.keep(chunks[1], for: Position(3))
        try log.keep(Snapshot(places[3], digests + digests))
        #expect(try log.newestSnapshot() == Snapshot(places[3], digests + digests))
        for (digest, chunk) in zip(digests, chunks) { #expect(try log.chunk(digest) == chunk) }
    }

    @Test(arguments: LogKind.allCases)
    func `a chunk goes with the last of the snapshots that have it`(kind: LogKind) throws {
        let log = try kind.make()
        var chain = RecordChain()
        let chunks: [[UInt8]] = (0..<5).map { [$0] }
        let digests = chunks.map { ChunkDigest(of: $0) }
        // Each has the first chunk, and one of its own.
        for number in 1...4 {
            _ = try log.append(chain.next("\(number)"))
            let wanted = [digests[0], digests[number]]
            let missing = try log.missing(of: wanted, for: chain.end.position)
            #expect(missing == (number == 1 ? wanted : [digests[number]]))
            for digest in missing { try log.keep([digest == digests[0] ? 0 : UInt8(number)], for: chain.end.position) }
            try log.keep(Snapshot(chain.end, wanted))
        }
        for (number, digest) in digests.enumerated() {
            let isKept = try log.chunk(digest) != nil
            #expect(isKept == [0, 3, 4].contains(number), "\(number)")
        }
        // Late, or of another history: it changes nothing.
        let newest = try log.newestSnapshot()
        try log.keep(Snapshot(LogPlace.beginning(of: "test"), [digests[0]]))
        try log.keep(Snapshot(LogPlace(Position(4), LogPlace.beginning(of: "test").digest), [digests[0]]))
        #expect(try log.newestSnapshot() == newest)
    }
}

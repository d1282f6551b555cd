import Domain
import TestSupport
import Testing

@testable import Routing
@testable import Transport

private func record(_ user: String, _ device: String, _ platform: Platform = .ios) -> SessionRecord {
    SessionRecord(
        id: SessionID(), user: UserID(user)!, device: device, platform: platform,
        connection: ConnectionID(shard: 0, slot: 1, generation: 1),
        address: SocketAddress("127.0.0.1", port: 1)!, openedAt: 0)
}

struct DirectoryTests {
    @Test func `pages have each session that stays once, whatever comes and goes between them`() throws {
        let directory = Directory(LoginPolicy(exclusive: [], sessionsPerUser: 10))
        let staying = (0..<500).map { record("user\($0 % 90)", "d\($0)") }
        // More of a user's would end each other.
        for session in staying { _ = directory.open(session) }
        var (found, place, turn): ([SessionID], SessionPlace?, Int) = ([], nil, 0)
        repeat {
            let passing = record("passing\(turn)", "x", .web)
            _ = directory.open(passing)
            let page = directory.page(from: place, limit: 7) { $0.platform == .ios }
            #expect(page.sessions.count <= 7)
            found += page.sessions.map(\.id)
            directory.close(passing.id, of: passing.user)
            // As a client gives it back.
            place = try page.next.map { try #require(SessionPlace($0.description)) }
            turn += 1
        } while place != nil && turn < 1_000
        #expect(found.count == staying.count && Set(found) == Set(staying.map(\.id)))
        #expect(SessionPlace("") == nil && SessionPlace("01") == nil && SessionPlace("-1") == nil)
        #expect(directory.page(from: SessionPlace("999"), limit: 7) { _ in true }.sessions.isEmpty)
    }

    @Test func `of concurrent logins on one device exactly one stays`() {
        let directory = Directory(LoginPolicy(exclusive: [], sessionsPerUser: 10))
        let opened = Log<SessionID>()
        let ended = Log<SessionID>()
        let threads = (0..<8).map { _ in
            Thread.start(name: "logins") {
                for _ in 0..<500 {
                    let session = record("alice", "phone")
                    for (gone, reason) in directory.open(session).ended {
                        ended.add(gone.id)
                        if reason != .sameDevice { Issue.record("\(reason)") }
                    }
                    opened.add(session.id)
                }
            }
        }
        for thread in threads { thread.join() }
        let left = directory.sessions(of: UserID("alice")!)
        #expect(left.count == 1)
        #expect(Set(ended.entries).count == ended.entries.count, "a session was ended twice")
        #expect(Set(ended.entries).union(left.map(\.id)) == Set(opened.entries))
    }

    @Test func `random logins and ends equal a naive list's`() {
        var random = SeededRandom()
        let policy = LoginPolicy(exclusive: [[.ios, .android], [.web, .pc]], sessionsPerUser: 3)
        let directory = Directory(policy)
        var model: [String: [SessionRecord]] = [:]
        for _ in 0..<20_000 {
            let user = "user \(Int.random(in: 0..<20, using: &random))"
            if Int.random(in: 0..<3, using: &random) == 0, let session = model[user]?.randomElement(using: &random) {
                #expect(directory.close(session.id, of: session.user))
                #expect(!directory.close(session.id, of: session.user))
                model[user]?.removeAll { $0.id == session.id }
            } else {
                let platform = Platform.allCases.randomElement(using: &random)!
                let session = record(user, "device \(Int.random(in: 0..<5, using: &random))", platform)
                let ended = naiveLogin(session, &model[user, default: []])
                let opening = directory.open(session)
                #expect(Set(opening.ended.map(\.session.id)) == Set(ended), "\(random)")
            }
            let expected = model[user, default: []].map(\.id)
            guard directory.sessions(of: UserID(user)!).map(\.id) == expected else {
                Issue.record("\(random): \(user) has other sessions")
                return
            }
        }
    }

    /// X-12 word for word, one session after the other.
    private func naiveLogin(_ new: SessionRecord, _ sessions: inout [SessionRecord]) -> [SessionID] {
        let before = sessions
        sessions.removeAll { $0.device == new.device }
        sessions.removeAll { old in
            let phones: Set<Platform> = [.ios, .android]
            let desks: Set<Platform> = [.web, .pc]
            return [phones, desks].contains { $0.isSuperset(of: [old.platform, new.platform]) }
        }
        while sessions.count > 2 { sessions.removeFirst() }
        let kept = Set(sessions.map(\.id))
        sessions.append(new)
        return before.map(\.id).filter { !kept.contains($0) }
    }

    @Test func `the meter is the user's, for all sessions`() {
        let directory = Directory(LoginPolicy(exclusive: [], sessionsPerUser: 10))
        let first = directory.open(record("bob", "1")).meter
        #expect(directory.open(record("bob", "2")).meter === first)
        #expect(directory.open(record("carol", "1")).meter !== first)
    }
}

struct SessionIDTests {
    @Test func `a name is sixteen hexadecimal digits and reads back`() {
        for _ in 0..<1_000 {
            let id = SessionID()
            #expect(id.description.utf8.count == 16)
            #expect(SessionID(id.description) == id)
        }
        #expect(SessionID("0123456789abcde") == nil)
        #expect(SessionID("0123456789abcdeg") == nil)
        #expect(SessionID("00123456789abcdef") == nil)
    }
}

struct RateLimitTests {
    @Test(arguments: [(10, 1), (10, 5), (100, 20), (1, 3), (1_000, 50)])
    func `exactly the burst passes at once, then the rate`(perSecond: Int, burst: Int) {
        let limit = RateLimit(perSecond: perSecond, burst: burst)
        let start: Milliseconds = 1_000_000
        var meter = RateMeter()
        let shared = SharedRateMeter()
        for number in 0..<burst {
            let isAllowed = meter.allows(limit, now: start)
            #expect(isAllowed, "\(number)")
            #expect(shared.allows(limit, now: start), "\(number)")
        }
        let isOneMoreAllowed = meter.allows(limit, now: start)
        #expect(!isOneMoreAllowed)
        #expect(!shared.allows(limit, now: start))
        // For ten seconds one asks in every millisecond.
        var passed = 0
        for time in 1...10_000 {
            let now = start + Milliseconds(time)
            let isAllowed = meter.allows(limit, now: now)
            #expect(shared.allows(limit, now: now) == isAllowed)
            if isAllowed { passed += 1 }
        }
        #expect(passed == perSecond * 10)
    }

    @Test func `a pause gives back the burst and no more`() {
        let limit = RateLimit(perSecond: 10, burst: 5)
        var meter = RateMeter()
        var now: Milliseconds = 1_000_000
        for (pause, expected) in [(0, 5), (1_000_000, 5), (500, 5), (300, 3), (99, 0), (1, 1)] as [(Milliseconds, Int)]
        {
            now += pause
            let passed = (0..<100).filter { _ in meter.allows(limit, now: now) }.count
            #expect(passed == expected, "after \(pause) ms")
        }
    }

    @Test func `what costs more is allowed as soon as anything is, and the next waits the longer`() {
        let limit = RateLimit(perSecond: 10, burst: 5)
        let meter = SharedRateMeter()
        #expect(meter.allows(limit, now: 1_000, cost: 20))
        #expect(!meter.allows(limit, now: 2_500))
        #expect(meter.allows(limit, now: 2_600))
        #expect(!meter.isOverdrawn(limit, now: 2_600))
    }

    @Test func `what turns out to cost more is charged afterwards, up to ten seconds`() {
        let limit = RateLimit(perSecond: 10, burst: 5)
        let meter = SharedRateMeter()
        #expect(meter.allows(limit, now: 1_000))
        meter.charge(limit, now: 1_000, cost: 30)
        #expect(meter.wait(limit, now: 1_000) == 2_700 && !meter.allows(limit, now: 3_600))
        #expect(!meter.isOverdrawn(limit, now: 1_000), "its turn comes within three seconds")
        #expect(meter.allows(limit, now: 3_700))
        meter.charge(limit, now: 3_700, cost: 1_000_000)
        #expect(meter.isOverdrawn(limit, now: 3_700))
        #expect(!meter.allows(limit, now: 13_600))
        #expect(meter.allows(limit, now: 13_700))
    }

    @Test func `a user's meter stays until it is full again, and no longer`() {
        let directory = Directory(LoginPolicy(exclusive: [], sessionsPerUser: 10))
        let limit = RateLimit(perSecond: 10, burst: 5)
        let session = record("ann", "d1")
        let meter = directory.open(session).meter
        #expect(meter.allows(limit, now: 1_000, cost: 20))
        directory.close(session.id, of: session.user)
        directory.forgetAbsent(now: 2_999)
        #expect(directory.meter(of: session.user) === meter)
        directory.forgetAbsent(now: 3_000)
        #expect(directory.userCount == 0)
        // Nobody who is back is forgotten.
        let again = directory.meter(of: session.user)
        #expect(again !== meter && directory.open(session).meter === again)
        // Who has kept the forgotten one can see it, and whatever else it is told changes nothing.
        meter.charge(limit, now: 3_000, cost: 20)
        #expect(meter.isForgotten && meter.allows(limit, now: 3_000) && !again.isForgotten)
        directory.forgetAbsent(now: 3_000)
        #expect(directory.sessions(of: session.user).count == 1)
    }

    @Test func `what many threads share passes exactly the burst`() {
        let limit = RateLimit(perSecond: 1, burst: 1_000)
        let meter = SharedRateMeter()
        let passed = Log<Int>()
        let threads = (0..<8).map { _ in
            Thread.start(name: "requests") {
                passed.add((0..<1_000).filter { _ in meter.allows(limit, now: 5_000_000) }.count)
            }
        }
        for thread in threads { thread.join() }
        #expect(passed.entries.reduce(0, +) == 1_000)
    }
}

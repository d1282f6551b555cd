import Domain
import TestSupport
import Testing

/// The draw of a live room, as a value (L-11 to L-18).
struct RoomHomeTests {
    private typealias Home = RoomHome<Int>

    private static let plenty = 1_000_000

    private static func home(perSecond: Int = 50, high: Int = 20, kept: Int = 50) -> Home {
        Home(room: 7, epoch: 3, .init(perSecond: perSecond, highPerSecond: high, kept: kept), now: 0)
    }

    private static func draft(
        _ sender: Int, _ clientID: String, _ priority: RoomPriority = .normal, body: String = "{}"
    ) -> RoomDraft {
        RoomDraft(from: "u\(sender)", AccountNumber(sender), clientID: clientID, .text, body: body, priority)
    }

    @Test func `L-13: of 10,000 users at 500 messages a second all have equal shares, whenever they come`() {
        var random = SeededRandom()
        let seed = random.description
        var home = Self.home()
        var drawn = Array(repeating: 0, count: 10)
        var (told, shed, refused, high, highTold) = (0, 0, 0, 0, 0)
        for tick in 1...3_000 {
            let now = Milliseconds(tick * 200)
            // The tenth that a user is in says how early in each tick it sends. The backend sends twice.
            for place in 0..<102 {
                let isHigh = place >= 100
                let tenth = place / 10
                let sender = isHigh ? 0 : tenth * 1_000 + Int.random(in: 0..<1_000, using: &random) + 1
                let answer = home.offer(
                    Self.draft(sender, "\(tick)-\(place)", isHigh ? .high : .normal), at: place, isExempt: false,
                    now: now, using: &random)
                switch answer {
                case .waits: if isHigh { high += 1 }
                case .tooManyHigh: refused += 1
                case .repeated, .tooSoon: Issue.record("\(answer), \(seed)")
                }
            }
            let closed = home.closeTick(bytes: Self.plenty, now: now, time: now)
            told += closed.messages.count
            shed += closed.shed
            highTold += closed.messages.count { $0.draft.priority == .high }
            for message in closed.messages where message.draft.priority == .normal {
                drawn[Int(message.draft.sender.rawValue - 1) / 1_000] += 1
            }
        }
        let share = Double(drawn.reduce(0, +)) / 10
        for (tenth, count) in drawn.enumerated() {
            #expect(abs(Double(count) / share - 1) < 0.05, "tenth \(tenth) has \(count) of \(share), \(seed)")
        }
        #expect(highTold == high && high > 5_000, "\(high) high ones, \(seed)")
        #expect(home.counts == RoomCounts(offered: 306_000, drawn: told, shed: shed, refused: refused), "\(seed)")
        #expect(told + shed + refused == 306_000, "\(seed)")
        // 50 a second, and what the first second may have saved.
        #expect((29_990...30_050).contains(told), "\(told), \(seed)")
    }

    @Test func `L-13: a user who sends much in a tick has no better lot than one who sends once`() {
        var random = SeededRandom()
        let seed = random.description
        var home = Self.home()
        var (ofScript, ofOthers) = (0, 0)
        for tick in 1...500 {
            let now = Milliseconds(tick * 200)
            for number in 0..<100 {
                _ = home.offer(
                    Self.draft(1, "\(tick)-\(number)"), at: 1, isExempt: false, now: now, using: &random)
            }
            for sender in 2...40 {
                _ = home.offer(Self.draft(sender, "\(tick)"), at: sender, isExempt: false, now: now, using: &random)
            }
            for message in home.closeTick(bytes: Self.plenty, now: now, time: now).messages {
                if message.draft.sender == 1 { ofScript += 1 } else { ofOthers += 1 }
            }
        }
        #expect(abs(Double(ofScript) / (Double(ofOthers) / 39) - 1) < 0.1, "\(ofScript), \(ofOthers), \(seed)")
    }

    @Test func `L-13: second messages of a user and low ones are told when nothing else is left`() {
        var random = SeededRandom()
        var home = Self.home(perSecond: 4)
        _ = home.closeTick(bytes: Self.plenty, now: 1, time: 1)
        func offer(_ sender: Int, _ id: String, _ priority: RoomPriority = .normal) {
            _ = home.offer(Self.draft(sender, id, priority), at: 0, isExempt: false, now: 1, using: &random)
        }
        offer(4, "low", .low)
        offer(1, "first")
        offer(1, "second")
        offer(2, "other")
        offer(3, "high", .high)
        let tick = home.closeTick(bytes: Self.plenty, now: 1_001, time: 1_001)
        #expect(tick.messages.map(\.draft.clientID) == ["first", "second", "other", "high"])
        #expect(tick.messages.map(\.seq) == [1, 2, 3, 4])
        #expect(tick.shed == 1)
    }

    @Test func `L-13: bytes are drawn as well, so that a long message is shed sooner; a high one is not`() {
        var random = SeededRandom()
        var home = Self.home()
        let long = String(repeating: "x", count: 4_000)
        _ = home.offer(Self.draft(1, "long", body: long), at: 1, isExempt: false, now: 0, using: &random)
        _ = home.offer(Self.draft(2, "short"), at: 2, isExempt: false, now: 0, using: &random)
        let first = home.closeTick(bytes: 1_000, now: 200, time: 200)
        #expect(first.messages.map(\.draft.clientID) == ["short"] && first.shed == 1)
        _ = home.offer(Self.draft(1, "high", .high, body: long), at: 1, isExempt: false, now: 200, using: &random)
        #expect(home.closeTick(bytes: 1_000, now: 400, time: 400).messages.map(\.draft.clientID) == ["high"])
    }

    @Test func `L-13: however many are offered in a tick, few wait for it, and each has its answer`() {
        var random = SeededRandom()
        var home = Self.home(perSecond: 10)
        for sender in 1...5_000 {
            _ = home.offer(Self.draft(sender, "m"), at: sender, isExempt: false, now: 0, using: &random)
        }
        let tick = home.closeTick(bytes: Self.plenty, now: 200, time: 200)
        #expect(tick.messages.count == 10 && tick.shed == 4_990)
        #expect(Set(tick.replies.map(\.ticket)) == Set(1...5_000))
        #expect(tick.replies.count == 5_000)
        #expect(home.counts == RoomCounts(offered: 5_000, drawn: 10, shed: 4_990, refused: 0))
    }

    @Test func `L-12: a repeat joins its first, and later has the same message, for a minute`() {
        var random = SeededRandom()
        var home = Self.home()
        func offer(_ ticket: Int, now: Milliseconds) -> Home.Answer {
            home.offer(Self.draft(1, "m"), at: ticket, isExempt: false, now: now, using: &random)
        }
        guard case .waits = offer(1, now: 0), case .waits = offer(2, now: 10) else {
            Issue.record("they do not wait")
            return
        }
        let tick = home.closeTick(bytes: Self.plenty, now: 200, time: 200)
        #expect(tick.messages.count == 1 && tick.replies.map(\.ticket) == [1, 2])
        guard case .repeated(let message) = offer(3, now: 50_000) else {
            Issue.record("it is not known")
            return
        }
        #expect(message.id == "7-3-1")
        _ = home.closeTick(bytes: Self.plenty, now: 60_200, time: 60_200)
        guard case .waits = offer(4, now: 60_201) else {
            Issue.record("it is known for ever")
            return
        }
        #expect(home.counts.offered == 2)
    }

    @Test func `L-15: more high messages than a second has are refused`() {
        var random = SeededRandom()
        var home = Self.home(high: 2)
        let answers = (1...3).map { number in
            home.offer(Self.draft(1, "\(number)", .high), at: 0, isExempt: true, now: 0, using: &random)
        }
        guard case .waits = answers[0], case .waits = answers[1], case .tooManyHigh = answers[2] else {
            Issue.record("\(answers)")
            return
        }
    }

    @Test func `L-18: slow mode says how long to wait, counts what was told alone, and spares the exempt`() {
        var random = SeededRandom()
        var home = Self.home(perSecond: 1)
        home.slowSeconds = 10
        func offer(_ sender: Int, _ id: String, isExempt: Bool = false, now: Milliseconds) -> Home.Answer {
            home.offer(Self.draft(sender, id), at: 0, isExempt: isExempt, now: now, using: &random)
        }
        _ = offer(1, "a", now: 0)
        guard case .tooSoon(10_000) = offer(1, "b", now: 10) else {
            Issue.record("two in a tick")
            return
        }
        _ = offer(2, "a", now: 10)
        let told = home.closeTick(bytes: Self.plenty, now: 200, time: 200).messages[0].draft.sender
        let other = told == 1 ? 2 : 1
        guard case .tooSoon(6_000) = offer(Int(told.rawValue), "c", now: 4_200) else {
            Issue.record("sooner than slow mode allows")
            return
        }
        guard case .waits = offer(other, "c", now: 4_200) else {
            Issue.record("what was shed counts")
            return
        }
        guard case .waits = offer(Int(told.rawValue), "d", isExempt: true, now: 4_200) else {
            Issue.record("the exempt wait")
            return
        }
    }

    @Test func `L-29: what a hook is asked about is told after the answer, in its sender's order; others do not wait`()
    {
        var random = SeededRandom()
        var home = Self.home(perSecond: 10)
        home.slowSeconds = 10
        func offer(_ sender: Int, _ id: String, at ticket: Int, isExempt: Bool = true) -> Home.Answer {
            home.offer(
                Self.draft(sender, id), at: ticket, isExempt: isExempt, isHooked: sender != 9, now: 0, using: &random)
        }
        for (ticket, id) in ["a", "b", "c"].enumerated() { _ = offer(1, id, at: ticket) }
        _ = offer(2, "d", at: 3)
        _ = offer(9, "e", at: 4)
        let first = home.closeTick(bytes: Self.plenty, now: 200, time: 200)
        #expect(first.messages.map(\.draft.clientID) == ["e"] && first.asked.map(\.ticket) == [0, 1, 2, 3])
        // L-12, L-18: a repeat joins it, and slow mode knows of it.
        guard case .waits = offer(1, "b", at: 5), case .tooSoon = offer(1, "f", at: 6, isExempt: false) else {
            Issue.record("a message that a hook is asked about is not known")
            return
        }
        home.allow(first.asked[1].message)
        home.allow(first.asked[2].message)
        #expect(home.refuse(first.asked[3].message) == [3] && home.refuse(first.asked[3].message).isEmpty)
        #expect(home.closeTick(bytes: Self.plenty, now: 400, time: 400).messages.isEmpty && home.hasWaiting)
        let replacement = Self.draft(1, "a", .high, body: String(repeating: "x", count: 4_000))
        #expect(home.allow(first.asked[0].message, as: replacement, now: 400).isEmpty)
        // The bytes that the hook has added are the next tick's.
        _ = home.offer(Self.draft(9, "g"), at: 7, isExempt: true, now: 400, using: &random)
        let next = home.closeTick(bytes: 4_000, now: 600, time: 600)
        #expect(next.messages.map(\.draft.clientID) == ["a", "b", "c"] && next.shed == 1 && !home.hasWaiting)
        #expect(next.messages[0].draft.priority == .high && next.messages.map(\.seq) == [2, 3, 4])
        #expect(Set(next.replies.filter { $0.message != nil }.map(\.ticket)) == [0, 1, 2, 5])
        #expect(home.counts == RoomCounts(offered: 7, drawn: 4, shed: 1, refused: 2))
    }

    @Test func `L-29: what a hook is asked about is withdrawn with its user, and ends with the room`() {
        var random = SeededRandom()
        var home = Self.home(high: 1)
        for sender in 1...4 {
            _ = home.offer(
                Self.draft(sender, "m"), at: sender, isExempt: false, isHooked: true, now: 0, using: &random)
        }
        let asked = home.closeTick(bytes: Self.plenty, now: 200, time: 200).asked
        #expect(home.withdraw("u1") == [1])
        home.allow(asked[0].message)
        // L-15: of more high ones than a second has, replacements are refused, too.
        #expect(home.allow(asked[1].message, as: Self.draft(2, "m", .high), now: 200).isEmpty)
        #expect(home.allow(asked[2].message, as: Self.draft(3, "m", .high), now: 200) == [3])
        #expect(home.closeTick(bytes: Self.plenty, now: 400, time: 400).messages.map(\.draft.from) == ["u2"])
        #expect(home.end() == [4] && !home.hasWaiting)
        #expect(home.counts == RoomCounts(offered: 4, drawn: 1, shed: 0, refused: 3))
    }

    @Test func `L-06: a session that comes back has what it missed, or learns that there is a gap`() {
        var random = SeededRandom()
        var home = Self.home(perSecond: 1_000, kept: 5)
        for number in 1...20 {
            _ = home.offer(Self.draft(number, "m"), at: 0, isExempt: false, now: 0, using: &random)
            _ = home.closeTick(bytes: Self.plenty, now: Milliseconds(number * 200), time: Milliseconds(number * 200))
        }
        #expect(home.history.missed(since: 3, 17).map { $0.map(\.seq) } == [18, 19, 20])
        #expect(home.history.missed(since: 3, 20)?.isEmpty == true)
        #expect(home.history.missed(since: 3, 14) == nil && home.history.missed(since: 2, 20) == nil)
        #expect(home.history.missed(since: 3, 21) == nil)
        #expect(home.history.lastMessages.map(\.seq) == [16, 17, 18, 19, 20])
    }

    @Test func `L-20: what a user has said is cleared, and what waits of it is not told`() {
        var random = SeededRandom()
        var home = Self.home()
        _ = home.offer(Self.draft(1, "told", body: #"{"text":"x"}"#), at: 1, isExempt: false, now: 0, using: &random)
        _ = home.closeTick(bytes: Self.plenty, now: 200, time: 200)
        _ = home.offer(Self.draft(1, "waits"), at: 2, isExempt: false, now: 210, using: &random)
        home.clear("u1")
        #expect(home.withdraw("u1") == [2])
        #expect(home.closeTick(bytes: Self.plenty, now: 400, time: 400).messages.isEmpty)
        let kept = home.history.lastMessages
        #expect(kept.map(\.isRecalled) == [true] && kept.map(\.draft.body) == ["{}"])
        #expect(home.counts == RoomCounts(offered: 2, drawn: 1, shed: 0, refused: 1))
    }
}

/// The participants of a live room, as a value.
struct RoomParticipantsTests {
    @Test func `L-07: two sessions of a user count two, and a user leaves with the last`() throws {
        var participants = RoomParticipants<Int>()
        let alice = try #require(UserID("alice"))
        participants.enter(1, of: 10, alice, now: 5)
        participants.enter(2, of: 10, alice, now: 6)
        participants.enter(2, of: 10, alice, now: 7)
        #expect(participants.count == 2 && participants.entries == 2 && participants[10]?.sessions == 2)
        participants.leave(1)
        participants.leave(1)
        #expect(participants.count == 1 && participants[10] != nil && participants.peak == 2)
        #expect(participants.remove(10) == [2])
        #expect(participants.count == 0 && participants[10] == nil)
    }

    @Test func `L-04: a session that could not be let in stays if it has entered again since`() throws {
        var participants = RoomParticipants<Int>()
        let alice = try #require(UserID("alice"))
        let first = participants.enter(1, of: 10, alice, now: 5)
        let second = participants.enter(1, of: 10, alice, now: 6)
        #expect(!participants.leave(1, entry: first) && participants.contains(1))
        #expect(participants.leave(1, entry: second) && !participants.contains(1))
    }

    @Test func `L-08: up to 200 users are listed whole; of more, those who lead and the newest`() throws {
        var participants = RoomParticipants<Int>()
        for number in 1...200 {
            participants.enter(
                number, of: AccountNumber(number), try #require(UserID("u\(number)")), now: Milliseconds(number))
        }
        #expect(participants.list(leading: []).users.count == 200 && !participants.list(leading: []).isSample)
        participants.enter(201, of: 201, try #require(UserID("u201")), now: 201)
        let sample = participants.list(leading: [1, 999])
        #expect(sample.isSample && sample.users.count == 200)
        #expect(sample.users[0].account == 1 && sample.users[1].account == 201)
        #expect(!sample.users.contains { $0.account == 2 })
    }
}

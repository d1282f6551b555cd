import Domain
import TestSupport
import Testing

@testable import Chat
@testable import Gateway

/// The queue of an endpoint, by itself: with any answers in any order.
struct EndpointQueueTests {
    /// The events of a store, and what an endpoint made of them.
    private struct World {
        var random = SeededRandom()
        var log: [BackendEvent] = []
        var accepted: [Stamp] = []
        var queue = EndpointQueue(EndpointPosition(cursor: 0, generation: 0), parked: [], mostRequests: 8)
        var open: [EndpointQueue.Batch] = []
        var now: Milliseconds = 0
        var poison: Set<Stamp> = []
        /// What the endpoint says to the poison; else it fails with it.
        var isRefused = false

        mutating func happen(_ count: Int, subjects: Int64) {
            for _ in 0..<count {
                let subject = EventSubject.user(AccountNumber(Int64.random(in: 1...subjects, using: &random)))
                log.append(BackendEvent(id: Stamp(log.count + 1), kind: .messageCreated, subject: subject))
            }
        }

        mutating func scan() {
            guard queue.wantsMore else { return }
            let page = log.filter { $0.id > queue.scanned }.prefix(50)
            if let last = page.last { queue.add(Array(page), through: last.id) }
        }

        mutating func begin() {
            for (subject, from) in queue.lookups(at: now) {
                let page = log.filter { $0.id >= from && $0.id <= queue.scanned }.prefix(30)
                let through = page.count == 30 ? page.last!.id : queue.scanned
                let events = page.filter { $0.subject == subject }
                if let batch = queue.found(events, of: subject, through: through) { open.append(batch) }
            }
            while var batch = queue.next(at: now) {
                if Bool.random(using: &random), batch.events.count > 1 {
                    let count = Int.random(in: 1...batch.events.count, using: &random)
                    queue.shorten(batch.id, to: count)
                    batch.events.removeSubrange(count...)
                }
                open.append(batch)
            }
        }

        /// No two requests have a subject in common.
        func checkOpen() {
            let subjects = open.flatMap { Set($0.events.map(\.subject)) }
            #expect(Set(subjects).count == subjects.count, "\(random)")
        }

        mutating func answer(_ isWell: Bool) {
            guard !open.isEmpty else { return }
            let batch = open.remove(at: Int.random(in: 0..<open.count, using: &random))
            if batch.events.contains(where: { poison.contains($0.id) }) {
                queue.note(
                    isRefused ? .refused(status: 400, "") : .failed(status: 500, "", retryAfter: 0), of: batch.id,
                    at: now, wall: now)
            } else if isWell {
                accepted += batch.events.map(\.id)
                queue.note(.delivered, of: batch.id, at: now, wall: now)
            } else {
                queue.note(.failed(status: 0, "none", retryAfter: 0), of: batch.id, at: now, wall: now)
            }
        }

        /// What is done is not done before what it stands behind; the cursor passes nothing that is not done or parked.
        func check() {
            let done = Set(accepted)
            let parked = queue.parked.mapValues { $0.record.event }
            for event in log where event.id <= queue.cursor && !done.contains(event.id) {
                let from = parked[event.subject]
                #expect(from.map { $0 <= event.id } ?? false, "\(event.id) is passed over, \(random)")
            }
            var last: [EventSubject: Stamp] = [:]
            let subjects = Dictionary(uniqueKeysWithValues: log.map { ($0.id, $0.subject) })
            for id in accepted {
                let subject = subjects[id]!
                #expect(last[subject, default: 0] < id, "\(random)")
                last[subject] = id
            }
        }

        mutating func step(isWell: Bool) {
            now += Milliseconds(Int64.random(in: 0...2_000, using: &random))
            scan()
            begin()
            checkOpen()
            for _ in 0..<Int.random(in: 0...4, using: &random) { answer(isWell) }
        }
    }

    @Test func `with any answers everything is delivered once and in order`() {
        for _ in 0..<3 {
            var world = World()
            for _ in 0..<100 {
                world.happen(Int.random(in: 0...30, using: &world.random), subjects: 20)
                world.step(isWell: Int.random(in: 0...3, using: &world.random) > 0)
                world.check()
            }
            var steps = 0
            while world.queue.cursor < world.log.last!.id || !world.queue.parked.isEmpty, steps < 20_000 {
                world.step(isWell: true)
                steps += 1
            }
            #expect(world.accepted.sorted() == world.log.map(\.id), "\(world.random)")
            world.check()
        }
    }

    @Test func `a subject that catches up goes on by itself, page by page`() throws {
        let subject = EventSubject.user(1)
        let parked = ParkedEvent(event: 5, subject: subject, since: 0, attempts: 1, status: 400, answer: "")
        var queue = EndpointQueue(
            EndpointPosition(cursor: 10_000, generation: 0), parked: [parked], mostRequests: 8)
        let event = BackendEvent(id: 5, kind: .messageCreated, subject: subject)
        #expect(queue.lookups(at: 0).map(\.from) == [5])
        let found = queue.found([event], of: subject, through: 1_000)
        let batch = try #require(found)
        queue.note(.delivered, of: batch.id, at: 0, wall: 0)
        for through in [Stamp(1_000), 2_000, 3_000] {
            #expect(try #require(queue.nextTime(at: 0)) <= 100)
            #expect(queue.lookups(at: 0).count == 1)
            #expect(queue.found([], of: subject, through: through) == nil)
        }
        #expect(queue.found([], of: subject, through: 10_000) == nil)
        #expect(queue.parked.isEmpty && queue.nextTime(at: 0) == nil)
    }

    @Test(arguments: [true, false])
    func `an event that fails while others pass parks its subject alone`(isRefused: Bool) {
        for _ in 0..<3 {
            var world = World()
            world.isRefused = isRefused
            world.happen(1_000, subjects: 50)
            world.poison = [Stamp(Int64.random(in: 1...1_000, using: &world.random))]
            var steps = 0
            while world.queue.cursor < 1_000 || world.queue.parked.isEmpty, steps < 20_000 {
                world.step(isWell: true)
                world.check()
                steps += 1
            }
            let poisoned = world.log.first { world.poison.contains($0.id) }!
            #expect(steps < 20_000, "it is not parked, \(world.random)")
            #expect(world.queue.parked.keys.map(\.self) == [poisoned.subject], "\(world.random)")
            #expect(world.queue.parked[poisoned.subject]?.record.event == poisoned.id)
            let missing = world.log.filter { $0.subject == poisoned.subject && $0.id >= poisoned.id }
            #expect(world.accepted.count == 1_000 - missing.count, "\(world.random)")
            world.poison = []
            while !world.queue.parked.isEmpty, steps < 40_000 {
                world.step(isWell: true)
                steps += 1
            }
            world.check()
            #expect(world.accepted.count == 1_000)
        }
    }

    @Test func `what is too old is given up: parked events are set aside, others are counted`() {
        var queue = EndpointQueue(EndpointPosition(cursor: 0, generation: 0), parked: [], mostRequests: 8)
        let events = (1...10).map {
            BackendEvent(id: Stamp($0), kind: .messageCreated, subject: .user(AccountNumber(Int64($0))))
        }
        queue.add(events, through: 10)
        let batch = queue.next(at: 0)!
        queue.note(.failed(status: 500, "", retryAfter: 0), of: batch.id, at: 0, wall: 0)
        queue.giveUp(before: 8)
        #expect(queue.position.dropped == DroppedEvents(from: 1, to: 7, count: 7))
        #expect(queue.cursor == 7)
        let rest = queue.next(at: 5_000)!
        #expect(rest.events.map(\.id) == [8, 9, 10])
    }

    @Test func `what was deleted before it was read is given up, too`() {
        var queue = EndpointQueue(EndpointPosition(cursor: 4, generation: 0), parked: [], mostRequests: 8)
        queue.add([BackendEvent(id: 6, kind: .accountCreated, subject: .user(1))], through: 6)
        queue.giveUp(before: 0, deletedThrough: 6)
        #expect(queue.position.dropped == DroppedEvents(from: 6, to: 6, count: 1))
        queue.giveUp(before: 0, deletedThrough: 19)
        #expect(queue.position.dropped == DroppedEvents(from: 6, to: 19, count: 2))
        #expect(queue.scanned == 19 && queue.cursor == 19 && queue.next(at: 0) == nil)
        queue.giveUp(before: 0, deletedThrough: 19)
        #expect(queue.position.dropped?.count == 2)
    }

    @Test func `E-19: where other events were deleted, messages are still told`() throws {
        let kinds: Set<BackendEventKind> = [.messageCreated, .accountCreated]
        func event(_ id: Int64, _ kind: BackendEventKind) -> BackendEvent {
            BackendEvent(id: Stamp(id), kind: kind, subject: .user(AccountNumber(id)))
        }
        var queue = EndpointQueue(EndpointPosition(cursor: 0, generation: 0), parked: [], mostRequests: 8)
        queue.add([event(1, .accountCreated), event(2, .messageCreated), event(3, .accountCreated)], through: 3)
        let first = queue.next(at: 0)
        let failed = try #require(first)
        queue.note(.failed(status: 503, "", retryAfter: 0), of: failed.id, at: 0, wall: 0)
        queue.add([event(4, .messageCreated), event(5, .accountCreated), event(6, .accountCreated)], through: 6)
        queue.giveUp(before: 0, deletedThrough: 5, of: kinds)
        #expect(queue.position.dropped == DroppedEvents(from: 1, to: 5, count: 3))
        // What was deleted before it was read is told once, and the messages there are still read.
        for _ in 0..<2 { queue.giveUp(before: 0, deletedThrough: 9, of: kinds) }
        #expect(queue.position.dropped == DroppedEvents(from: 1, to: 9, count: 5))
        #expect(queue.scanned == 6 && queue.cursor == 1)
        queue.add([event(8, .messageCreated), event(10, .accountCreated)], through: 10)
        var told: [Stamp] = []
        while let batch = queue.next(at: 100_000) {
            told += batch.events.map(\.id)
            queue.note(.delivered, of: batch.id, at: 100_000, wall: 0)
        }
        #expect(told.sorted() == [2, 4, 8, 10] && queue.cursor == 10)
        // What is too old is given up in any case.
        queue.giveUp(before: 30, deletedThrough: 20, of: kinds)
        #expect(queue.scanned == 20 && queue.position.dropped?.to == 20)
    }

    @Test func `E-19: an endpoint that hears of messages alone loses none to other events`() {
        var queue = EndpointQueue(EndpointPosition(cursor: 0, generation: 0), parked: [], mostRequests: 8)
        queue.add([BackendEvent(id: 6, kind: .messageCreated, subject: .user(1))], through: 6)
        queue.giveUp(before: 5, deletedThrough: 19, of: [.messageCreated])
        let batch = queue.next(at: 0)
        #expect(queue.position.dropped == nil && queue.scanned == 6)
        #expect(batch?.events.map(\.id) == [6])
    }
}

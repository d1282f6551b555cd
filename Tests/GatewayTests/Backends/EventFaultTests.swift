import Client
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// Whatever a backend does, it hears of everything, in order.
struct EventFaultTests {
    enum Fault: CaseIterable, CustomTestStringConvertible {
        case refusing, down, failing, busy, wrongURL, hanging, cutting, slow

        var testDescription: String {
            switch self {
            case .refusing, .wrongURL: "E-08: \(name)"
            default: "E-06: \(name)"
            }
        }

        private var name: String {
            switch self {
            case .refusing: "401"
            case .down: "nobody listens"
            case .failing: "500"
            case .busy: "429"
            case .wrongURL: "404"
            case .hanging: "no answer"
            case .cutting: "the connection is cut"
            case .slow: "each answer takes 200 ms"
            }
        }

        var answer: EventReceiver.Answer {
            switch self {
            case .refusing: .status(401)
            case .down, .cutting: .cut
            case .failing: .status(500)
            case .busy: .status(429)
            case .wrongURL: .status(404)
            case .hanging: .hang
            case .slow: .slow(milliseconds: 200)
            }
        }
    }

    @Test(arguments: Fault.allCases)
    func `nothing is lost, nothing comes out of order, and nobody waits`(fault: Fault) throws {
        try withBackend(["events.timeoutMilliseconds": "500"]) { gateway, first in
            var backend = first
            let writers = try (0..<3).map { try gateway.online("writer\($0)") }
            try gateway.createAccounts("reader")
            _ = try writers[0].write("before", to: "reader")
            _ = try backend.wait(for: 1) { $0.data.contains("before") }
            if fault == .down { backend.stop() } else { backend.answer(fault.answer) }
            let began = wallMilliseconds()
            for round in 0..<40 {
                for writer in writers { _ = try writer.write("during \(round)", to: "reader") }
            }
            #expect(wallMilliseconds() - began < 5_000 * slowness, "messages wait for the backend")
            #expect(try gateway.http().request(.get, "/readyz").status == 200)
            if fault != .slow {
                try until("the warning") { try gateway.metric("martlet_event_endpoints_failing") == 1 }
                #expect(try gateway.warns(of: "events"))
            }
            if fault == .down {
                backend = try EventReceiver(port: first.port, secret: first.secret)
            } else {
                backend.answer(.ok)
            }
            _ = try backend.wait(for: 120, within: .seconds(60)) { $0.data.contains("during") }
            let subjects = try backend.firsts().filter { $0.key.contains("userIDs") }
            for (subject, events) in subjects {
                let texts = events.filter { $0.data.contains("during") }
                #expect(texts.count == 40, "\(subject)")
            }
            try until("the warning is over") { try gateway.metric("martlet_event_endpoints_failing") == 0 }
            #expect(try gateway.metric("martlet_event_subjects_parked") == 0)
            #expect(backend.problems.isEmpty, "\(backend.problems.prefix(3))")
        }
    }

    @Test func `E-06: an endpoint that wants a rest for ever ends nothing, and is asked again after a restart`() throws
    {
        try withBackend { gateway, backend in
            backend.answer(.rest("9223372036854775807"))
            try gateway.createAccounts("reader")
            _ = try gateway.online("writer").write("hello", to: "reader")
            try until("the warning") { try gateway.metric("martlet_event_endpoints_failing") == 1 }
            backend.answer(.ok)
            try gateway.restart()
            _ = try backend.wait(for: 1) { $0.data.contains("hello") }
        }
    }

    @Test(arguments: [400, 500])
    func `E-09: one event that a backend does not take parks its conversation, and no other`(status: Int) throws {
        try withBackend { gateway, backend in
            let writers = try (0..<8).map { try gateway.online("writer\($0)") }
            try gateway.createAccounts("reader")
            backend.poison("poison", status: status)
            for round in 0..<50 {
                for (number, writer) in writers.enumerated() {
                    let text = round == 20 && number == 3 ? "poison" : "good \(round)"
                    _ = try writer.write(text, to: "reader")
                }
                if status == 500 { pause(.milliseconds(50)) }
            }
            // Seven conversations whole, and one up to the poison.
            try until("the others", within: .seconds(90)) {
                let subjects = try backend.firsts().mapValues { $0.filter { $0.data.contains("good") }.count }
                return subjects.values.filter { $0 == 50 }.count == 7
            }
            try until("the subject is parked") { try gateway.metric("martlet_event_subjects_parked") == 1 }
            let poisoned = try backend.firsts().filter { $0.key.contains("writer3") && $0.key.contains("reader") }
            #expect(poisoned.values.first?.filter { $0.data.contains("good") }.count == 20)
            // It is still known after a restart, and what waits behind it comes once it is taken.
            backend.cure()
            try gateway.restart()
            try until("all", within: .seconds(60)) {
                let heard = try backend.firsts().filter { $0.key.contains("userIDs") }.values
                return heard.allSatisfy { $0.count == 50 } && heard.count == 8
            }
            try until("nothing is parked") { try gateway.metric("martlet_event_subjects_parked") == 0 }
        }
    }

    @Test func `E-07: a gateway that is killed tells everything, again perhaps, by the same ids`() throws {
        var random = SeededRandom()
        try withBackend(["subscriptions.enabled": "false"]) { gateway, backend in
            try gateway.createAccounts("reader")
            var sent: [String: [String]] = [:]
            for run in 0..<(isLongRun ? 30 : 6) {
                let writers = try (0..<4).map { ("w\($0)", try gateway.session("w\($0)")) }
                for round in 0..<Int.random(in: 5...40, using: &random) {
                    if run % 2 == 1, round == 3 { backend.answer(.status(500)) }
                    for (name, writer) in writers {
                        sent[name, default: []].append(try writer.write("\(run) \(round)", to: "reader").msgID)
                    }
                }
                pause(.milliseconds(Int.random(in: 0...300, using: &random)))
                gateway.signal(SIGKILL)
                _ = try gateway.wait()
                backend.answer(.ok)
                try gateway.launchAgain()
                try gateway.waitUntilReady()
            }
            try until("everything, \(random)", within: .seconds(60)) {
                let heard = Set(backend.accepted.map(\.id))
                return sent.values.joined().allSatisfy { heard.contains("evt_\($0)") }
            }
            let subjects = try backend.firsts()
            for (name, ids) in sent {
                let heard = subjects.first { $0.key.contains(#""\#(name)""#) && $0.key.contains("reader") }
                #expect(heard?.value.map(\.id) == ids.map { "evt_\($0)" }, "\(name), \(random)")
            }
        }
    }

    private static let anHour = movableClock.merging(["events.retryHours": "1"]) { $1 }

    @Test func `E-10: an event that is not taken for events.retryHours is set aside, and its subject goes on`() throws {
        try withBackend(Self.anHour) { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            backend.poison("poison", status: 422)
            let bad = try alice.write("poison", to: "bob").msgID
            try until("the subject is parked") { try gateway.metric("martlet_event_subjects_parked") == 1 }
            try gateway.restart(after: 7_200)
            _ = try gateway.online("alice").write("later", to: "bob")
            _ = try backend.wait(for: 1) { $0.data.contains("later") }
            let admin = try gateway.admin()
            // The later one is noted as taken a moment after it was.
            try until("the bad one alone is set aside") {
                let list = try admin.request("admin.events.parked", #"{"endpoint": "shop"}"#).get()
                let events = try #require(list["events"]?.elements).map(\.self)
                return events.map { $0["id"]?.string } == ["evt_\(bad)"]
                    && events.map { $0["state"]?.string } == ["setAside"]
            }
        }
    }

    @Test func `E-10: an endpoint that takes nothing for events.retryHours is told what it will not get`() throws {
        try withBackend(Self.anHour) { gateway, backend in
            backend.answer(.status(500))
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for number in 0..<3 { _ = try alice.write("old \(number)", to: "bob") }
            try until("the warning") { try gateway.metric("martlet_event_endpoints_failing") == 1 }
            try gateway.restart(after: 7_200)
            _ = try gateway.online("alice").write("later", to: "bob")
            try until("what is old is dropped") {
                try gateway.metric("martlet_event_endpoints_failing") == 1
                    && gateway.metric("martlet_event_delay_seconds") < 3_600
            }
            backend.answer(.ok)
            _ = try backend.wait(for: 1) { $0.data.contains("later") }
            let first = try #require(backend.accepted.first)
            let count = try JSONDocument().parse(first.data)["count"]?.int
            #expect(first.type == "events.dropped" && count ?? 0 >= 3)
            #expect(!backend.accepted.contains { $0.data.contains("old") })
        }
    }

    @Test func `E-12: a request has up to 100 events, and up to 256 KiB`() throws {
        try withBackend { gateway, backend in
            backend.answer(.status(503))
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let long = String(repeating: "x", count: 4_000)
            for number in 0..<250 {
                _ = try alice.write("short \(number)", to: "bob")
                _ = try alice.write("\(long) \(number)", to: "carol")
            }
            backend.answer(.ok)
            _ = try backend.wait(for: 500, within: .seconds(60)) { $0.type == "message.created" }
            #expect(backend.sizes.map(\.events).max() == 100)
            #expect(backend.sizes.allSatisfy { $0.bytes <= 256 << 10 })
            #expect(backend.sizes.contains { $0.bytes > 200 << 10 })
        }
    }
}

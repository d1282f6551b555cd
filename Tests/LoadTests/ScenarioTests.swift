import Client
import Commands
import TestSupport
import Testing
import Transport

@testable import martlet_load

/// The scenarios over loopback, against a stub that makes one mistake.
struct ScenarioTests {
    private func run<S: Scenario>(
        against stub: StubGateway, over scheme: String = "ws", threads: Int = 1, drain: Double = 5,
        _ scenario: @escaping @Sendable (Share) -> S
    ) throws -> Measurement {
        let url = "\(scheme)://127.0.0.1:\(stub.address.port)"
        let target = try Target(url: url, sources: "127.0.0.1,127.0.0.2", trust: .nobodyChecks)
        let timing = Timing(warmup: 0, seconds: 0.2, drain: drain)
        return try Run(RunOptions(target: target, timing: timing, threads: threads, serverPID: nil)).measure(scenario)
    }

    @Test(
        arguments: [
            (.none, nil),
            (.delaysAnswer, nil),
            (.refuses, .refused),
            (.staysSilent, .unanswered),
            (.losesDelivery, .missing),
            (.delaysDelivery, .reordered),
            (.deliversTwice, .doubled),
            (.misnumbersDelivery, .disagreeing),
            (.leavesHole, .gaps),
            (.babbles, .unexpected),
        ] as [(StubGateway.Mischief, Fault?)])
    func `one mistake of the gateway is one fault of its kind`(mischief: StubGateway.Mischief, fault: Fault?) throws {
        let stub = try StubGateway(mischief)
        // Only for what never comes the run waits that long.
        let tally = try run(against: stub, drain: 1) { P2P(.init(pairs: 5, window: 4), run: 7, $0) }.tally
        for kind in Fault.allCases {
            #expect(tally.faults[kind] == (kind == fault ? 1 : 0), "\(tally.faults.lines)")
        }
        #expect(tally.acknowledgements > StubService.victim)
    }

    @Test func `a lost connection is a fault, and so is everything that waited on it`() throws {
        let stub = try StubGateway(.hangsUp)
        let faults = try run(against: stub, drain: 1) { P2P(.init(pairs: 5, window: 4), run: 7, $0) }.tally.faults
        #expect(faults[.disconnected] == 1)
        #expect((1...4).contains(faults[.unanswered]), "\(faults.lines)")
    }

    @Test(arguments: [false, true])
    func `every message of every thread is acknowledged and delivered`(both: Bool) throws {
        let stub = try StubGateway(.none)
        let measurement = try run(against: stub, threads: 2) {
            P2P(.init(pairs: 5, window: 3, both: both), run: 7, $0)
        }
        let tally = measurement.tally
        #expect(measurement.sessions == 10)
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.acknowledgements > 20)
        #expect(tally.acknowledgement.count == tally.delivery.count)
        // Those that were on their way at the end are measured, and counted in neither rate.
        let onTheirWay = (both ? 10 : 5) * 3
        #expect(Int(tally.acknowledgement.count) - tally.acknowledgements <= onTheirWay)
    }

    @Test func `an open loop sends what is due and no more`() throws {
        let stub = try StubGateway(.none)
        let tally = try run(against: stub) { P2P(.init(pairs: 5, window: 50, perSecond: 1000), run: 7, $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(Int(tally.acknowledgement.count) == 200)
    }

    @Test func `a gateway that stops answering cannot hide what was due`() throws {
        let stub = try StubGateway(.staysSilent)
        let tally = try run(against: stub, drain: 1) { P2P(.init(pairs: 1, window: 1, perSecond: 1000), run: 7, $0) }
            .tally
        #expect(tally.faults[.unanswered] == 1)
        // All but the silent one, sent or not, have a duration.
        #expect(Int(tally.acknowledgement.count) == 199)
        #expect(tally.unsent == 200 - StubService.victim)
        #expect(tally.acknowledgement.largest > 100_000_000)
    }

    @Test func `requests are answered once each`() throws {
        let stub = try StubGateway(.none)
        var requests = Requests.Options.sessionLists(of: 5)
        requests.window = 2
        let tally = try run(against: stub) { [requests] in Requests(requests, $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.acknowledgements > 20)
        #expect(tally.delivery.count == 0)
    }

    @Test func `each user searches by its own lines in turn`() throws {
        let queries = try Queries("alice\talice 天气\nbob\tbob 1\nalice\talice 2\nbob\tbob 2\n")
        #expect(queries.users == ["alice", "bob"])
        let stub = try StubGateway(.none)
        let tally = try run(against: stub) { Requests(.searches(for: queries), $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.acknowledgements > 20)
        #expect(throws: UsageError.self) { try Queries("alice 天气\n") }
        #expect(throws: UsageError.self) { try Queries("\n") }
    }

    @Test(
        arguments: [
            (.none, nil), (.staysSilent, .unanswered), (.delaysDelivery, .reordered), (.deliversTwice, .unexpected),
            (.babbles, .unexpected),
        ] as [(StubGateway.Mischief, Fault?)])
    func `one wrong echo is one fault`(mischief: StubGateway.Mischief, fault: Fault?) throws {
        let stub = try StubGateway(mischief)
        let tally = try run(against: stub, drain: 1) { EchoLoad(.init(connections: 3, window: 4), $0) }.tally
        for kind in Fault.allCases {
            #expect(tally.faults[kind] == (kind == fault ? 1 : 0), "\(tally.faults.lines)")
        }
        #expect(tally.acknowledgements > StubService.victim)
    }

    @Test(
        arguments: [
            (.none, nil), (.refuses, .refused), (.staysSilent, .unanswered), (.losesDelivery, .missing),
            (.deliversTwice, .doubled), (.leavesHole, .gaps), (.babbles, .unexpected),
        ] as [(StubGateway.Mischief, Fault?)])
    func `in a mixed load one mistake is one fault of its kind`(mischief: StubGateway.Mischief, fault: Fault?) throws {
        let stub = try StubGateway(mischief)
        var options = Mixed.Options(cohorts: 2, size: 3)
        options.perSecond = 1000
        options.staySeconds = 1000
        let tally = try run(against: stub, drain: 1) { [options] in Mixed(options, run: 7, $0) }.tally
        for kind in Fault.allCases {
            #expect(tally.faults[kind] == (kind == fault ? 1 : 0), "\(tally.faults.lines)")
        }
        #expect(tally.deliveries > StubService.victim)
    }

    @Test(
        arguments: [
            (.none, nil), (.refuses, .refused), (.staysSilent, .unanswered), (.losesDelivery, .gaps),
            (.deliversTwice, .doubled), (.babbles, .unexpected),
        ] as [(StubGateway.Mischief, Fault?)])
    func `in a live room one mistake is one fault, and what is not drawn is none`(
        mischief: StubGateway.Mischief, fault: Fault?
    ) throws {
        let stub = try StubGateway(mischief)
        let options = LiveRoom.Options(room: "r", participants: 4, perSecond: 400)
        let tally = try run(against: stub, threads: 1, drain: 1) { LiveRoom(options, run: 7, $0) }.tally
        for kind in Fault.allCases {
            #expect(tally.faults[kind] == (kind == fault ? 1 : 0), "\(tally.faults.lines)")
        }
        #expect(tally.shed > 0)
        #expect(tally.deliveries > tally.acknowledgements)
    }

    @Test func `users leave a live room and enter it again`() throws {
        let stub = try StubGateway(.none)
        let options = LiveRoom.Options(room: "r", participants: 4, enters: true, perSecond: 400)
        let tally = try run(against: stub, threads: 2) { LiveRoom(options, run: 7, $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.acknowledgements > 20)
    }

    @Test func `clients are dealt over several gateways`() throws {
        let stubs = try (0..<2).map { _ in try StubGateway(.babbles) }
        let target = try Target(urls: stubs.map { "ws://127.0.0.1:\($0.address.port)" }, sources: nil)
        let timing = Timing(warmup: 0, seconds: 0.2, drain: 1)
        let tally = try Run(RunOptions(target: target, timing: timing, threads: 1, serverPID: nil))
            .measure { EchoLoad(.init(connections: 4, window: 4), $0) }.tally
        #expect(tally.faults[.unexpected] == 2, "\(tally.faults.lines)")
        for urls in [[], ["ws://127.0.0.1:1", "wss://127.0.0.1:1"], ["ws://127.0.0.1:1", "ws://[::1]:1"]] {
            #expect(throws: UsageError.self) { try Target(urls: urls, sources: nil) }
        }
    }

    @Test func `in the end of a mixed load everybody can come again, and the journal has who was lost`() throws {
        let stub = try StubGateway(.hangsUp)
        let target = try Target(url: "ws://127.0.0.1:\(stub.address.port)", sources: nil)
        let journal = Journal()
        var run = RunOptions(
            target: target, timing: Timing(warmup: 0, seconds: 0.5, drain: 5), threads: 1, serverPID: nil)
        run.journal = journal
        var options = Mixed.Options(cohorts: 2, size: 3)
        options.perSecond = 200
        options.staySeconds = 1000
        options.survivesLosses = true
        options.returnsAtEnd = true
        options.journal = journal
        let tally = try Run(run).measure { [options] in Mixed(options, run: 7, $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.returns == 6 + 1)
        let lines = journal.text.split(separator: "\n")
        let lost = lines.filter { $0.hasPrefix("lost ") }
        #expect(lost.count == 1 && lost.first?.contains(" 0 mixed-7-") == true && lost.first?.contains("1001") == true)
        #expect(lines.count { $0.wholeMatch(of: /acknowledged [0-9]+ [0-9]+/) != nil } >= tally.acknowledgements)
    }

    @Test func `the first fault can end the run`() throws {
        let stub = try StubGateway(.babbles)
        let target = try Target(url: "ws://127.0.0.1:\(stub.address.port)", sources: nil)
        var options = RunOptions(
            target: target, timing: Timing(warmup: 0, seconds: 600, drain: 1), threads: 2, serverPID: nil)
        options.stopsAtFault = true
        let tally = try Run(options).measure { P2P(.init(pairs: 4, window: 2), run: 7, $0) }.tally
        #expect(tally.faults[.unexpected] == 1)
    }

    @Test(arguments: [true, false])
    func `clients come and leave again and again`(withSessions: Bool) throws {
        let stub = try StubGateway(.none)
        let measurement = try run(against: stub, threads: 2) {
            Connects(.init(withSessions: withSessions, window: 6), $0)
        }
        let tally = measurement.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(measurement.sessions == 0)
        #expect(tally.acknowledgements > 20)
    }

    @Test func `silent clients answer at the end`() throws {
        let stub = try StubGateway(.none)
        let tally = try run(against: stub, threads: 2) { Idle(.init(connections: 30), $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.acknowledgements == 30)
    }

    @Test func `over TLS everything comes as in plain`() throws {
        let certificate = TestCertificate.shared
        let stub = try StubGateway(
            .none,
            tls: TLSContext([.init(chain: certificate.chain, key: certificate.key)], minimum: .tls13, tickets: false))
        let tally = try run(against: stub, over: "wss") { P2P(.init(pairs: 5, window: 4), run: 7, $0) }.tally
        #expect(tally.faults.isEmpty, "\(tally.faults.lines)")
        #expect(tally.acknowledgements > 20)
        let comings = try run(against: stub, over: "wss") { Connects(.init(window: 6), $0) }.tally
        #expect(comings.faults.isEmpty, "\(comings.faults.lines)")
        #expect(comings.acknowledgements > 5)
    }

    @Test func `a certificate that nobody trusts ends the run`() throws {
        let certificate = TestCertificate.shared
        let stub = try StubGateway(
            .none,
            tls: TLSContext([.init(chain: certificate.chain, key: certificate.key)], minimum: .tls13, tickets: false))
        let target = try Target(url: "wss://127.0.0.1:\(stub.address.port)", sources: nil)
        let run = Run(RunOptions(target: target, timing: Timing(), threads: 1, serverPID: nil))
        #expect(throws: (any Error).self) { try run.measure { Requests(.sessionLists(of: 4), $0) } }
    }

    @Test func `a gateway that is not there ends the run`() throws {
        let port: UInt16
        do { port = try StubGateway(.none).address.port }
        let target = try Target(url: "ws://127.0.0.1:\(port)", sources: nil)
        let run = Run(RunOptions(target: target, timing: Timing(), threads: 2, serverPID: nil))
        #expect(throws: (any Error).self) { try run.measure { Requests(.sessionLists(of: 4), $0) } }
    }
}

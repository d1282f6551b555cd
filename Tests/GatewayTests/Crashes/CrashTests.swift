import EventLoop
import Glibc
import JSON
import TestSupport
import Testing

/// The gateway is killed at random moments and started again on the same data, while circles of users write, read, pin and
/// change options, two change what they have written, and members write in groups on two devices each, come and go, are
/// followed and pushed to.
///
/// SIGKILL takes the process and leaves the kernel: this shows that a reply comes after the commit, and that nothing is
/// half done. That a commit reaches the disk is SQLite's `synchronous=FULL`.
struct CrashTests {
    @Test
    func
        `X-07, X-08, X-10, T-Q16, T-Q27, S-Q33, X-21, M-46: what was acknowledged survives every crash, once and in order`()
        throws
    {
        var series = CrashSeries(kills: environment("MARTLET_CRASHES").flatMap { Int($0) } ?? 4)
        defer { series.report() }
        // However long a device was away, all that it missed fits.
        let settings = [
            "log.level": #""info""#, "subscriptions.reconnectMilliseconds": "100",
            "outbox.bytesPerConnection": "134217728", "streams.resumeBytes": "67108864",
            "streams.resumeMessages": "100000", "streams.resumeEvents": "100000", "messages.recallSeconds": "-1",
        ]
        try withPushes(settings, to: ["webhook"] + PushMakers.all) { gateway, pushes in
            try series.run(gateway, pushes.server)
        }
    }
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Users who know each other and nobody else, and what must be so because the gateway has replied to them.
protocol Party: Sendable {
    var names: [String] { get }
    var tally: Tally { get }
    /// One run of the gateway: they come back, check everything, say so by `checked`, and ask for more until it is gone.
    func live(
        _ door: Door, _ pushes: ProviderServer, _ random: SeededRandom, isFirst: Bool, checked: () -> Void
    ) throws -> any Party
    /// Everything, from the first message on, in a run that nobody ends.
    func checkAll(_ door: Door, _ pushes: ProviderServer, _ random: SeededRandom) throws
}

extension PairParty: Party {
    var names: [String] { members.map(\.name) }

    func live(
        _ door: Door, _ pushes: ProviderServer, _ random: SeededRandom, isFirst: Bool, checked: () -> Void
    ) throws -> any Party {
        var run = try PairPartyRun(self, door, random)
        if isFirst { try run.begin() }
        try run.check()
        checked()
        try run.spend()
        return run.party
    }

    func checkAll(_ door: Door, _ pushes: ProviderServer, _ random: SeededRandom) throws {
        var run = try PairPartyRun(self, door, random)
        try run.check(isWhole: true)
    }
}

extension GroupParty: Party {
    var names: [String] { writers.map(\.name) + [away, follower] }

    func live(
        _ door: Door, _ pushes: ProviderServer, _ random: SeededRandom, isFirst: Bool, checked: () -> Void
    ) throws -> any Party {
        var run = try GroupPartyRun(self, door, random)
        try run.check(pushes)
        checked()
        try run.spend()
        return run.party
    }

    func checkAll(_ door: Door, _ pushes: ProviderServer, _ random: SeededRandom) throws {
        var run = try GroupPartyRun(self, door, random)
        try run.check(pushes)
    }
}

extension ChangeParty: Party {
    func live(
        _ door: Door, _ pushes: ProviderServer, _ random: SeededRandom, isFirst: Bool, checked: () -> Void
    ) throws -> any Party {
        var run = try ChangePartyRun(self, door, random)
        try run.check()
        checked()
        try run.spend()
        return run.party
    }

    func checkAll(_ door: Door, _ pushes: ProviderServer, _ random: SeededRandom) throws {
        var run = try ChangePartyRun(self, door, random)
        try run.check(isWhole: true)
    }
}

private struct CrashSeries {
    let kills: Int
    private var survived = 0
    private var whileStarting = 0
    private var random = SeededRandom()
    private let seed: String
    /// The phone makers are shared out among the groups.
    private var parties: [any Party] =
        (0..<3).map { PairParty($0, users: 4) }
        + (0..<2).map { number in
            let makers = PushMakers.all.enumerated().filter { $0.offset % 2 == number }.map(\.element)
            return GroupParty(number, pushedBy: ["webhook"] + makers)
        } + (0..<2).map { ChangeParty($0) }

    init(kills: Int) {
        self.kills = kills
        seed = random.description
    }

    /// Every run but the last ends by a kill.
    mutating func run(_ gateway: GatewayProcess, _ pushes: ProviderServer) throws {
        do {
            for run in 0..<kills {
                let runs = try start(gateway, pushes, isFirst: run == 0)
                survived = run
                pause(.milliseconds(Int.random(in: 0...400, using: &random)))
                try kill(gateway)
                parties = try runs.end()
                try startAgain(gateway)
            }
            for party in parties { try party.checkAll(door(of: gateway), pushes, next()) }
            survived = kills
        } catch {
            throw Contradiction("after \(survived) of \(kills) crashes, \(seed): \(error)")
        }
    }

    private mutating func start(
        _ gateway: GatewayProcess, _ pushes: ProviderServer, isFirst: Bool
    ) throws -> PartyRuns {
        let runs = PartyRuns(count: parties.count)
        let door = door(of: gateway)
        for party in parties { runs.start(party, door, pushes, next(), isFirst: isFirst) }
        try runs.waitUntilChecked()
        return runs
    }

    /// Now and then the next one does not get far.
    private mutating func startAgain(_ gateway: GatewayProcess) throws {
        try gateway.launchAgain()
        while Int.random(in: 0..<4, using: &random) == 0 {
            pause(.milliseconds(Int.random(in: 0...150, using: &random)))
            try kill(gateway)
            whileStarting += 1
            try gateway.launchAgain()
        }
        try gateway.waitUntilReady()
    }

    private func kill(_ gateway: GatewayProcess) throws {
        gateway.signal(SIGKILL)
        let end = try gateway.wait()
        try hold(end == .killed(bySignal: SIGKILL), "the gateway ended by itself: \(end)")
    }

    private mutating func next() -> SeededRandom { SeededRandom(seed: random.next()) }

    private func door(of gateway: GatewayProcess) -> Door {
        let users = parties.flatMap(\.names)
        return Door(
            endpoint: gateway.endpoint, tokens: Dictionary(uniqueKeysWithValues: users.map { ($0, gateway.token($0)) }))
    }

    /// For `scripts/crash`.
    func report() {
        guard let path = environment("MARTLET_CRASH_REPORT") else { return }
        let tally = parties.reduce(Tally()) { $0 + $1.tally }
        var json = JSONWriter()
        json.object { json in
            json.field("seed", seed)
            json.field("passed", survived)
            json.field("failed", survived == kills ? 0 : 1)
            json.field("killsWhileStarting", whileStarting)
            json.field("acknowledged", tally.acknowledged)
            json.field("askedAgain", tally.askedAgain)
            json.field("foundStored", tally.foundStored)
            json.field("resumed", tally.resumed)
            json.field("pushed", tally.pushed)
            json.field("changed", tally.changed)
        }
        guard let file = fopen(path, "w") else {
            Issue.record("cannot write \(path)")
            return
        }
        fputs(json.text + "\n", file)
        fclose(file)
    }
}

/// The parties' runs, each on a thread of its own.
private final class PartyRuns: Sendable {
    private struct State {
        var checked = 0
        var ended: [Result<any Party, any Error>] = []

        var failure: (any Error)? {
            for case .failure(let error) in ended { return error }
            return nil
        }
    }

    private let state = Monitor(State())
    private let count: Int

    init(count: Int) {
        self.count = count
    }

    func start(
        _ party: any Party, _ door: Door, _ pushes: ProviderServer, _ random: SeededRandom, isFirst: Bool
    ) {
        _ = Thread.start(name: "party") { [self] in
            let result = Result<any Party, any Error> {
                try party.live(door, pushes, random, isFirst: isFirst) {
                    state.withLock { $0.checked += 1 }
                    state.wakeAll()
                }
            }
            state.withLock { $0.ended.append(result) }
            state.wakeAll()
        }
    }

    func waitUntilChecked() throws {
        try wait { $0.checked == count }
    }

    /// When the gateway is gone.
    func end() throws -> [any Party] {
        try wait { $0.ended.count == count }
        return try state.withLock { $0.ended }.map { try $0.get() }
    }

    private func wait(for isSo: (State) -> Bool) throws {
        let deadline = Clock.monotonicNanoseconds + 120_000_000_000
        let failure: (any Error)?? = state.wait(until: deadline) { state in
            if let failure = state.failure { return .some(failure) }
            return isSo(state) ? .some(nil) : nil
        }
        guard let failure else { throw Overdue(description: "the parties are not done in time") }
        if let failure { throw failure }
    }
}

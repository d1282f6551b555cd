import Client
import Locking
import TestSupport
import Testing

/// How long honest users waited, in milliseconds.
struct Waits {
    private let sorted: [Double]

    init(_ waits: [Double]) {
        sorted = waits.sorted()
    }

    var count: Int { sorted.count }
    var p99: Double { sorted.isEmpty ? .infinity : sorted[min(sorted.count - 1, sorted.count * 99 / 100)] }
    var most: Double { sorted.last ?? .infinity }
}

/// Two users who write to each other as fast as their limits let them.
final class HonestUsers {
    private let sessions: [ClientSession]
    private let names: [String]

    init(of gateway: GatewayProcess, _ names: [String] = ["honest1", "honest2"]) throws {
        self.names = names
        sessions = try names.map { try gateway.session($0) }
    }

    /// Each send's time until both its reply and its delivery have come. A message that does not come is thrown.
    func write(for seconds: Double) throws -> Waits {
        let end = ContinuousClock.now + .seconds(seconds)
        var waits: [Double] = []
        while ContinuousClock.now < end {
            for (sender, receiver) in [(0, 1), (1, 0)] {
                let began = ContinuousClock.now
                let text = "honest \(waits.count)"
                let sent = try sessions[sender].write(text, to: names[receiver])
                let message = try message(from: names[sender], to: sessions[receiver])
                waits.append((ContinuousClock.now - began) / .milliseconds(1))
                #expect(message.text == text && message.seq == sent.seq)
                for session in sessions { _ = session.takeEvents() }
                pause(.milliseconds(12))
            }
        }
        return Waits(waits)
    }

    /// Passes over messages that attackers write to the receiver.
    private func message(from sender: String, to receiver: ClientSession) throws -> Message {
        while true {
            let message = try Message(try receiver.event("message.new", within: .seconds(30)))
            if message.from == sender, message.sessionType == 0 { return message }
        }
    }
}

extension GatewayProcess {
    /// The attackers do what they can on this gateway, while two honest users of it write to each other: 99 of 100 sends take
    /// less than 100 ms, beside what a gateway that nobody attacks takes at the same time on the same machine. The machine may
    /// be busy with other work, so it must be so in one of three tries. Returns how many hostile requests the last one had.
    @discardableResult
    func expectHonestUsersUnharmed(
        for seconds: Double = 4, most milliseconds: Double = 100, by rounds: [Attack.Round],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        var tries: [String] = []
        while true {
            let (waits, usual, blows) = try attacked(for: seconds, by: rounds)
            if waits.p99 < milliseconds + usual.p99 { return blows }
            tries.append(
                "p99 \(waits.p99) ms, worst \(waits.most), of \(waits.count); elsewhere p99 \(usual.p99); \(blows) blows"
            )
            guard tries.count < 3 else {
                Issue.record("honest users wait: \(tries.joined(separator: "\n"))", sourceLocation: sourceLocation)
                return blows
            }
        }
    }

    private func attacked(
        for seconds: Double, by rounds: [Attack.Round]
    ) throws -> (waits: Waits, usual: Waits, blows: Int) {
        let attack = Attack(on: self)
        let users = try HonestUsers(of: self)
        let quiet = Lock<Result<Waits, any Error>?>(nil)
        var waits = Waits([])
        try withGateway { other in
            // `nonisolated(unsafe)`: this thread leaves them alone until the other one has ended.
            nonisolated(unsafe) let usersThere = try HonestUsers(of: other)
            let thread = Thread.start(name: "quiet") {
                let result = Result { try usersThere.write(for: seconds) }
                quiet.withLock { $0 = result }
            }
            defer { thread.join() }
            waits = try attack.run(rounds) { try users.write(for: seconds) }
        }
        return (waits, try #require(quiet.withLock { $0 }).get(), attack.blows)
    }
}

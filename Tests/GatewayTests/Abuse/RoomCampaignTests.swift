import Client
import JSON
import TestSupport
import Testing

/// `scripts/attack`: users in a live room who stay inside their limits and do what costs others most. It prints how many
/// messages of honest participants were told, and how long these waited for their replies.
@Suite(
    .alone("What honest users wait for is measured at one process."),
    .enabled(if: environment("MARTLET_ATTACK") != nil), .serialized
) struct RoomCampaignTests {
    enum Conduct: CaseIterable {
        case nothing, longTexts, manyAccounts, flapping, slowReaders

        var settings: [String: String] {
            switch self {
            // Each of 100 participants can be told 3,000 bytes with a tick, and a text has 4,000.
            case .longTexts: ["rooms.bytesPerSecond": "1500000"]
            case .nothing, .manyAccounts, .flapping, .slowReaders: [:]
            }
        }

        /// Whether that session reads what it is sent.
        func reads(_ number: Int) -> Bool { self != .slowReaders || number < 10 }

        /// What one session of an attacker asks twice a second.
        func requests(_ number: Int) -> [(operation: String, data: String)] {
            switch self {
            case .nothing: []
            case .longTexts: [("room.send", speech(String(repeating: "x", count: 4_000), in: "r"))]
            case .manyAccounts: [("room.send", speech("\(number)", in: "r"))]
            case .flapping: [("room.leave", room("r")), ("room.enter", room("r"))]
            // For these the gateway keeps what the others say.
            case .slowReaders where reads(number): Conduct.longTexts.requests(number)
            case .slowReaders: []
            }
        }
    }

    private static let seconds = 10

    @Test(arguments: Conduct.allCases)
    func `L-13, L-33: in a room honest participants keep their share and do not wait`(_ conduct: Conduct) throws {
        try withGateway(conduct.settings) { gateway in
            let admin = try gateway.admin()
            try admin.manageRoom("create", "r")
            let honest = try (0..<20).map { try gateway.session("honest\($0)") }
            let hostile = try (0..<80).map { number in
                try gateway.session("mallory\(number)") { options in
                    if !conduct.reads(number) { options.channel.receiveBuffer = 4_096 }
                }
            }
            for session in honest + hostile { try session.enter("r") }
            let (waits, told) = try Attack(on: gateway).run([round(conduct, hostile)]) {
                try talk(by: honest)
            }
            let statistics = try #require(try gateway.admin().manageRoom("info", "r")["statistics"])
            let offered = try #require(statistics["offered"]?.int)
            let drawn = try #require(statistics["drawn"]?.int)
            print(
                "\(conduct): of honest messages \(told) of \(waits.count) told, of others \(drawn - told) of",
                "\(offered - waits.count); p99 \(Int(waits.p99)) ms, most \(Int(waits.most)) ms")
            // A fifth less may be chance.
            #expect(Double(told) / Double(waits.count) >= 0.8 * Double(drawn) / Double(offered))
            if [.nothing, .flapping, .slowReaders].contains(conduct) { #expect(told == waits.count) }
            let withheld = try gateway.metric("martlet_room_frames_withheld_total")
            #expect((withheld > 0) == (conduct == .slowReaders), "\(withheld)")
        }
    }

    private func round(_ conduct: Conduct, _ sessions: [ClientSession]) -> Attack.Round {
        // One thread has them.
        nonisolated(unsafe) let sessions = sessions
        return { attack in
            let sent = try sessions.enumerated().map { number, session in
                try conduct.requests(number).map { try session.send($0.operation, $0.data) }
            }
            for (session, requests) in zip(sessions, sent) where !requests.isEmpty {
                for request in requests { _ = try session.reply(to: request) }
                _ = session.takeEvents()
                attack.strike(requests.count)
            }
            pause(.milliseconds(500))
        }
    }

    /// Each says something once a second.
    private func talk(by sessions: [ClientSession]) throws -> (waits: Waits, told: Int) {
        var (waits, told): ([Double], Int) = ([], 0)
        for second in 0..<Self.seconds {
            let sent = try sessions.map { session in
                (session, try session.send("room.send", speech("\(second)", in: "r")), ContinuousClock.now)
            }
            for (session, request, began) in sent {
                if try session.reply(to: request).error == nil { told += 1 }
                waits.append((ContinuousClock.now - began) / .milliseconds(1))
                _ = session.takeEvents()
            }
            pause(.milliseconds(1_000))
        }
        return (Waits(waits), told)
    }
}

import Client
import ClientProtocol
import Foundation
import Framing
import Gateway
import Glibc
import JSON
import ServerAPI
import TestSupport
import Testing

/// `scripts/attack MINUTES`: for so long everything that clients can do to each other, by chance, beside honest users whose
/// latency and views are judged. Loopback only; it ends by itself.
@Suite(
    .alone("What honest users wait for is measured at one process."), .enabled(if: minutes != nil)
) struct CampaignTests {
    private static let hostile = (0..<4).map { "mallory\($0)" }
    private static let honest = ["honest1", "honest2"]
    /// However quick the machine is.
    private static let mostBlows = 20_000_000

    @Test func `whatever clients do, honest users are served and see what is theirs`() throws {
        let random = SeededRandom()
        print("the attack's seed: \(random)")
        try withGateway([
            "log.level": #""info""#, "auth.failedOpensPerConnection": "5", "deflate.enabled": "true",
            "groups.receipts": "true",
        ]) { gateway in
            try gateway.createAccounts(Self.hostile + ["victim"])
            let before = try HonestView(gateway, Self.honest)
            var rounds: [Attack.Round] = []
            for (number, name) in Self.hostile.enumerated() { rounds.append(asUser(name, seed(random, number))) }
            rounds += [
                asAdmin(seed(random, 10)), byHTTP(seed(random, 11)), byFrames(seed(random, 12)),
                byMemory(seed(random, 13)), AheadRounds.strangers(connections: 20, requests: 500),
                AheadRounds.overRate(of: Self.hostile[0], connections: 10),
                AheadRounds.overRate(inSessionOf: Self.hostile[1]),
            ]
            let blows = try gateway.expectHonestUsersUnharmed(for: minutes! * 60, by: rounds)
            print("\(blows) hostile requests")
            #expect(blows > 100)
            try before.requireUnchanged(gateway)
            #expect(try gateway.logged("store").isEmpty)
            #expect(try gateway.metric("process_resident_memory_bytes") < 1_073_741_824)
            try gateway.stop()
            let checked = try Martlet.run(
                ["store", "check", "--config", gateway.workspace("martlet.json5")], in: gateway.workspace)
            #expect(checked.end == .exited(0), "\(checked.errors)")
        }
    }

    private func seed(_ random: SeededRandom, _ number: Int) -> UInt64 {
        var other = random
        for _ in 0..<number { _ = other.next() }
        return other.next()
    }

    // MARK: - Rounds

    /// Any operation of a user's, in volleys, until the gateway has had enough of it.
    private func asUser(_ name: String, _ seed: UInt64) -> Attack.Round {
        let operations = Catalogue.standard.operations.filter { $0.roles.contains(.user) }
        return campaign(seed, operations) { attack, values in
            let device = values.choice(["d1", "d2", "\u{E4}", "a\u{308}"])
            return try attack.gateway.session(name, device: device)
        }
    }

    /// With a key of an administrator, on those who attack alone.
    private func asAdmin(_ seed: UInt64) -> Attack.Round {
        let operations = Catalogue.standard.operations.filter {
            $0.roles.contains(.admin) && !$0.name.hasSuffix("setVisibility")
        }
        // The first group is the honest users', and an administrator may end any.
        return campaign(seed, operations, groups: ["2", "3"]) { attack, _ in try attack.gateway.admin() }
    }

    private func campaign(
        _ seed: UInt64, _ operations: [ClientProtocol.Operation], groups: [String] = ["1", "2", "3"],
        _ open: @escaping @Sendable (Attack, inout NastyValues) throws -> ClientSession
    ) -> Attack.Round {
        let users = Self.hostile + ["victim", "nobody", "", " ", "\u{212A}"]
        let round = Rounds(seed)
        return { attack in
            var values = NastyValues(round.next(), users: users, groups: groups)
            let session = try open(attack, &values)
            for _ in 0..<50 where !attack.isOver && attack.blows < Self.mostBlows {
                let first = UInt64(values.number(1_000...1_000_000_000))
                let count = values.choice([1, 5, 20])
                for id in 0..<UInt64(count) {
                    try session.connection.send(values.message(of: values.choice(operations), id: first + id))
                }
                attack.strike(count)
                try listen(to: session, &values)
            }
        }
    }

    /// Until nothing has come for a moment; what can be used again is kept.
    private func listen(to session: ClientSession, _ values: inout NastyValues) throws {
        while true {
            do throws(ClientError) {
                switch try session.connection.receive(within: .milliseconds(30)) {
                case .text(let text): note(text, &values)
                case .closed, .ended: throw ClientError.closed(nil, reason: "the gateway has had enough")
                default: break
                }
            } catch .timedOut {
                return
            }
        }
    }

    private func note(_ text: String, _ values: inout NastyValues) {
        guard let reply = try? JSONDocument().parse(text) else { return }
        if let group = reply["ok"]?["groupID"]?.string { values.note(group: group) }
        if let message = reply["ok"]?["msgId"]?.string { values.note(message: message) }
    }

    /// Requests that are none, heads without an end, and bodies that nobody asked for.
    private func byHTTP(_ seed: UInt64) -> Attack.Round {
        let round = Rounds(seed)
        return { attack in
            var values = NastyValues(round.next(), users: [])
            let channel = try Channel(Endpoint(port: attack.gateway.port))
            let target = values.choice([
                "/v1/ws", "/metrics", "/healthz", "/readyz", "/", "/" + String(repeating: "a", count: 9_000),
            ])
            let head = values.choice([
                "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n", "GET \(target) HTTP/1.1\r\n",
                "POST \(target) HTTP/1.0\r\n\r\n",
                "GET \(target) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
                "GET \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "GET \(target) HTTP/1.1\r\nHost: x\r\n" + String(repeating: "X: y\r\n", count: values.number(1...300))
                    + "\r\n",
                "GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n",
            ])
            try channel.write(Array(head.utf8) + (values.number(1...3) == 1 ? values.bytes(upTo: 500) : []))
            attack.strike()
            if values.number(1...4) == 1 { pause(.milliseconds(50)) }
            try channel.endWriting()
            try channel.drain(within: .milliseconds(500))
        }
    }

    /// Bodies, messages and requests that do not end, and pages that nobody reads, from other addresses than the honest users'.
    private func byMemory(_ seed: UInt64) -> Attack.Round {
        let round = Rounds(seed)
        let held = HeldChannels()
        return { attack in
            var values = NastyValues(round.next(), users: [])
            let token = attack.gateway.token(Self.hostile[0])
            let credentials = values.choice([
                "", "Authorization: Bearer x.y.z\r\n", "Authorization: Bearer \(token)\r\n",
            ])
            let framing = values.choice([
                "Content-Length: 1000000\r\n\r\n", "Content-Length: 60000\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nf0000\r\n",
            ])
            var bytes = Array("POST /v1/api/message.send HTTP/1.1\r\nHost: h\r\n\(credentials)\(framing)".utf8)
            bytes += [UInt8](repeating: 0x20, count: values.choice([0, 50_000, 900_000]))
            if values.number(1...3) == 1 {
                bytes = Array("GET /v1/api/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
            }
            var options = attack.gateway.channelOptions
            options.localAddress = "127.0.0.\(values.number(2...4))"
            options.receiveBuffer = 4_096
            let channel = try Channel(attack.gateway.endpoint, options)
            held.keep(channel)
            attack.strike()
            try channel.write(bytes)
        }
    }

    /// Frames of all kinds, whole and in pieces, and bytes that are none.
    private func byFrames(_ seed: UInt64) -> Attack.Round {
        let round = Rounds(seed)
        return { attack in
            var values = NastyValues(round.next(), users: [])
            let isDeflating = values.number(1...2) == 1
            let connection = try attack.gateway.connect { if isDeflating { $0.deflate = DeflateOffer() } }
            for _ in 0..<values.number(1...30) {
                attack.strike()
                switch values.number(1...4) {
                case 1: try connection.send(raw: values.bytes(upTo: 300))
                case 2: try connection.ping(values.bytes(upTo: 125))
                case 3:
                    let opcode = values.choice([Opcode.text, .binary, .continuation, .ping, .close])
                    let isFinal = opcode.isControl || values.number(1...2) == 1
                    try connection.send(frame: opcode, values.bytes(upTo: 125), isFinal: isFinal)
                default:
                    try connection.send(#"{"id": 1, "op": "session.open", "data": {"token": "x.y.z", "device": "d"}}"#)
                }
            }
            try connection.channel.endWriting()
            try connection.channel.drain(within: .milliseconds(500))
        }
    }
}

/// The connections that one attacker leaves open.
private final class HeldChannels: @unchecked Sendable {
    // `@unchecked Sendable`: one thread has the rounds of an attacker.
    private var channels: [Channel] = []

    func keep(_ channel: Channel) {
        channels.append(channel)
        if channels.count == 400 { channels.removeFirst(200) }
    }
}

/// A seed for each round of one attacker.
private final class Rounds: @unchecked Sendable {
    // `@unchecked Sendable`: one thread has the rounds of an attacker.
    private var random: SeededRandom

    init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

    func next() -> SeededRandom { SeededRandom(seed: random.next()) }
}

/// The state of two honest users, which nobody else may change.
private struct HonestView {
    private let users: [String]
    private let group: String

    /// They are friends, and in a group.
    init(_ gateway: GatewayProcess, _ users: [String]) throws {
        self.users = users
        _ = try gateway.session(users[1], device: "view")
        let session = try gateway.session(users[0], device: "view")
        try session.add(users[1])
        try session.modifySelf(#""nickname": "Honest""#)
        group = try session.createGroup("ours", with: [users[1]])
    }

    func requireUnchanged(_ gateway: GatewayProcess) throws {
        for (user, other) in [(users[0], users[1]), (users[1], users[0])] {
            let session = try gateway.session(user, device: "view")
            #expect(try session.friends().contains { $0.user == other })
            #expect(try session.blacklist().isEmpty)
            #expect(try session.conversation(with: other) != nil)
            #expect(try session.group("get", group)["group"]?["name"]?.string == "ours")
            let history = try session.history(with: other)
            #expect(history.count == 100 && history.allSatisfy { $0.from == user || $0.from == other })
            #expect(zip(history, history.dropFirst()).allSatisfy { $0.seq == $1.seq + 1 })
        }
        let nickname = try gateway.session(users[0], device: "view").profile()["nickname"]?.string
        #expect(nickname == "Honest")
    }
}

private let minutes: Double? = getenv("MARTLET_ATTACK").flatMap { Double(String(cString: $0)) }

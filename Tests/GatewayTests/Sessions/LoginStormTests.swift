import Client
import ClientProtocol
import Framing
import JSON
import TestSupport
import Testing

/// Logins, closes and torn connections in any order: what is listed is what is there.
struct LoginStormTests {
    @Test func `X-12: after any storm of logins each user's list is exactly the sessions that live`() throws {
        let settings = [
            "shards.count": "4", "sessions.perUser": "5", "sessions.exclusive": #"[["ios", "android"]]"#,
            "requests.burstPerUser": "10000", "requests.perSecondPerUser": "10000",
        ]
        try withGateway(settings) { gateway in
            var random = SeededRandom()
            var storm = LoginStorm()
            for _ in 0..<400 { try storm.step(gateway, &random) }
            try storm.settle()
            for user in LoginStorm.users {
                // Torn connections are noticed a moment later.
                try until("\(user)'s list is what lives (\(random))") {
                    let living = storm.living(of: user)
                    guard let asking = living.first else { return true }
                    return try Set(asking.session.identifiers()) == Set(living.map(\.identifier))
                }
            }
            let living = LoginStorm.users.reduce(0) { $0 + storm.living(of: $1).count }
            #expect(living > 0, "\(random)")
            try until("the gauge agrees (\(random))") { try gateway.metric("martlet_sessions_open") == Double(living) }
        }
    }
}

/// Clients that come and go without waiting for each other.
private struct LoginStorm {
    static let users = ["anna", "bert", "carl"]

    struct Login {
        let user: String
        let session: ClientSession
        /// From the reply; empty until it was read.
        var identifier = ""
    }

    private var logins: [Login] = []

    func living(of user: String) -> [Login] {
        logins.filter { $0.user == user }
    }

    mutating func step(_ gateway: GatewayProcess, _ random: inout SeededRandom) throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: try logIn(gateway, &random)
        case 6..<8:
            // Torn without a word.
            guard let index = logins.indices.randomElement(using: &random) else { return }
            logins.remove(at: index)
        case 8:
            guard let index = logins.indices.randomElement(using: &random) else { return }
            try? logins.remove(at: index).session.connection.close()
        default:
            guard let login = logins.randomElement(using: &random) else { return }
            _ = try? login.session.send("session.close")
        }
    }

    private mutating func logIn(_ gateway: GatewayProcess, _ random: inout SeededRandom) throws {
        let user = Self.users.randomElement(using: &random)!
        let device = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random)!
        let platform = ["ios", "android", "web", "pc"].randomElement(using: &random)!
        let login = Login(user: user, session: try gateway.guest())
        let data = #"{"token":"\#(gateway.keys.token(user))","device":"\#(device)","platform":"\#(platform)"}"#
        try login.session.send("session.open", data)
        logins.append(login)
    }

    /// Reads what every client was told, and keeps those that still have their session.
    mutating func settle() throws {
        for index in logins.indices {
            let opened = try logins[index].session.reply(to: 1).get()
            logins[index].identifier = try #require(opened["session"]?.string)
        }
        logins = try logins.filter { login in
            do throws(ClientError) {
                _ = try login.session.closeCode(within: .milliseconds(300))
                return false
            } catch .timedOut {
                return true
            }
        }
    }
}

extension ClientSession {
    fileprivate func identifiers() throws -> [String] {
        let sessions = try #require(try request("session.list").get()["sessions"]?.elements)
        return sessions.compactMap { $0["session"]?.string }
    }
}

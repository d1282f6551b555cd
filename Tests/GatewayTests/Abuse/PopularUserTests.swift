import Client
import JSON
import Testing

/// A4: what a user whom many have as a friend costs others.
@Suite(.alone("What honest users wait for is measured at one process.")) struct PopularUserTests {
    private static let friends = (0..<1_000).map { "f\($0)" }
    /// Limits for making so many friends; then the gateway starts again with its own limits.
    private static let generous = [
        "requests.perSecondPerSession": "100000", "requests.burstPerSession": "1000000",
        "requests.perSecondPerUser": "100000", "requests.burstPerUser": "1000000", "friends.addsPerMinute": "0",
    ]
    private static let usual = [
        "requests.perSecondPerSession": "50", "requests.burstPerSession": "100",
        "requests.perSecondPerUser": "100", "requests.burstPerUser": "200",
    ]

    /// Mallory is in everybody's list of friends.
    private func withPopularUser(_ body: (GatewayProcess) throws -> Void) throws {
        try withGateway(Self.generous) { gateway in
            for first in stride(from: 0, to: Self.friends.count, by: 100) {
                try gateway.createAccounts(Array(Self.friends[first..<first + 100]))
            }
            do {
                let mallory = try gateway.session("mallory")
                let ids = try Self.friends.map { try mallory.send("friend.add", #"{"userID": "\#($0)"}"#) }
                for id in ids { try #require(try mallory.reply(to: id).error == nil) }
            }
            try gateway.restart(Self.usual)
            try body(gateway)
        }
    }

    @Test func `a popular user who changes its name again and again holds up nobody`() throws {
        try withPopularUser { gateway in
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                { attack in
                    let session = try attack.gateway.session("mallory")
                    while !attack.isOver {
                        let changes = (0..<20).map { _ in
                            ("profile.modifySelf", #"{"values": {"nickname": "\#(uniqueID())"}}"#)
                        }
                        try attack.volley(session, changes)
                    }
                }
            ])
            #expect(blows > 50)
        }
    }

    @Test func `X-16: every friend of a popular user hears of its new name, over a crash as well`() throws {
        try withPopularUser { gateway in
            let last = try gateway.online("f999")
            let mallory = try gateway.online("mallory")
            try mallory.modifySelf(#""nickname": "one""#)
            #expect(try last.event("profile.changed")["fromUser"]?.string == "mallory")
            try mallory.modifySelf(#""nickname": "two""#)
            try gateway.crash()
            let again = try gateway.back("f998", resume: #"{"user": 0}"#)
            let events = try #require(again.opened["resume"]?["user"]?["events"]?.elements)
            let before = events.count { $0["event"]?.string == "profile.changed" }
            if before < 2 { _ = try again.session.event("profile.changed") }
        }
    }
}

extension GatewayProcess {
    /// Ends it as a crash does, and starts it again.
    func crash() throws {
        process.kill()
        _ = try process.wait()
        try launchAgain()
        try waitUntilReady()
    }
}

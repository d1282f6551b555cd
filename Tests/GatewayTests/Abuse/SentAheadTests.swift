import Client
import Testing

/// The cost to others of requests that are sent ahead, and of those that come too fast and take long to read.
@Suite(.alone("What honest users wait for is measured at one process.")) struct SentAheadTests {
    @Test func `nobody is held up by requests that are sent ahead without a token`() throws {
        try withGateway { gateway in
            let round = AheadRounds.strangers(connections: 50, requests: 600)
            let blows = try gateway.expectHonestUsersUnharmed(by: [round, round])
            #expect(blows > 10_000)
        }
    }

    @Test func `nobody is held up by a user over the rate whose requests take long to read`() throws {
        try withGateway { gateway in
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                AheadRounds.overRate(of: "mallory", connections: 10), AheadRounds.overRate(inSessionOf: "mallory"),
            ])
            #expect(blows > 100)
        }
    }
}

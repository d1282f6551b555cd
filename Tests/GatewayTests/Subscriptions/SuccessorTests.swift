import Client
import Testing

/// The store's side has a connection told until it hears of its end, and by then another may have its slot in the shard.
struct SuccessorTests {
    private static func settings(batch milliseconds: Int) -> [String: String] {
        [
            "shards.count": "1", "hosting.visibility": #""everyone""#,
            "subscriptions.batchMilliseconds": "\(milliseconds)",
            // A user who has gone seems to be there all the while.
            "subscriptions.reconnectMilliseconds": "60000",
        ]
    }

    /// Followers who are there together, the user whom all of them follow, and publishers who come one after the other. No
    /// user is in two such parties.
    private final class FollowerParty {
        let name: String
        private let gateway: GatewayProcess
        private let star: ClientSession
        private let users: [String]
        private(set) var members: [ClientSession] = []
        private var publishers: [ClientSession] = []

        init(_ name: String, publishers: Int, in gateway: GatewayProcess) throws {
            self.name = name
            self.gateway = gateway
            star = try gateway.online("\(name)star")
            users = (0..<6).map { "\(name)\($0)" }
            let publishers = (0..<publishers).map { "\(name)idol\($0)" }
            try gateway.createAccounts(publishers)
            for session in try users.map({ try gateway.online($0) }) {
                try session.follow(["\(name)star"], 2)
                try session.follow(publishers)
                members.append(session)
            }
        }

        /// The events that each of them gets when it comes.
        func come() throws -> [[String]] {
            members = try users.map { try gateway.back($0).session }
            return try members.map { member in
                try member.settleAll().subscriptionLines.filter {
                    !$0.hasPrefix("synced ") && !$0.hasPrefix("2 herald: ")
                }
            }
        }

        /// Without a word, and their slots are free afterwards.
        func vanish() throws {
            let before = try gateway.logged("session closed").count
            members = []
            try gateway.waitForLog("session closed", count: before + users.count)
        }

        /// The next publisher comes, which the followers are told.
        func showPublisher() throws { publishers.append(try gateway.online("\(name)idol\(publishers.count)")) }

        /// The user whom all follow changes its name.
        func rename(_ star: String) throws { try self.star.update(#""name": "\#(star)""#) }

        func each(_ lines: [String]) -> [[String]] { users.map { _ in lines } }
    }

    @Test
    func
        `S-Q33, S-Q28, S-36: a session in the slot of one that is thought to be there is told its own events, each once`()
        throws
    {
        let rounds = 4
        try withFollowing(Self.settings(batch: 200)) { gateway in
            let herald = try Herald(gateway)
            let parties = try ["a", "b"].map { name in
                let party = try FollowerParty(name, publishers: rounds, in: gateway)
                try party.vanish()
                return party
            }
            var missed: [[String]] = [[], []]
            for round in 0..<rounds {
                let (one, other) = (round % 2, 1 - round % 2)
                let told = try parties[one].come()
                #expect(told == parties[one].each(missed[one]))
                // All of this is gathered before any of it is told.
                try parties[one].showPublisher()
                try parties[other].showPublisher()
                try parties[one].rename("\(round)")
                try parties[other].rename("\(round)")
                missed = [[], []]
                let name = parties[other].name
                missed[other] = ["1 \(name)idol\(round): web on", "2 \(name)star: \(round) …"]
                let publisher = "\(parties[one].name)idol\(round)"
                #expect(
                    try herald.lines(parties[one].members)
                        == parties[one].each(["1 \(publisher): web on", "2 \(parties[one].name)star: \(round) …"]))
                // Nor anything behind it.
                #expect(try herald.lines(parties[one].members) == parties[one].each([]))
                try parties[one].vanish()
            }
        }
    }

    @Test
    func `S-Q33, S-Q28: what was being gathered for the one who has the slot now is told when it comes back`() throws {
        try withFollowing(Self.settings(batch: 1000)) { gateway in
            let parties = try ["a", "b"].map { name in
                let party = try FollowerParty(name, publishers: 1, in: gateway)
                try party.vanish()
                return party
            }
            #expect(try parties[0].come() == parties[0].each([]))
            try parties[0].rename("own")
            try parties[1].rename("other")
            try parties[0].vanish()
            for (party, text) in zip(parties, ["own", "other"]) {
                let told = try party.come()
                #expect(told == party.each(["2 \(party.name)star: \(text) …"]))
                try party.vanish()
            }
        }
    }
}

import Client
import Testing

/// The store's side has a connection told until it hears of its end, and by then another may have its slot in the shard.
@Suite(.onThreads) struct SuccessorTests {
    private static func settings(batch milliseconds: Int) -> [String: String] {
        [
            "shards.count": "1", "hosting.visibility": #""everyone""#,
            "subscriptions.batchMilliseconds": "\(milliseconds)",
            // A user who has gone seems to be there all the while.
            "subscriptions.reconnectMilliseconds": "60000",
        ]
    }

    /// Users who are there together, and follow one star, and idols who come one after the other; nobody of another fan group.
    private final class Club {
        let name: String
        private let gateway: GatewayProcess
        private let star: ClientSession
        private let users: [String]
        private(set) var members: [ClientSession] = []
        private var idols: [ClientSession] = []

        init(_ name: String, idols: Int, in gateway: GatewayProcess) throws {
            self.name = name
            self.gateway = gateway
            star = try gateway.online("\(name)star")
            users = (0..<6).map { "\(name)\($0)" }
            let idols = (0..<idols).map { "\(name)idol\($0)" }
            try gateway.createAccounts(idols)
            for session in try users.map({ try gateway.online($0) }) {
                try session.follow(["\(name)star"], 2)
                try session.follow(idols)
                members.append(session)
            }
        }

        /// The news that each of them gets when it comes.
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

        /// News for the members: the next idol comes.
        func showIdol() throws { idols.append(try gateway.online("\(name)idol\(idols.count)")) }

        /// News for the members: the star changes its name.
        func rename(_ star: String) throws { try self.star.update(#""name": "\#(star)""#) }

        func each(_ lines: [String]) -> [[String]] { users.map { _ in lines } }
    }

    @Test
    func `S-Q33, S-Q28, S-36: who has the slot of one who is still thought there is told its own news, each once`()
        throws
    {
        let rounds = 4
        try withFollowing(Self.settings(batch: 200)) { gateway in
            let herald = try Herald(gateway)
            let clubs = try ["a", "b"].map { name in
                let club = try Club(name, idols: rounds, in: gateway)
                try club.vanish()
                return club
            }
            var missed: [[String]] = [[], []]
            for round in 0..<rounds {
                let (one, other) = (round % 2, 1 - round % 2)
                let told = try clubs[one].come()
                #expect(told == clubs[one].each(missed[one]))
                // All of this is gathered before any of it is told.
                try clubs[one].showIdol()
                try clubs[other].showIdol()
                try clubs[one].rename("\(round)")
                try clubs[other].rename("\(round)")
                missed = [[], []]
                let name = clubs[other].name
                missed[other] = ["1 \(name)idol\(round): web on", "2 \(name)star: \(round) …"]
                let idol = "\(clubs[one].name)idol\(round)"
                #expect(
                    try herald.lines(clubs[one].members)
                        == clubs[one].each(["1 \(idol): web on", "2 \(clubs[one].name)star: \(round) …"]))
                // Nor anything behind it.
                #expect(try herald.lines(clubs[one].members) == clubs[one].each([]))
                try clubs[one].vanish()
            }
        }
    }

    @Test
    func `S-Q33, S-Q28: what was being gathered for the one who has the slot now is told when it comes back`() throws {
        try withFollowing(Self.settings(batch: 1000)) { gateway in
            let clubs = try ["a", "b"].map { name in
                let club = try Club(name, idols: 1, in: gateway)
                try club.vanish()
                return club
            }
            #expect(try clubs[0].come() == clubs[0].each([]))
            try clubs[0].rename("own")
            try clubs[1].rename("other")
            try clubs[0].vanish()
            for (club, text) in zip(clubs, ["own", "other"]) {
                let told = try club.come()
                #expect(told == club.each(["2 \(club.name)star: \(text) …"]))
                try club.vanish()
            }
        }
    }
}

import Client
import ClientProtocol
import JSON
import Testing

/// X-11: many at once, at the last place.
struct GroupRaceTests {
    private static let shards = ["shards.count": "4"]
    private let users = (0..<8).map { "u\($0)" }

    @Test func `X-11, G-08, G-12: of many who join at the last place one is in, and the others are told so`() throws {
        try withChat(Self.shards) { gateway in
            let owner = try gateway.online("owner")
            let others = try users.map { try gateway.online($0) }
            try gateway.createAccounts("m")
            let id = try owner.createGroup(with: ["m"], style: 3, #""maxUsers": 3"#)
            _ = try owner.settle()
            let result = try outcomes(others.map { ($0, "group.join", #"{"groupID": "\#(id)"}"#) })
            #expect(result.sorted() == Array(repeating: "em 604", count: 7) + ["ok"])
            #expect(try owner.eventLines().count == 1)
            #expect(try owner.details(id).memberCount == 3)
            for (session, outcome) in zip(others, result) {
                #expect(try session.joinedGroups() == (outcome == "ok" ? [id] : []))
            }
        }
    }

    @Test func `X-11, G-08, G-Q11: of many who accept at the last place one is in`() throws {
        try withChat(Self.shards) { gateway in
            let owner = try gateway.online("owner")
            let others = try users.map { try gateway.online($0) }
            for session in others { try session.setAutoAccept(false) }
            try gateway.createAccounts("m")
            let id = try owner.createGroup(with: ["m"], #""maxUsers": 3"#)
            _ = try owner.invite(users, to: id)
            let accepted = try outcomes(others.map { ($0, "group.acceptInvitation", #"{"groupID": "\#(id)"}"#) })
            #expect(accepted.sorted() == Array(repeating: "em 604", count: 7) + ["ok"])
            #expect(try owner.details(id).memberCount == 3)
            try owner.group("remove", id, some("m"))
            // Their invitations have stayed.
            let left = zip(others, accepted).filter { $0.1 != "ok" }.map(\.0)
            let again = try outcomes(left.map { ($0, "group.acceptInvitation", #"{"groupID": "\#(id)"}"#) })
            #expect(again.count { $0 == "ok" } == 1)
        }
    }

    @Test func `X-11, G-08, G-Q06: of many invitations at the last place one comes to something`() throws {
        try withChat(Self.shards) { gateway in
            let owners = try (0..<8).map { try gateway.online("owner", device: "d\($0)") }
            try gateway.createAccounts(users + ["m"])
            let id = try owners[0].createGroup(with: ["m"], #""maxUsers": 3"#)
            let result = try outcomes(
                zip(owners, users).map { ($0, "group.invite", #"{"groupID": "\#(id)", \#(some($1))}"#) })
            #expect(result.sorted() == Array(repeating: "em 604", count: 7) + ["ok"])
            #expect(try owners[0].details(id).memberCount == 3)
        }
    }

    @Test func `X-11, G-52, G-53, G-Q15: of many who answer a request one does, and it is told of once`() throws {
        try withChat(Self.shards) { gateway in
            let owner = try gateway.online("owner")
            let admins = try users.map { try gateway.online($0) }
            let stranger = try gateway.online("stranger")
            let id = try owner.createGroup(with: users, style: 2)
            for user in users { try owner.group("addAdmin", id, one(user)) }
            for round in 0..<4 {
                try stranger.group("join", id)
                _ = try ([owner, stranger] + admins).map { try $0.settle() }
                let result = try outcomes(
                    admins.enumerated().map { index, admin in
                        let verb = (index + round) % 2 == 0 ? "approve" : "decline"
                        return (admin, "group.\(verb)", #"{"groupID": "\#(id)", \#(one("stranger"))}"#)
                    })
                #expect(result.sorted() == Array(repeating: "gw 1004", count: 7) + ["ok"])
                let winner = try #require(result.firstIndex(of: "ok"))
                let isIn = (winner + round) % 2 == 0
                let told = try stranger.callbacks().names
                #expect(told == [isIn ? "group.joinRequestDidApprove" : "group.joinRequestDidDecline"])
                #expect(try owner.callbacks().names == told + (isIn ? ["group.userDidJoin"] : []))
                #expect(try stranger.joinedGroups() == (isIn ? [id] : []))
                if isIn { try stranger.group("leave", id) }
            }
        }
    }

    @Test func `X-11, G-44, G-Q27: of many groups that one user makes and joins at the limit one is`() throws {
        try withChat(Self.shards.merging(["groups.perUser": "2"]) { $1 }) { gateway in
            let owners = try users.map { try gateway.online($0) }
            for owner in owners { try owner.createGroup(style: 3) }
            let devices = try (0..<8).map { try gateway.online("alice", device: "d\($0)") }
            try devices[0].createGroup()
            let result = try outcomes(
                devices.enumerated().map { index, device in
                    index % 2 == 0
                        ? (device, "group.join", #"{"groupID": "\#(index + 1)"}"#)
                        : (device, "group.create", #"{"name": "g"}"#)
                })
            #expect(result.sorted() == Array(repeating: "em 4", count: 7) + ["ok"])
            #expect(try devices[0].joinedCount() == 2)
        }
    }

    @Test func `X-11, G-76, G-Q35: of many transfers at once one is done`() throws {
        try withChat(Self.shards) { gateway in
            let owners = try (0..<8).map { try gateway.online("owner", device: "d\($0)") }
            try gateway.createAccounts(users)
            let id = try owners[0].createGroup(with: users)
            let result = try outcomes(
                zip(owners, users).map { ($0, "group.transfer", #"{"groupID": "\#(id)", "newOwner": "\#($1)"}"#) })
            #expect(result.sorted() == Array(repeating: "em 603", count: 7) + ["ok"])
            let group = try owners[0].details(id)
            #expect(group.owner == users[try #require(result.firstIndex(of: "ok"))] && group.role == 0)
        }
    }

    @Test func `X-11, X-07: events of a group that many make at once come to all in one order, each at its place`()
        throws
    {
        try withChat(Self.shards) { gateway in
            let members = try users.map { try gateway.online($0) }
            let id = try members[0].createGroup(with: Array(users.dropFirst()))
            _ = try members.map { try $0.settle() }
            let start = try #require(try gateway.back("u0", device: "other").opened["groups"]?["1"]?.int)
            let changes = (0..<10).flatMap { round in
                members.enumerated().map { index, session in
                    (
                        session, "group.setAttributes",
                        #"{"groupID": "\#(id)", "attributes": {"k": "\#(round) \#(index)"}}"#
                    )
                }
            }
            #expect(try outcomes(changes) == Array(repeating: "ok", count: 80))
            var order: [Int: String] = [:]
            for (index, session) in members.enumerated() {
                let events = try session.settle()
                #expect(events.count == 70 && events.compactMap(\.seq) == events.compactMap(\.seq).sorted())
                for event in events {
                    let seq = try #require(event.seq.map(Int.init))
                    #expect((start + 1...start + 80).contains(seq) && event.data["operatorID"]?.string != "u\(index)")
                    #expect(order[seq] == nil || order[seq] == event.data.text)
                    order[seq] = event.data.text
                }
            }
            #expect(order.count == 80)
        }
    }
}

import Client
import ClientProtocol
import JSON
import Testing

/// Operations of administrators on relations.
struct AccountRelationTests {
    private func codes(_ admin: ClientSession, _ verb: String, _ users: [String], _ more: String = "") throws -> [Int] {
        let ok = try admin.request("admin.account.\(verb)", #"{"userIDs": \#(list(users))\#(more)}"#).get()
        return try #require(ok["results"]?.elements).compactMap { $0["code"]?.int }
    }

    @Test func `R-Q19, X-13: a barred user adds nobody, 30009, but is added, answers and keeps its friends`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            try alice.add("carol")
            try alice.setAllowType(1)
            #expect(try codes(admin, "barAdding", ["alice", "nobody"]) == [0, 40003])
            #expect(try alice.add("bob") == 30009)
            #expect(try alice.add("bob", #""addType": 1"#) == 30009)
            #expect(try alice.check("bob", "carol") == [0, 3])
            #expect(try bob.add("alice") == 30539)
            #expect(try alice.respond(to: "bob", 1) == 0)
            #expect(try alice.check("bob") == [3])
            try gateway.restart()
            let again = try gateway.online("alice")
            try gateway.createAccounts("dave")
            #expect(try again.add("dave") == 30009)
            #expect(try codes(try gateway.admin(), "barAdding", ["alice"], #", "barred": false"#) == [0])
            #expect(try again.add("dave") == 0)
            _ = carol
        }
    }

    @Test func `X-13: only administrators bar, and bad parameters are refused with gw 1001`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let data = #"{"userIDs": ["alice"]}"#
            #expect(try alice.refusal("admin.account.barAdding", data).number == "gw 1002")
            let admin = try gateway.admin()
            for (data, key) in [("{}", "userIDs"), (#"{"userIDs": ["alice"], "barred": 1}"#, "barred")] {
                let error = try admin.refusal("admin.account.barAdding", data)
                #expect(error.number == "gw 1001" && error.keys == [key])
            }
            try gateway.createAccounts("bob")
            #expect(try alice.add("bob") == 0)
        }
    }

    @Test func `R-Q06, R-130, R-136: a deleted account is nobody's friend, request or blocked user any more`() throws {
        try withChat { gateway in
            let friend = try gateway.online("friend")
            let admirer = try gateway.online("admirer")
            let admired = try gateway.online("admired")
            let asked = try gateway.wary("asked")
            let asking = try gateway.online("asking")
            let blocker = try gateway.online("blocker")
            do {
                let gone = try gateway.online("gone")
                try gone.add("friend")
                try friend.modifyFriend("gone", #""remark": "r""#)
                try friend.createGroups(["g"], with: ["gone"])
                try admirer.add("gone", #""addType": 1"#)
                try gone.add("admired", #""addType": 1"#)
                try gone.add("asked")
                try gone.setAllowType(1)
                try asking.add("gone")
                try blocker.block("gone")
            }
            let admin = try gateway.admin()
            let eventLines = try told(friend, admirer, admired, asked, asking, blocker) {
                try #require(try codes(admin, "delete", ["gone"]) == [0])
            }
            #expect(eventLines == [["2: gone"], ["2: gone"], [], [], ["4: gone"], []])
            #expect(try friend.friends().isEmpty && admirer.friends().isEmpty)
            #expect(try friend.groups() == [FriendGroup("g")])
            #expect(try asked.pendencies().items.isEmpty && asking.pendencies().items.isEmpty)
            #expect(try asked.pendencies().unread == 0)
            #expect(try blocker.blacklist().isEmpty)
            #expect(try blocker.unblock("gone") == [30003])
            #expect(try friend.check("gone") == [0])
            #expect(try friend.refusal("profile.get", #"{"userIDs": ["gone"]}"#).number == "tim 40003")
        }
    }

    @Test func `R-Q54: an account made again after its end starts with an empty profile and without relations`() throws
    {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            do {
                let gone = try gateway.online("gone")
                try gone.modifySelf(#""nickname": "x", "level": 1, "allowType": 2, "selfSignature": "x""#)
                try gone.createGroups(["g"])
                try gone.add("bob")
                try gone.block("eve")
            }
            #expect(try codes(try gateway.admin(), "delete", ["gone"]) == [0])
            try nextSecond()
            let gone = try gateway.online("gone")
            try gateway.createAccounts("fresh")
            let profiles = try bob.profiles("gone", "fresh").map { try fields(of: $0).filter { $0.key != "userID" } }
            #expect(profiles[0] == profiles[1])
            #expect(try gone.friends().isEmpty && gone.groups().isEmpty && gone.blacklist().isEmpty)
            #expect(try bob.add("gone") == 0)
            #expect(try gone.friends().map(\.user) == ["bob"])
        }
    }

    @Test func `R-Q54, R-Q55: an account made again has added and deleted nobody in this minute`() throws {
        try withChat(["friends.addsPerMinute": "1", "friends.deletesPerMinute": "1"]) { gateway in
            try gateway.createAccounts("bob")
            for _ in 1...2 {
                let gone = try gateway.online("gone")
                #expect(try gone.add("bob") == 0)
                #expect(try gone.refusal("friend.add", #"{"userID": "bob"}"#).number == "tim 30540")
                #expect(try gone.deleteFriends(["bob"]) == [0])
                let deletion = #"{"userIDs": ["bob"], "delType": 1}"#
                #expect(try gone.refusal("friend.delete", deletion).number == "tim 31707")
                #expect(try codes(try gateway.admin(), "delete", ["gone"]) == [0])
                try nextSecond()
            }
        }
    }

    @Test func `a disabled account stays a friend, and may be asked and added`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            try alice.add("bob")
            #expect(try codes(try gateway.admin(), "disable", ["bob", "carol"]) == [0, 0])
            #expect(try alice.friends().map(\.user) == ["bob"])
            #expect(try alice.add("carol") == 0)
        }
    }
}

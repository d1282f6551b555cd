import Client
import ClientProtocol
import JSON
import Testing

/// `blacklist.add`, `blacklist.delete` and `blacklist.list`
struct BlacklistTests {
    @Test func `R-109, R-Q40, R-Q56: any user can be blocked; each id has its result, in order`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            try alice.add("carol")
            let codes = try alice.block("bob", "nobody", "carol", "alice", "bob", "żółw")
            #expect(codes == [0, 30003, 0, 30003, 31307, 30003])
            #expect(try alice.blacklist().map(\.user) == ["bob", "carol"])
        }
    }

    @Test func `R-112, R-Q40, R-Q56: unblocking removes from the list; each id has its result, in order`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol", "dave")
            try alice.block("bob", "carol")
            #expect(try alice.unblock("dave", "bob", "bob", "nobody", "alice") == [31503, 0, 31503, 30003, 30003])
            #expect(try alice.blacklist().map(\.user) == ["carol"])
        }
    }

    @Test func `R-113, R-Q43: the list has the id of each blocked user and the time of the block`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let before = wallSeconds()
            try alice.block("bob", "carol")
            for item in try alice.blacklist() { #expect((before...wallSeconds()).contains(item.time)) }
            let users = try #require(try alice.request("blacklist.list").get()["users"])
            #expect(users.elements?.map { $0["userID"]?.string } == ["bob", "carol"])
            #expect(users.elements?.allSatisfy { $0.keys == ["userID", "addTime"] } == true)
        }
    }

    /// The accounts are neither made nor blocked in the order of their ids, nor in the reverse.
    @Test func `R-Q11, R-113: the list has the newest first, then by id`() throws {
        try withChat(movableClock) { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("y", "b", "z", "c", "d", "a")
                try alice.block("z", "b", "y")
            }
            try gateway.restart(after: 100)
            let alice = try gateway.online("alice")
            try alice.block("c", "a", "d")
            let times = try alice.blacklist().map(\.time)
            #expect(try alice.blacklist().map(\.user) == ["a", "c", "d", "b", "y", "z"])
            #expect(Set(times.prefix(3)).count == 1 && times[2] >= times[3] + 100)
        }
    }

    @Test(arguments: [3, 1, 2, 0])
    func `R-110, R-124, R-130, R-131, R-Q41: a friendship is dissolved both ways, and told to each whose list changed`(
        relation: Int
    ) throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let eve = try gateway.online("eve")
            if relation & 1 != 0 { try phone.add("bob", #""addType": 1"#) }
            if relation & 2 != 0 { try bob.add("alice", #""addType": 1"#) }
            let eventLines = try told(phone, tab, bob, eve) { try #require(try phone.block("bob") == [0]) }
            let own = relation & 1 != 0 ? ["2: bob"] : []
            #expect(eventLines == [own, own + ["self 5: bob"], relation & 2 != 0 ? ["2: alice"] : [], []])
            #expect(try phone.check("bob") == [0])
            #expect(try phone.friends().isEmpty && bob.friends().isEmpty)
        }
    }

    @Test func `R-Q41, R-136: requests both ways go, and the one who made each is told`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.wary("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            try bob.add("alice")
            let eventLines = try told(alice, bob) { try alice.block("bob") }
            #expect(eventLines == [["4: bob"], ["4: alice"]])
            for session in [alice, bob] {
                #expect(try session.pendencies().items.isEmpty)
                #expect(try session.pendencies().unread == 0)
            }
        }
    }

    @Test func `R-Q41, R-136: only the applicant is told, no matter which of the two blocks`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            for blocker in [alice, bob] {
                try alice.add("bob")
                let eventLines = try told(alice, bob) { try blocker.block(blocker === alice ? "bob" : "alice") }
                #expect(eventLines == [["4: bob"], []])
                try blocker.unblock(blocker === alice ? "bob" : "alice")
            }
        }
    }

    @Test func `R-Q41, R-Q49, X-06: unblocking restores nothing, and only own other devices are told`() throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.add("bob", #""remark": "r""#)
            try phone.block("bob")
            try expectEventLines(phone, tab, bob, are: [[], ["self 6: bob"], []]) { try phone.unblock("bob") }
            #expect(try phone.check("bob") == [0])
            try expectEventLines(phone, tab, bob, are: [[], [], []]) { try phone.unblock("bob") }
            #expect(try phone.add("bob") == 0)
            #expect(try phone.friend("bob")?.remark == "")
        }
    }

    @Test func `R-Q40, R-Q49: one event names all whom one call blocked, and none those that it did not`() throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            try gateway.createAccounts("bob", "carol", "dave")
            try phone.add("carol")
            try phone.block("dave")
            let eventLines = try told(phone, tab) { try phone.block("dave", "bob", "nobody", "carol", "bob") }
            #expect(eventLines == [["2: carol"], ["2: carol", "self 5: bob, carol"]])
            try expectEventLines(phone, tab, are: [[], []]) { try phone.block("dave", "nobody") }
            try expectEventLines(phone, tab, are: [[], ["self 6: bob, dave"]]) { try phone.unblock("bob", "dave") }
        }
    }

    @Test(arguments: [0, 1, 2])
    func `R-63, R-66, X-31, R-Q19: a friend request of the blocked has code 30525, one of the blocker 30515`(
        allowType: Int
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for session in [alice, bob] { try session.setAllowType(allowType) }
            try alice.block("bob")
            let eventLines = try told(alice, bob) {
                for more in ["", #""addType": 1"#] {
                    try #require(try bob.add("alice", more) == 30525)
                    try #require(try alice.add("bob", more) == 30515)
                }
            }
            #expect(eventLines == [[], []])
            for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
        }
    }

    @Test func `R-Q40, R-Q56: bad parameters are refused with tim 30001, which names them, and nobody is blocked`()
        throws
    {
        let many = list(Array(repeating: "bob", count: 101))
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for verb in ["add", "delete"] {
                for data in [
                    "{}", #"{"userIDs": []}"#, #"{"userIDs": "bob"}"#, #"{"userIDs": ["bob", 1]}"#,
                    #"{"userIDs": \#(many)}"#,
                ] {
                    let error = try alice.refusal("blacklist.\(verb)", data)
                    #expect(error.number == "tim 30001" && error.keys == ["userIDs"])
                }
            }
            #expect(try alice.blacklist().isEmpty)
        }
    }

    @Test func `X-12: a blacklist is the user's: it holds for all of its devices, and for nobody else`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            try phone.block("bob")
            #expect(try tab.blacklist().map(\.user) == ["bob"])
            #expect(try bob.blacklist().isEmpty && carol.blacklist().isEmpty)
            #expect(try bob.add("carol") == 0)
            #expect(try carol.add("alice") == 0)
        }
    }
}

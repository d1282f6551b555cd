import Client
import ClientProtocol
import JSON
import Testing

/// `pendency.list`, `pendency.delete` and `pendency.report`
struct PendencyTests {
    /// A request as its target and its applicant read it, and when it was made.
    struct Records {
        let got: Pendency
        let made: Pendency
        let when: ClosedRange<Int>
    }

    private static let rules: [Rule<Records>] = [
        Rule("R-100", "userID is the other") { #expect($0.got.user == "alice" && $0.made.user == "bob") },
        Rule("R-101", "addTime is when it was made, the same with both") {
            #expect($0.when.contains($0.got.time) && $0.made.time == $0.got.time)
        },
        Rule("R-102", "addSource") {
            #expect($0.got.source == "AddSource_Type_Web" && $0.made.source == "AddSource_Type_Web")
        },
        Rule("R-103", "addWording") { #expect($0.got.wording == "żółw" && $0.made.wording == "żółw") },
        Rule("R-104", "nickname is the other's") { #expect($0.got.nickname == "Ala" && $0.made.nickname == "") },
        Rule("R-105, R-Q33", "type is 1 for one got, 2 for one made") {
            #expect($0.got.type == 1 && $0.made.type == 2)
        },
    ]

    @Test(arguments: rules)
    func `R-89, R-90: applicant and target each have a record of a request`(rule: Rule<Records>) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.modifySelf(#""nickname": "Ala""#)
            let before = wallSeconds()
            try alice.add("bob", #""addWording": "żółw", "addSource": "AddSource_Type_Web", "remark": "mine""#)
            let got = try #require(try bob.pendencies(1).items.first)
            let made = try #require(try alice.pendencies(2).items.first)
            try rule.check(Records(got: got, made: made, when: before...wallSeconds()))
        }
    }

    @Test
    func `R-91, R-97, R-98, R-99: a page has records, the list's version, the next timestamp and the unread count`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob", #""addWording": "żółw""#)
            let page = try bob.request("pendency.list", #"{"type": 1, "numPerPage": 10}"#).get()
            #expect(page.keys == ["items", "seq", "timestamp", "unreadCount"])
            #expect(
                page["items"]?.first?.keys == ["userID", "addTime", "addSource", "addWording", "nickname", "type"])
            let got = try PendencyPage(page)
            #expect(got.items.count == 1 && got.timestamp == 0 && got.unread == 1)
            let made = try alice.pendencies(2)
            #expect(made.items.count == 1 && made.timestamp == 0 && made.unread == 0)
        }
    }

    @Test func `R-96, R-Q33, R-Q11: the type chooses those got, those made or both, the newest first, then by id`()
        throws
    {
        try withChat(movableClock) { gateway in
            for (step, names) in [["m", "b"], ["a", "z", "Z"]].enumerated() {
                if step > 0 { try gateway.restart(after: 100) }
                let alice = try gateway.wary("alice")
                for name in names {
                    let other = try gateway.wary(name)
                    try other.add("alice")
                    if name != "m" { try alice.add(name) }
                }
            }
            let alice = try gateway.online("alice")
            #expect(try alice.pendencies(1).users.suffix(2) == ["b", "m"])
            for type in 1...3 {
                let items = try alice.pendencies(type).items
                let expected = items.sorted {
                    ($1.time, $0.user, $0.type) < ($0.time, $1.user, $1.type)
                }
                #expect(items == expected)
                #expect(Set(items.map(\.type)) == (type == 3 ? [1, 2] : [type]))
                #expect(items.count == [0, 5, 4, 9][type])
            }
        }
    }

    @Test func `R-Q38, R-104: the nickname is that of now, empty if there is none`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            #expect(try bob.pendencies().items.map(\.nickname) == [""])
            try alice.modifySelf(#""nickname": "Ala""#)
            #expect(try bob.pendencies().items.map(\.nickname) == ["Ala"])
            try bob.modifySelf(#""nickname": "Bob""#)
            #expect(try alice.pendencies().items.map(\.nickname) == ["Bob"])
        }
    }

    @Test func `R-92, R-97, R-Q34: the newest seq gets no data, any other all; it moves with every change`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            var (a, b) = (try alice.pendencies().seq, try bob.pendencies().seq)
            /// How far a change has moved each seq.
            func moves(_ steps: [Int], _ change: () throws -> Void) throws {
                let former = (a, b)
                try change()
                (a, b) = (try alice.pendencies().seq, try bob.pendencies().seq)
                #expect([a - former.0, b - former.1] == steps)
            }
            try moves([1, 1]) { try alice.add("bob") }
            try moves([1, 1]) { try alice.add("bob") }
            for (session, seq, unread) in [(alice, a, 0), (bob, b, 1)] {
                let same = try session.pendencies(3, #""seq": \#(seq), "numPerPage": 10"#)
                #expect(same.items.isEmpty && same.seq == seq && same.timestamp == 0 && same.unread == unread)
                for other in [seq - 1, seq + 1, 0] {
                    let page = try session.pendencies(3, #""seq": \#(other), "numPerPage": 10"#)
                    #expect(page.items.count == 1 && page.seq == seq)
                }
            }
            try moves([0, 1]) { try bob.deletePendencies(1, ["alice"]) }
            try moves([0, 0]) { try bob.deletePendencies(1, ["alice"]) }
            try moves([1, 1]) { try alice.add("bob") }
            try moves([1, 1]) { try bob.respond(to: "alice", 2) }
            try moves([1, 1]) { try alice.add("bob") }
            try moves([1, 1]) { try bob.block("alice") }
            try moves([0, 0]) { try bob.unblock("alice") }
            try moves([0, 0]) { try alice.add("nobody") }
        }
    }

    @Test func `R-Q21, R-Q34, R-99: a repeat overwrites what was asked on both sides, is new and unread again`() throws
    {
        try withChat(movableClock) { gateway in
            var first: [Pendency] = []
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.wary("bob")
                try alice.add(
                    "bob", #""addWording": "one", "addSource": "AddSource_Type_a", "remark": "r1", "group": "g1""#)
                first = try bob.pendencies().items
                #expect(try bob.reportPendencies(upTo: first[0].time) == 0)
            }
            try gateway.restart(after: 50)
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let eventLines = try told(alice, bob) {
                let more = #""addWording": "two", "addSource": "AddSource_Type_b", "remark": "r2", "group": "g2""#
                try #require(try alice.add("bob", more) == 30539)
            }
            #expect(eventLines == [["3: bob"], ["3: from alice"]])
            for session in [alice, bob] {
                let items = try session.pendencies().items
                #expect(items.map(\.wording) == ["two"] && items.map(\.source) == ["AddSource_Type_b"])
                #expect(items[0].time >= first[0].time + 50)
            }
            #expect(try bob.pendencies().unread == 1)
            try bob.respond(to: "alice", 0)
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.remark == "r2" && friend.groups == ["g2"] && friend.wording == "two")
            #expect(try alice.groups().map(\.name) == ["g2"])
        }
    }

    @Test func `R-106, R-Q31, R-Q39, X-06: a deletion takes one's own copy alone, and tells one's other devices`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.wary("bob", device: "phone")
            let tab = try gateway.online("bob", device: "tab")
            let alice = try gateway.wary("alice")
            try alice.add("bob")
            try phone.add("alice")
            let eventLines = try told(phone, tab, alice) {
                try phone.deletePendencies(1, ["nobody", "alice", "żółw", "alice"])
            }
            #expect(eventLines == [[], ["self 4: from alice"], []])
            #expect(try phone.pendencies().items.map(\.type) == [2])
            #expect(try phone.pendencies().unread == 0)
            #expect(try alice.pendencies().items.map(\.type) == [1, 2])
            try expectEventLines(phone, tab, alice, are: [[], [], []]) { try phone.deletePendencies(1, ["alice"]) }
            #expect(try phone.respond(to: "alice", 1) == 30614)
            // The applicant can ask again.
            try expectEventLines(phone, tab, alice, are: [["3: from alice"], ["3: from alice"], ["3: bob"]]) {
                try alice.add("bob")
            }
            #expect(try phone.pendencies().items.map(\.type) == [1, 2])
            // The other way round: without the applicant's copy the target can still answer.
            try alice.deletePendencies(2, ["bob"])
            #expect(try alice.pendencies().items.map(\.type) == [1])
            #expect(try phone.respond(to: "alice", 0) == 0)
            #expect(try alice.check("bob") == [1])
        }
    }

    @Test func `R-107, R-108, R-Q37, R-Q49: a report reads what came up to a second, and never less than before`()
        throws
    {
        try withChat(movableClock, door: .webSocket) { gateway in
            do {
                let alice = try gateway.wary("alice")
                for user in ["u1", "u2"] { try gateway.online(user).add("alice") }
                _ = alice
            }
            try gateway.restart(after: 100)
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let newest = try gateway.online("u3")
            try newest.add("alice")
            #expect(try phone.pendencies(2).unread == 3)
            let times = try phone.pendencies().items.map(\.time)
            let (last, early) = (times[0], times[1])
            func report(_ time: Int, _ left: Int, _ copy: [String]) throws {
                let eventLines = try told(phone, tab, newest) {
                    try #require(try phone.reportPendencies(upTo: time) == left)
                }
                #expect(eventLines == [[], copy, []])
                #expect(try phone.pendencies().unread == left)
            }
            try report(0, 3, [])
            try report(min(early, times[2]) - 1, 3, [])
            try report(early, 1, ["self 7: 1"])
            try report(last - 1, 1, [])
            try report(last, 0, ["self 7: 0"])
            try report(0, 0, [])
            let again = try gateway.online("u4")
            try again.add("alice")
            #expect(try phone.pendencies().unread == 1)
        }
    }

    @Test func `R-99, R-Q37: requests that one has made are never unread, and reading moves no seq`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            #expect(try alice.pendencies().unread == 0)
            let page = try bob.pendencies()
            try bob.reportPendencies(upTo: page.items[0].time)
            let same = try bob.pendencies(1, #""seq": \#(page.seq), "numPerPage": 10"#)
            #expect(same.items.isEmpty && same.unread == 0)
        }
    }

    @Test func `R-Q33, R-Q35, R-95, R-Q56: bad parameters are refused with tim 30001, which names them`() throws {
        let many = list(Array(repeating: "bob", count: 101))
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for (operation, data, key) in [
                ("list", #""numPerPage": 1"#, "type"), ("list", #""type": 0, "numPerPage": 1"#, "type"),
                ("list", #""type": 4, "numPerPage": 1"#, "type"), ("list", #""type": "1", "numPerPage": 1"#, "type"),
                ("list", #""type": 1"#, "numPerPage"), ("list", #""type": 1, "numPerPage": 0"#, "numPerPage"),
                ("list", #""type": 1, "numPerPage": 101"#, "numPerPage"),
                ("list", #""type": 1, "numPerPage": 1, "seq": -1"#, "seq"),
                ("list", #""type": 1, "numPerPage": 1, "timestamp": "x""#, "timestamp"),
                ("delete", #""userIDs": ["bob"]"#, "type"), ("delete", #""type": 3, "userIDs": ["bob"]"#, "type"),
                ("delete", #""type": 0, "userIDs": ["bob"]"#, "type"), ("delete", #""type": 1"#, "userIDs"),
                ("delete", #""type": 1, "userIDs": []"#, "userIDs"),
                ("delete", #""type": 1, "userIDs": [1]"#, "userIDs"),
                ("delete", #""type": 1, "userIDs": \#(many)"#, "userIDs"),
                ("report", "", "timestamp"), ("report", #""timestamp": -1"#, "timestamp"),
                ("report", #""timestamp": "1""#, "timestamp"),
            ] {
                let error = try alice.refusal("pendency.\(operation)", "{\(data)}")
                #expect(error.number == "tim 30001" && error.keys == [key], "\(operation) \(data)")
            }
        }
    }
}

import Client
import JSON
import Testing

/// `message.history` of groups
struct GroupHistoryTests {
    private func page(
        _ session: ClientSession, _ group: String, _ more: String
    ) throws -> (seqs: [Int], cursor: Int, isFinished: Bool) {
        let page = try session.request("message.history", #"{"conversationID": "group_\#(group)", \#(more)}"#).get()
        let seqs = try #require(page["messages"]?.elements).map { try Message($0).seq }
        return (seqs, try #require(page["cursor"]?.int), try #require(page["isFinished"]?.bool as Bool?))
    }

    /// All pages of a direction.
    private func walk(_ session: ClientSession, _ group: String, _ direction: String, limit: Int) throws -> [Int] {
        var (seqs, cursor): ([Int], Int) = ([], 0)
        while true {
            let more = #""direction": "\#(direction)", "cursor": \#(cursor), "limit": \#(limit)"#
            let next = try page(session, group, more)
            #expect(next.seqs.count <= limit && next.isFinished == (next.cursor == 0))
            seqs += next.seqs
            if next.isFinished { return seqs }
            cursor = next.cursor
        }
    }

    @Test
    func
        `T-Q31, T-09, T-07: pages fall from the newest, or rise, with notifications in their places, and end at the joining`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, owner) = (cast.id, cast["owner"])
            for index in 0..<9 {
                try owner.write("\(index)", in: id, index % 3 == 2 ? #""history": false"# : "")
                if index == 3 { try cast["stranger"].group("join", id) }
                if index % 4 == 0 { try owner.group("setAnnouncement", id, #""announcement": "\#(index)""#) }
            }
            let all = try owner.history(in: id)
            #expect(all.map(\.seq) == all.map(\.seq).sorted(by: >))
            #expect(all.compactMap(\.text) == ["7", "6", "4", "3", "1", "0"])
            #expect(
                try all.filter { $0.type == 5 }.prefix(3).map { try $0.notice } == [
                    #"3 owner:  15="8""#, #"3 owner:  15="4""#, "5 stranger: stranger",
                ])
            let joined = try #require(all.first { $0.type == 5 && $0.from == "stranger" }).seq
            for limit in [1, 2, 3, 7, 100] {
                for direction in ["older", "newer"] {
                    let order = direction == "older" ? all.map(\.seq) : all.map(\.seq).reversed()
                    #expect(try walk(owner, id, direction, limit: limit) == order, "\(limit) \(direction)")
                    let own = try walk(cast["stranger"], id, direction, limit: limit)
                    #expect(own == order.filter { $0 >= joined }, "\(limit) \(direction)")
                }
            }
            for limit in [0, 101] {
                let data = #"{"conversationID": "group_\#(id)", "limit": \#(limit)}"#
                #expect(try owner.refusal("message.history", data).number == "nim 414")
            }
        }
    }

    @Test
    func `T-Q31, T-Q14, T-Q07, X-43, X-03: only members read it; of a group that is not there it is another code`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, member) = (cast.id, cast["member"])
            func outcome(_ user: String, _ id: String) throws -> String {
                let data = #"{"conversationID": "group_\#(id)"}"#
                return try cast[user].request("message.history", data).error?.number ?? "ok"
            }
            #expect(try outcome("stranger", id) == "nim 804" && outcome("stranger", "999") == "nim 803")
            #expect(try outcome("member", id) == "ok" && outcome("member", "x") == "nim 803")
            try member.group("leave", id)
            #expect(try outcome("member", id) == "nim 804")
            try member.group("join", id)
            #expect(try outcome("member", id) == "ok")
            try cast.administer("disable")
            #expect(try outcome("member", id) == "ok")
            try cast.administer("destroy")
            #expect(try outcome("member", id) == "nim 803" && outcome("owner", id) == "nim 803")
        }
    }

    @Test func `T-Q31: everything is as it was told, after a restart too, though members have gone meanwhile`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let id = cast.id
            _ = try cast["owner"].settle()
            try cast["member"].write("zażółć \\\"x\\\"", in: id, at: ["owner", everyone], #""apnsContent": "p""#)
            try cast["member2"].write("uncounted", in: id, #""shouldBeCounted": false, "route": false"#)
            let type = #"{"conversationID": "group_1", "clientMsgId": "c", "type": 100, "body": {"a": [1, {}]}}"#
            _ = try cast["member2"].request("message.send", type).get()
            try cast["owner"].group("remove", id, some("member"))
            let live = try cast["owner"].settle().messages
            #expect(live.count == 4)
            #expect(try cast["admin"].history(in: id, #""limit": 4"#) == live.reversed())
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["member"]}"#).get()
            try gateway.restart()
            #expect(try gateway.online("admin").history(in: id, #""limit": 4"#) == live.reversed())
        }
    }

    @Test func `X-59, T-Q31: what is older than the retention is given out no more`() throws {
        try withGroups(movableClock.merging(["messages.retentionDays": "2"]) { $1 }) { gateway in
            let id = try {
                let cast = try gateway.cast()
                try cast["owner"].write("old", in: cast.id)
                return cast.id
            }()
            try gateway.restart(after: day)
            try gateway.online("owner").write("new", in: id)
            try gateway.restart(after: 2 * day + 600)
            for user in ["owner", "member"] {
                #expect(try gateway.online(user).history(in: id).map(\.text) == ["new"])
            }
            #expect(try gateway.online("member").conversation(in: id)?.unread == 2)
        }
    }
}

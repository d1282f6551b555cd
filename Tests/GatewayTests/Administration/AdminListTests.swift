import Client
import JSON
import Testing

/// `admin.account.list` and `admin.group.get|list|members`: everything there is, a page at a time.
struct AdminListTests {
    @Test(arguments: RequestDoor.allCases) func `X-69: all accounts are listed, by pages, but those that are deleted`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            try gateway.createAccounts((1...7).map { "u\($0)" })
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["u2"]}"#).get()
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["u3"]}"#).get()
            let online = try gateway.online("u1")
            var (pages, cursor): ([[String]], Int) = ([], 0)
            repeat {
                let page = try admin.request("admin.account.list", #"{"limit": 3, "cursor": \#(cursor)}"#).get()
                pages.append(try #require(page["accounts"]?.elements).compactMap { $0["userID"]?.string })
                cursor = try #require(page["cursor"]?.int)
            } while cursor != 0
            #expect(pages == [["u1", "u3", "u4"], ["u5", "u6", "u7"]])
            let all = try #require(try admin.request("admin.account.list").get()["accounts"]?.elements)
            #expect(all.map { $0["disabled"]?.bool } == [false, true, false, false, false, false])
            #expect(all.map { $0["online"]?.bool } == [true, false, false, false, false, false])
            #expect(try online.settle().isEmpty)
            for data in [#"{"cursor": -1}"#, #"{"limit": 0}"#, #"{"limit": 1001}"#, #"{"cursor": "1"}"#] {
                #expect(try admin.refusal("admin.account.list", data).number == "gw 1001", "\(data)")
            }
        }
    }

    @Test(arguments: RequestDoor.allCases) func `X-69: all groups are listed, the newest first`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let ids = try (1...5).map { try alice.createGroup("g\($0)", with: ["bob"]) }
            try alice.group("destroy", ids[1])
            let admin = try gateway.admin()
            var (pages, cursor): ([[String]], String) = ([], "")
            repeat {
                let data = #"{"pageSize": 2, "cursor": "\#(cursor)"}"#
                let page = try admin.request("admin.group.list", data).get()
                let groups = try #require(page["groups"]?.elements)
                pages.append(groups.compactMap { $0["groupID"]?.string })
                #expect(groups.allSatisfy { $0["kind"]?.string == "team" && $0["memberCount"]?.int == 2 })
                cursor = try #require(page["cursor"]?.string)
            } while cursor != ""
            #expect(pages == [[ids[4], ids[3]], [ids[2], ids[0]]])
            #expect(try admin.refusal("admin.group.list", #"{"cursor": "x"}"#).number == "em 205")
        }
    }

    @Test(arguments: RequestDoor.allCases) func `X-69: an administrator sees a group and its members whole`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carl", "dora")
            let id = try alice.createGroup("g", with: ["bob", "carl", "dora"])
            try alice.group("addAdmin", id, one("bob"))
            try alice.group("mute", id, #"\#(some("carl")), "duration": -1"#)
            try alice.group("addToWhiteList", id, some("dora"))
            let admin = try gateway.admin()
            let group = try #require(try admin.request("admin.group.get", #"{"groupID": "\#(id)"}"#).get()["group"])
            #expect(group["name"]?.string == "g" && group["owner"]?.string == "alice")
            #expect(group["adminList"]?.elements?.map(\.string) == ["bob"])
            #expect(group["whiteList"]?.elements?.map(\.string) == ["dora"])
            #expect(group["muteList"]?.first?["userID"]?.string == "carl")
            #expect(group["memberCount"]?.int == 4 && group["self"] == nil)
            var (members, cursor): ([JSONValue], String) = ([], "")
            var known: [String: (role: Int?, mute: Int?, white: Bool?)] = [:]
            repeat {
                let data = #"{"groupID": "\#(id)", "pageSize": 3, "cursor": "\#(cursor)"}"#
                let page = try admin.request("admin.group.members", data).get()
                members = try #require(page["members"]?.elements).map { $0 }
                for member in members {
                    known[try #require(member["userID"]?.string)] = (
                        member["role"]?.int, member["muteExpire"]?.int, member["isInWhiteList"]?.bool
                    )
                }
                cursor = try #require(page["cursor"]?.string)
            } while cursor != ""
            #expect(known.count == 4)
            #expect(known["carl"]?.mute == -1 && known["dora"]?.white == true && known["bob"]?.white == false)
            #expect(Set(known.values.map(\.role)).count == 3)
            for operation in ["admin.group.get", "admin.group.members"] {
                #expect(try admin.refusal(operation, #"{"groupID": "99"}"#).number == "em 605")
                #expect(try admin.refusal(operation, #"{"groupID": ""}"#).number == "em 600")
            }
        }
    }
}

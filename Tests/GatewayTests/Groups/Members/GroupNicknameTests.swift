import Client
import JSON
import Testing

/// Members' nicknames in a group: in messages if the setting says so, in lists if they are asked for.
struct GroupNicknameTests {
    @Test func `G-Q59, X-48: messages carry the sender's nickname in the group, as it was then`() throws {
        try withGroups(["groups.nicknames": "true"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let id = try alice.createGroup(with: ["bob"])
            func name(_ nickname: String) throws {
                try alice.group("setAttributes", id, #""attributes": {"nickname": "\#(nickname)"}"#)
            }
            func told() throws -> String? {
                _ = try bob.settle()
                try alice.write(in: id)
                return try bob.event("message.new")["nickname"]?.string
            }
            #expect(try told() == nil)
            try name("Ali")
            #expect(try told() == "Ali")
            #expect(
                try bob.request("conversation.list").get()["conversations"]?.first?["lastMessage"]?["nickname"]?
                    .string == "Ali")
            try name("Lice")
            #expect(try told() == "Lice")
            try gateway.restart()
            let (again, back) = (try gateway.online("alice"), try gateway.back("bob", device: "new", resume: "{}"))
            try again.write(in: id)
            #expect(try back.session.event("message.new")["nickname"]?.string == "Lice")
            try again.group("setAttributes", id, #""attributes": {"nickname": ""}"#)
            try again.write(in: id)
            #expect(try back.session.event("message.new")["nickname"] == nil)
            let data = #"{"conversationID": "group_\#(id)", "limit": 5}"#
            let history = try again.request("message.history", data).get()["messages"]
            #expect(history?.elements?.map { $0["nickname"]?.string } == [nil, "Lice", "Lice", "Ali", nil])
            // Neither the name in lists nor that between two is another for it.
            #expect(try again.conversation(in: id)?.showName == "g")
            try again.write(to: "bob")
            #expect(try back.session.event("message.new")["nickname"] == nil)
        }
    }

    @Test func `G-Q59: without the setting messages are as ever`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let id = try alice.createGroup(with: ["bob"])
            try alice.group("setAttributes", id, #""attributes": {"nickname": "Ali"}"#)
            _ = try bob.settle()
            try alice.write(in: id)
            #expect(try bob.event("message.new")["nickname"] == nil)
        }
    }

    @Test func `G-Q59: lists of members have the nicknames where they are asked for`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            for (user, nickname) in [("owner", "Chief"), ("member", "Mem")] {
                try cast[user].group("setAttributes", cast.id, #""attributes": {"nickname": "\#(nickname)", "k": "v"}"#)
            }
            let page = try cast["admin"].group("members", cast.id, #""needNickname": true"#)
            #expect(page["members"]?.elements?.map(\.string) == ["member2", "member"])
            #expect(page["nicknames"]?.text == #"{"member":"Mem"}"#)
            #expect(try cast["admin"].group("members", cast.id)["nicknames"] == nil)
            let more = #""fetchMembers": true, "needNickname": true"#
            let group = try #require(try cast["member"].group("get", cast.id, more)["group"])
            #expect(group["nicknames"]?.text == #"{"member":"Mem","owner":"Chief"}"#)
            #expect(try cast["member"].group("get", cast.id)["group"]?["nicknames"] == nil)
            // It goes with the membership.
            try cast["member"].group("leave", cast.id)
            _ = try cast["owner"].invite(["member"], to: cast.id)
            let again = try cast["admin"].group("members", cast.id, #""needNickname": true"#)
            #expect(again["nicknames"]?.text == "{}")
        }
    }
}

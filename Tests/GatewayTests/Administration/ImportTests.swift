import Client
import Foundation
import JSON
import Testing

typealias ImportRun = (end: ChildProcess.End, output: String, errors: String)

extension GatewayProcess {
    /// The command line of an import, but its journal.
    func importing(_ file: String, as format: String = "lines") -> [String] {
        ["import", format, file, "--url", "http://127.0.0.1:\(port)", "--admin-key-file", workspace("admin.json")]
    }
}

/// `martlet import`, into a real gateway.
struct ImportTests {
    private static let lines = """
        {"type":"group","id":"@TGS#1","owner":"alice","name":"Hikers","announcement":"Sunday at ten","style":2,"mute":1,\
        "isInviteNeedConfirm":true}
        {"type":"members","group":"@TGS#1","members":[{"userID":"alice"},{"userID":"bob","role":"admin",\
        "nickname":"Guide"},{"userID":"carol","mutedUntil":-1},{"userID":"dora","isWhiteListed":true,\
        "nickname":"Dee"}]}
        {"type":"friends","userID":"alice","friends":[{"userID":"bob","remark":"Bobby","groups":["Family"],\
        "addTime":1563867420},{"userID":"nobody"},{"userID":"carol"},{"userID":"dora","addSource":"nowhere"}]}
        {"type":"blacklist","userID":"bob","users":[{"userID":"carol","addTime":1430000001}]}
        {"type":"profile","userID":"alice","values":{"gender":2,"selfSignature":"hello"}}
        {"type":"account","userID":"alice","nickname":"Alice","faceUrl":"https://example.com/a.png"}
        {"type":"account","userID":"bob"}
        {"type":"account","userID":"carol"}
        {"type":"account","userID":"dora","disabled":true}
        {"type":"account","userID":"\\u202e"}
        {"type":"message","id":"m2","from":"carol","group":"@TGS#1","time":1,"body":{"text":"too old"}}
        {"type":"message","id":"m3","from":"nobody","to":"bob","time":NOW,"body":{"text":"from nobody"}}
        {"type":"message","id":"m4","from":"carol","group":"@TGS#1","time":NOW,"body":{"text":"to all"}}
        {"type":"message","id":"m1","from":"alice","to":"bob","time":NOW,"kind":100,"body":{"a":1}}
        {"type":"message","id":"m5","from":"carol","group":"@TGS#gone","time":NOW,"body":{"text":"where?"}}
        {"type":"conversation","userID":"bob","group":"@TGS#gone","pinned":true}
        {"type":"left","what":"the group x","reason":"there are no groups of type AVChatRoom"}
        """

    /// With a time that is kept.
    private func write(_ lines: String, _ gateway: GatewayProcess) throws -> String {
        let now = Int(Date().timeIntervalSince1970) * 1000 - 3_600_000
        return try gateway.workspace.write("lines", lines.replacing("NOW", with: "\(now)"))
    }

    private func run(_ gateway: GatewayProcess, _ file: String, _ more: String...) throws -> ImportRun {
        try Martlet.run(gateway.importing(file) + more, in: Workspace())
    }

    @Test
    func `I-07: accounts, profiles, friends, blacklists, groups and messages are taken, and what is not is reported`()
        throws
    {
        try withChat { gateway in
            let file = try write(Self.lines, gateway)
            let (journal, groups) = (gateway.workspace("journal"), gateway.workspace("groups"))
            let first = try run(gateway, file, "--journal", journal, "--groups", groups)
            #expect(first.end == .exited(2), "\(first.errors)")
            let left = try first.output.split(separator: "\n").map { try JSONDocument().parse(String($0)) }
            let operations = left.map { $0["operation"]?.string }
            #expect(
                operations == [
                    "left", "group", "admin.account.create", "admin.friend.import", "admin.friend.import",
                    "admin.message.import", "admin.message.import",
                ])
            #expect(left.suffix(2).map { $0["element"]?.string } == ["m2", "m3"])
            #expect(left[1]["about"]?.string == "@TGS#gone")
            let friends = left.dropFirst(3).prefix(2).map { $0["element"]?.string }
            #expect(
                friends == ["nobody", #"{"userID":"dora","addSource":"nowhere"}"#], "one does not refuse the others")
            #expect(first.errors.contains("admin.message.import: 2\n"))
            try check(gateway, group: try groupID(groups))

            // What was done is not done again, and what was refused is not asked again.
            let again = try run(gateway, file, "--journal", journal)
            #expect(again.end == .exited(0) && again.output == "")
            // Without its journal an import writes the same once more, and makes no second group.
            let anew = try run(gateway, file, "--journal", gateway.workspace("other"))
            #expect(anew.end == .exited(2))
            let admin = try gateway.admin()
            let all = try admin.request("admin.group.list").get()
            #expect(all["groups"]?.count == 1)
            try check(gateway, group: try groupID(groups))
        }
    }

    private func groupID(_ file: String) throws -> String {
        let groups = try JSONDocument().parse(Workspace.read(file))
        return try #require(groups.member("@TGS#1")?.string)
    }

    private func check(_ gateway: GatewayProcess, group id: String) throws {
        let admin = try gateway.admin()
        let friends = try admin.request("admin.friend.list", #"{"userID":"alice"}"#).get()["friends"]
        let first = try #require(friends?.elements.map(Array.init)?.first)
        #expect(friends?.count == 2 && first["remark"]?.string == "Bobby" && first["addTime"]?.int64 == 1_563_867_420)
        #expect(first["groups"]?.elements.map { $0.map(\.string) } == ["Family"])
        let accounts = try admin.request("admin.account.get", #"{"userIDs":["alice","dora"]}"#).get()["accounts"]
        let found = accounts?.elements.map(Array.init) ?? []
        #expect(found.map { $0["nickname"]?.string } == ["Alice", ""])
        #expect(found.map { $0["disabled"]?.bool } == [false, true])
        let group = try #require(try admin.request("admin.group.get", #"{"groupID":"\#(id)"}"#).get()["group"])
        #expect(
            group["name"]?.string == "Hikers" && group["ext"]?.string == "@TGS#1" && group["owner"]?.string == "alice")
        #expect(group["memberCount"]?.int64 == 4 && group["isAllMemberMuted"]?.bool == true)
        #expect(group["isInviteNeedConfirm"]?.bool == true)
        #expect(group["adminList"]?.elements.map { $0.map(\.string) } == ["bob"])
        #expect(group["whiteList"]?.elements.map { $0.map(\.string) } == ["dora"])
        #expect(group["muteList"]?.elements.map { $0.map { $0["userID"]?.string } } == ["carol"])
        let members = try admin.request("admin.group.members", #"{"groupID":"\#(id)"}"#).get()["members"]
        let names = members?.elements.map { $0.compactMap { $0["nickname"]?.string } } ?? []
        #expect(Set(names) == ["", "Guide", "Dee"], "also of a disabled user")
        let bob = try gateway.session("bob")
        #expect(try bob.history(with: "alice").map(\.body) == [#"{"a":1}"#])
        for session in [bob, try gateway.session("alice"), try gateway.session("carol")] {
            #expect(try session.history(in: id).last?.text == "to all")
        }
        let black = try bob.request("blacklist.list").get()["users"]
        #expect(black?.elements.map { $0.map { $0["userID"]?.string } } == ["carol"])
    }

    @Test func `I-07: an import that is killed among friends, groups and members goes on where it was`() throws {
        try withChat { gateway in
            var lines: [String] = []
            let users = 1000 / slowness
            for user in 0..<users {
                lines.append(#"{"type":"account","userID":"u\#(user)"}"#)
                let friends = (1...3).map { #"{"userID":"u\#((user + $0) % users)"}"# }.joined(separator: ",")
                lines.append(#"{"type":"friends","userID":"u\#(user)","friends":[\#(friends)]}"#)
                guard user % 20 == 0 else { continue }
                lines.append(#"{"type":"group","id":"g\#(user)","owner":"u\#(user)","name":"G"}"#)
                lines.append(#"{"type":"members","group":"g\#(user)","members":[{"userID":"u\#(user + 1)"}]}"#)
            }
            let file = try gateway.workspace.write("lines", lines.joined(separator: "\n"))
            let journal = gateway.workspace("journal")
            _ = try gateway.workspace.write("journal", "")
            let arguments = gateway.importing(file) + ["--journal", journal]
            for stage in ["friends", "groups", "members"] {
                let workspace = try Workspace()
                let process = try Martlet.start(arguments, in: workspace)
                try until("the import is in \(stage)") {
                    try gateway.workspace.read("journal").contains(#""stage":"\#(stage)""#) || process.ended != nil
                }
                process.kill()
            }
            let last = try Martlet.run(arguments, in: try Workspace())
            #expect(last.end == .exited(0), "\(last.output) \(last.errors)")
            let admin = try gateway.admin()
            for user in stride(from: 0, to: users, by: 97) {
                let list = try admin.request("admin.friend.list", #"{"userID":"u\#(user)"}"#).get()
                let ids = list["friends"]?.elements.map { $0.compactMap { $0["userID"]?.string } } ?? []
                #expect(Set(ids) == Set((1...3).map { "u\((user + $0) % users)" }))
            }
            var (groups, cursor): ([JSONValue], String) = ([], "")
            repeat {
                let page = try admin.request("admin.group.list", #"{"cursor":"\#(cursor)","pageSize":100}"#).get()
                groups += page["groups"]?.elements.map(Array.init) ?? []
                cursor = page["cursor"]?.string ?? ""
            } while cursor != ""
            #expect(groups.count == users / 20 && groups.allSatisfy { $0["memberCount"]?.int64 == 2 })
        }
    }

    @Test func `a gateway that is not there, and a wrong key, are told`() throws {
        try withChat { gateway in
            let file = try write(Self.lines, gateway)
            let other = try gateway.workspace.write(
                "wrong.json", #"{"keys":[{"name":"x","secret":"0123456789abcdef"}]}"#)
            let run = try Martlet.run(
                [
                    "import", "lines", file, "--url", "http://127.0.0.1:\(gateway.port)", "--admin-key-file", other,
                    "--journal", gateway.workspace("journal"),
                ], in: try Workspace())
            #expect(run.end == .exited(77), "\(run.errors)")
        }
    }
}

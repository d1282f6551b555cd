import Client
import Foundation
import JSON
import TestSupport
import Testing

/// `martlet import` of the dumps in Tests/samples/import, compared by what the gateway answers afterwards.
struct DumpImportTests {
    private let kept = ["messages.retentionDays": "36500", "conversations.retentionDays": "36500"]

    /// An import of a sample, twice: what the second could change is changed.
    private func take(_ format: String, _ gateway: GatewayProcess) throws -> (left: [JSONValue], groups: JSONValue) {
        let file = repositoryPath("Tests/samples/import/\(format).jsonl")
        let groups = gateway.workspace("groups")
        func run(_ journal: String) throws -> ImportRun {
            let more = ["--journal", gateway.workspace(journal), "--groups", groups]
            return try Martlet.run(gateway.importing(file, as: format) + more, in: Workspace())
        }
        let first = try run("journal")
        #expect(first.end == .exited(2), "\(first.errors)")
        let again = try run("journal")
        #expect(again.end == .exited(0) && again.output == "", "it was done")
        #expect(try run("other").output == first.output, "what was refused is refused again, and no more")
        let left = try first.output.split(separator: "\n").map { try JSONDocument().parse(String($0)) }
        return (left, try JSONDocument().parse(Workspace.read(groups)))
    }

    private func refused(_ left: [JSONValue]) -> [String] {
        left.filter { $0["operation"]?.isString("left") != true }.map {
            "\($0["operation"]?.string ?? ""): \($0["about"]?.string ?? ""), \($0["element"]?.string ?? "")"
        }
    }

    private func people(_ list: JSONValue?) -> [String] {
        list?.elements.map { $0.compactMap { $0["userID"]?.string } } ?? []
    }

    /// The sender and the text of each message, or the type of one that is none, the oldest first.
    private func texts(_ messages: [Message]) -> [String] {
        messages.reversed().filter { $0.type != 5 }.map { "\($0.from): \($0.text ?? "type \($0.type)")" }
    }

    @Test func `I-01, I-04, I-07: what mongoexport prints of OpenIM becomes accounts, friends, groups and messages`()
        throws
    {
        try withChat(kept) { gateway in
            let (left, groups) = try take("openim", gateway)
            #expect(refused(left) == [])
            #expect(groups.count == 2 && groups.member("13") == nil, "one was dismissed")
            let hikers = try #require(groups.member("12")?.string)
            let admin = try gateway.admin()
            let group = try #require(try admin.request("admin.group.get", #"{"groupID":"\#(hikers)"}"#).get()["group"])
            #expect(group["owner"]?.string == "bob" && group["style"]?.int == 2 && group["memberCount"]?.int == 3)
            #expect(group["adminList"]?.elements.map { $0.map(\.string) } == ["carol"])
            #expect(people(group["muteList"]) == ["carol"])
            let quiet = #"{"groupID":"\#(try #require(groups.member("14")?.string))"}"#
            let other = try #require(try admin.request("admin.group.get", quiet).get()["group"])
            #expect(other["isAllMemberMuted"]?.bool == true && other["ext"]?.string == "e")

            let (alice, bob, carol) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("carol")
            )
            let friend = try #require(try alice.request("friend.list").get()["friends"]?.elements).map { $0 }[0]
            #expect(friend["userID"]?.string == "bob" && friend["remark"]?.string == "Bobby")
            #expect(friend["addTime"]?.int == 1_700_028_800)
            #expect(people(try bob.request("blacklist.list").get()["users"]) == ["carol"])
            let history = try bob.history(with: "alice")
            let wanted = ["alice: hello", "alice: a reply", "bob: type 100", "alice: no JSON", "alice: type 100"]
            #expect(texts(history) == wanted)
            #expect(texts(try alice.history(with: "bob")) == wanted)
            #expect(history.map(\.time) == [6, 5, 2, 1, 0].map { 1_700_028_800_123 + $0 })
            #expect(texts(try alice.history(with: "news")) == ["news: type 100"])
            #expect(texts(try carol.history(in: hikers)) == ["carol: @bob Sunday?"])
            #expect(try alice.conversation(with: "bob")?.isPinned == true)
            #expect(try carol.conversation(in: hikers)?.option == 2)
            for user in [alice, bob, carol] { #expect(try user.totalUnread() == 0) }
        }
    }

    @Test func `I-01, I-04, I-07: Tinode's collections and tables become accounts, friends, groups and messages`()
        throws
    {
        let (alice, bob, carol, dora, eve) = (
            "usr8FP6xV-7-9Q", "usr9_Wdc03U4Yo", "usrz_WruKWJfPE", "usr-mD8yKuHVvM", "usr3d0MEI1W2uk"
        )
        try withChat(kept) { gateway in
            let (left, groups) = try take("tinode", gateway)
            #expect(refused(left) == [])
            #expect(left.count { $0["reason"]?.string?.hasSuffix("it is there again") == true } == 2)
            let names = try #require(groups.members).map { $0.key.keyText }
            #expect(names == [1, 2, 5, 6].map { "grpQwertyUiop\($0)" })
            let admin = try gateway.admin()
            let ids = #"{"userIDs":["\#(alice)","\#(carol)","\#(dora)"]}"#
            let accounts = try #require(try admin.request("admin.account.get", ids).get()["accounts"]?.elements)
            #expect(accounts.map { $0["nickname"]?.string } == ["Alice Hatter", "Carol", ""])
            #expect(accounts.map { $0["disabled"]?.bool } == [false, true, true])
            let hikers = try #require(groups.member(names[0])?.string)
            let group = try #require(try admin.request("admin.group.get", #"{"groupID":"\#(hikers)"}"#).get()["group"])
            #expect(group["owner"]?.string == alice && group["memberCount"]?.int == 4 && group["style"]?.int == 1)
            #expect(group["adminList"]?.elements.map { $0.map(\.string) } == [bob])
            #expect(people(group["muteList"]) == [dora])

            let (one, two, three) = (try gateway.online(alice), try gateway.online(bob), try gateway.online(eve))
            let friends = try #require(try one.request("friend.list").get()["friends"]?.elements).map { $0 }
            #expect(friends.map { $0["userID"]?.string } == [bob] && friends[0]["remark"]?.string == "Bobby")
            #expect(people(try two.request("blacklist.list").get()["users"]) == [carol])
            let history = try one.history(with: bob)
            #expect(texts(history) == ["\(alice): hello", "\(bob): two\nlines and bold", "\(alice): first\nsecond"])
            #expect(history.last?.time == 1_700_028_801_123)
            #expect(
                texts(try one.history(in: hikers)) == [
                    "\(bob): type 100", "\(carol): hello", "\(bob): @Alice yes", "\(bob): type 100",
                    "\(dora): 👨‍👩‍👧 a link",
                ])
            let table = try #require(groups.member(names[3])?.string)
            #expect(texts(try three.history(in: table)) == ["\(eve): from a table"])
            #expect(texts(try one.history(with: alice)) == ["\(alice): a note"], "kept for oneself")
            #expect(texts(try three.history(with: alice)) == ["\(alice): plain"])
            #expect(try one.conversation(in: hikers)?.isPinned == true)
            #expect(try one.conversation(with: bob)?.isPinned == true)
            #expect(try two.conversation(with: alice)?.option == 2)
            #expect(try two.conversation(in: hikers)?.option == 2)
        }
    }

    @Test func `I-07: what no request can hold is reported, and an account is made without a name that is refused`()
        throws
    {
        try withChat(kept) { gateway in
            let (open, close) = (String(repeating: "[", count: 30), String(repeating: "]", count: 30))
            let (name, long) = (String(repeating: "n", count: 600), String(repeating: "x", count: 500_000))
            let time = Int(Date().timeIntervalSince1970) * 1000 - 3_600_000
            func message(_ id: String, _ body: String) -> String {
                #"{"type":"message","id":"\#(id)","from":"alice","to":"bob","time":\#(time),"body":\#(body)}"#
            }
            let file = try gateway.workspace.write(
                "lines",
                [
                    #"{"type":"account","userID":"alice","nickname":"\#(name)"}"#,
                    #"{"type":"account","userID":"bob","nickname":"Bob"}"#,
                    message("m1", #"{"deep":\#(open)\#(close)}"#), message("m2", #"{"text":"\#(long)"}"#),
                    message("m3", #"{"text":"\#(long.prefix(20_000))"}"#),
                    message("m4", #"{"text":"[{\"[ it arrives"}"#),
                ].joined(separator: "\n"))
            let arguments = gateway.importing(file) + ["--journal", gateway.workspace("journal")]
            let run = try Martlet.run(arguments, in: Workspace())
            #expect(run.end == .exited(2), "\(run.errors)")
            let left = try run.output.split(separator: "\n").map { try JSONDocument().parse(String($0)) }
            #expect(left.map { $0["about"]?.string } == ["\(file):3", "message m2", "accounts", "messages"])
            #expect(try gateway.online("bob").history(with: "alice").map(\.text) == [#"[{"[ it arrives"#])
        }
    }
}

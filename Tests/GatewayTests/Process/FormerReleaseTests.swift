import CSQLite
import Client
import Glibc
import JSON
import TestSupport
import Testing

@testable import Storage

/// A gateway that goes on with the store of an earlier release.
@Suite(.alone("It is about the file of its store.")) struct FormerReleaseTests {
    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        mkdir(workspace("data"), 0o700)
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        let dump = recent(try repositoryFile("Tests/Fixtures/release-0.2.sql"))
        guard isSQLiteConfigured, sqlite3_open(workspace("data/martlet.sqlite"), &handle) == SQLITE_OK,
            sqlite3_exec(handle, dump, nil, nil, nil) == SQLITE_OK
        else { throw Workspace.Failure(String(cString: sqlite3_errmsg(handle)), "release-0.2.sql") }
        return workspace
    }

    /// As if it had been left a minute ago: messages, and what is known of repeats, are kept for a time alone.
    private func recent(_ dump: String) -> String {
        let passed = wallMilliseconds() / 1_000 - 60 - 1_795_884_254
        return dump.replacing(/\b1795\d{6}(?:\d{3}|\d{6})?\b/.wordBoundaryKind(.simple)) { match in
            let unit = [10: 1, 13: 1_000, 16: 1_000_000][match.output.count]!
            return "\(Int(match.output)! + passed * unit)"
        }
    }

    @Test func `what users of release 0.2 had is there, and goes on`() throws {
        try withChat(door: .webSocket, workspace: workspace()) { gateway in
            let (alice, opened) = try gateway.back(
                "alice", device: "phone", resume: #"{"conversations": {"c2c_bob": 5}}"#)
            let missed = opened["resume"]?["conversations"]?["c2c_bob"]
            #expect(missed?["verdict"]?.string == "recovered")
            #expect(missed?["messages"]?.elements?.map { $0["seq"]?.int } == [6, 7, 8])
            let history = try alice.history(with: "bob")
            #expect(history.map(\.seq) == Array((1...8).reversed()) && history.first?.text == "answer")
            #expect(try alice.conversation(with: "bob")?.isPinned == true)
            // A repeat of what was sent then is known.
            let again = try alice.request("message.send", message("message 3", to: "bob", id: "m3")).get()
            #expect(again["seq"]?.int == 3)
            let friends = try alice.request("friend.list", "{}").get()["friends"]?.elements
            #expect(friends?.map { $0["userID"]?.string } == ["bob", "carol"])
            #expect(friends?.first { _ in true }?["remark"]?.string == "Bobby")
            let group = try alice.request("group.get", #"{"groupID": "1", "fetchMembers": true}"#).get()["group"]
            #expect(group?["name"]?.string == "Team" && group?["adminList"]?.elements?.map(\.string) == ["bob"])
            let bob = try gateway.online("bob")
            #expect(try alice.write("on", to: "bob").seq == 9)
            #expect(try Message(bob.event("message.new")).text == "on")
            #expect(try bob.write("more", in: "1").seq == alice.history(in: "1").count)
            let opening = #"{"token": "\#(gateway.token("erin"))", "device": "d1", "platform": "web"}"#
            let refused = try gateway.guest().request("session.open", opening).error
            #expect(refused?.name == "forbidden")
        }
    }
}

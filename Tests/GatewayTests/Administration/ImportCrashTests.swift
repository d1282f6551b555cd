import Client
import Foundation
import JSON
import TestSupport
import Testing

/// `martlet import` and its gateway, killed among the messages.
struct ImportCrashTests {
    private static let (users, groups, perConversation) = (24, 4, 90)

    /// A conversation, and what was said in it: the first is the oldest.
    private struct Talk {
        /// The member of a line that names the other user, or the group.
        let place: String
        let one: String
        let other: String
        var messages: [(from: String, text: String, time: Int)] = []
    }

    /// Talks of each user with the next one, and of groups. Their messages come in turn, three in a millisecond.
    private func talks() -> [Talk] {
        var talks = (0..<Self.users).map { user in
            let peer = "u\((user + 1) % Self.users)"
            return Talk(place: #""to":"\#(peer)""#, one: "u\(user)", other: peer)
        }
        talks += (0..<Self.groups).map { Talk(place: #""group":"g\#($0)""#, one: "u\($0)", other: "u\($0 + 1)") }
        let begin = (Int(Date().timeIntervalSince1970) - 20 * day) * 1000
        for number in 0..<(talks.count * Self.perConversation) {
            let talk = number % talks.count
            let from = talks[talk].place.hasPrefix(#""to""#) || number % 3 > 0 ? talks[talk].one : talks[talk].other
            talks[talk].messages.append((from, "\(number) \(String(repeating: "x", count: 600))", begin + number / 3))
        }
        return talks
    }

    private func lines(of talks: [Talk]) -> String {
        var lines = (0..<Self.users).map { #"{"type":"account","userID":"u\#($0)"}"# }
        for group in 0..<Self.groups {
            lines.append(#"{"type":"group","id":"g\#(group)","owner":"u\#(group)","name":"G"}"#)
            lines.append(
                #"{"type":"members","group":"g\#(group)","members":[{"userID":"u\#(group + 1)","role":"admin"}]}"#)
        }
        for place in 0..<Self.perConversation {
            for (talk, number) in zip(talks, 0...) {
                let (from, text, time) = talk.messages[place]
                lines.append(
                    #"{"type":"message","id":"m\#(number)-\#(place)","from":"\#(from)",\#(talk.place),"time":\#(time),"#
                        + #""body":{"text":"\#(text)"}}"#)
            }
        }
        return lines.joined(separator: "\n")
    }

    @Test func `I-07: an import and a gateway that are killed among messages go on without one twice or left out`()
        throws
    {
        let kept = ["messages.retentionDays": "365", "conversations.retentionDays": "365"]
        try withChat(kept) { gateway in
            let talks = talks()
            let file = try gateway.workspace.write("lines", lines(of: talks))
            let journal = try gateway.workspace.write("journal", "")
            let more = ["--journal", journal, "--groups", gateway.workspace("groups")]
            for killsGateway in [false, true, false] {
                let steps = try steps(gateway)
                let process = try Martlet.start(gateway.importing(file) + more, in: Workspace())
                try until("the import has taken messages") {
                    if process.ended != nil { throw Overdue(description: "the import was not stopped") }
                    return try self.steps(gateway) > steps
                }
                if killsGateway { gateway.kill() }
                process.kill()
                guard killsGateway else { continue }
                try gateway.launchAgain()
                try gateway.waitUntilReady()
            }
            let last = try Martlet.run(gateway.importing(file) + more, in: Workspace())
            #expect(last.end == .exited(0) && last.output == "", "\(last.output) \(last.errors)")
            try compare(talks, gateway)
        }
    }

    /// How often the journal has noted messages.
    private func steps(_ gateway: GatewayProcess) throws -> Int {
        try gateway.workspace.read("journal").split(separator: "\n").count { $0.contains(#""stage":"messages""#) }
    }

    private func compare(_ talks: [Talk], _ gateway: GatewayProcess) throws {
        let admin = try gateway.admin()
        let groups = try JSONDocument().parse(gateway.workspace.read("groups"))
        for (number, talk) in zip(0..., talks) {
            let group = number - Self.users
            let id = group < 0 ? "c2c_\(talk.other)" : "group_\(try #require(groups.member("g\(group)")?.string))"
            let user = group < 0 ? #""userID": "\#(talk.one)", "# : ""
            let data = #"{\#(user)"conversationID": "\#(id)", "direction": "newer", "limit": 100}"#
            let page = try admin.request("admin.message.history", data).get()
            let messages = try #require(page["messages"]?.elements).map { try Message($0) }.filter { $0.type == 0 }
            #expect(page["isFinished"]?.bool == true)
            #expect(messages.map(\.text) == talk.messages.map(\.text), "\(id)")
            #expect(messages.map(\.from) == talk.messages.map(\.from))
            #expect(messages.map(\.time) == talk.messages.map(\.time))
            #expect(messages.map(\.seq) == Array(1...Self.perConversation))
        }
        for user in 0..<Self.users { #expect(try gateway.online("u\(user)").totalUnread() == 0) }
    }
}

import Client
import Foundation
import TestSupport
import Testing

/// Table X-M of docs/semantics.md: what it says about pushes, over every setting of the receivers.
struct PushMatrixTests {
    /// A row of the table, with the other rows of docs/semantics.md that it shows.
    struct TableRow: ShowsRows {
        let rows: String
        let name: String

        var id: String { String(rows.prefix { $0 != "," }) }
    }

    @Test func `X-M01: a user that blocks the sender gets no push, however the message is to be pushed`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let angry = try gateway.online("angry")
            try angry.block("alice")
            try settle(Receiver(), named: "angry", angry, pushes)
            for post in Post.betweenTwo {
                let error = try alice.refusal("message.send", message(to: "angry", post.parameters(for: [Receiver()])))
                #expect(error.number == "tim 20007")
            }
            #expect(try pushes.requests(to: "angry").isEmpty)
        }
    }

    @Test(arguments: [
        TableRow(rows: "X-M04", name: "recvOpt 1"), TableRow(rows: "X-M08", name: "recvOpt 2"),
        TableRow(rows: "X-M13", name: "recvOpt 0"), TableRow(rows: "X-M14", name: "a message that does not count"),
    ])
    func `X-52, X-62, T-Q24, T-Q26: between two, a message is pushed as the table says`(row: TableRow) throws {
        try withPushes { gateway, pushes in
            let table = try Table(ofTwo: true)
            let receivers = [false, true].flatMap { isQuiet in
                (0...2).map { Receiver(option: $0, isQuiet: isQuiet) }
            }
            .filter { table.isShown(row, by: $0, Post.betweenTwo) }
            let alice = try gateway.online("alice")
            var endpoints = receivers.map { Endpoint(receiver: $0) }
            try #require(!endpoints.isEmpty)
            for receiver in receivers {
                let session = try gateway.online(receiver.user)
                try session.setReceiveOption(receiver.option, for: "alice")
                try settle(receiver, session, pushes)
            }
            for post in Post.betweenTwo {
                for index in endpoints.indices {
                    let user = receivers[index].user
                    let sent = try alice.write(to: user, post.parameters(for: receivers))
                    let expected = table.line(of: &endpoints[index], post, from: "alice")
                    let line = try pushes.outcome(of: sent, for: user)
                    guard table.isShown(row, by: receivers[index], [post]) else { continue }
                    #expect(line == expected, "\(user), \(post)")
                }
            }
            for endpoint in endpoints {
                let count = try pushes.requests(to: endpoint.receiver.user).count
                #expect(count == endpoint.pushed, "\(endpoint.receiver.user)")
            }
        }
    }

    @Test(
        arguments: [
            TableRow(rows: "X-M03", name: "the group is blocked"), TableRow(rows: "X-M04", name: "recvOpt 1"),
            TableRow(rows: "X-M05", name: "a notification"), TableRow(rows: "X-M06", name: "recvOpt 4, not named"),
            TableRow(rows: "X-M07", name: "recvOpt 4, named"), TableRow(rows: "X-M08", name: "recvOpt 2"),
            TableRow(rows: "X-M09", name: "recvOpt 3, not named"), TableRow(rows: "X-M10", name: "recvOpt 3, named"),
            TableRow(rows: "X-M11", name: "notify state None"),
            TableRow(rows: "X-M12, T-Q19", name: "notify state OnlyManager"),
            TableRow(rows: "X-M13", name: "recvOpt 0, notify state All"),
            TableRow(rows: "X-M14", name: "a message that does not count"),
        ], ["team", "superTeam"])
    func `X-52, X-62, T-Q24: in a group, a message is pushed as the table says`(row: TableRow, kind: String) throws {
        let table = try Table(ofTwo: false)
        // T-Q17: a super group has no OnlyManager.
        let receivers = Receiver.ofGroups(states: kind == "team" ? 2 : 1)
            .filter { table.isShown(row, by: $0, Post.inGroup) }
        try #require(receivers.isEmpty == (row.id == "X-M12" && kind == "superTeam"))
        guard !receivers.isEmpty else { return }
        try withPushes { gateway, pushes in
            let owner = try gateway.online("owner")
            let plain = try gateway.online("plain")
            var endpoints = receivers.map { Endpoint(receiver: $0) }
            let users = receivers.map(\.user)
            try gateway.createAccounts(users)
            let id = try gateway.createGroup(kind, by: "owner", with: users + ["plain"])
            for endpoint in endpoints {
                let session = try gateway.online(endpoint.receiver.user)
                try prepare(endpoint.receiver, session, in: id)
                try settle(endpoint.receiver, session, pushes)
            }
            for post in Post.inGroup {
                let sender = post.isFromLeader ? "owner" : "plain"
                if post.isNotification {
                    try owner.group("setAnnouncement", id, #""announcement": "news""#)
                } else {
                    let parameters = post.parameters(for: receivers)
                    try (post.isFromLeader ? owner : plain).write(in: id, at: post.names(users), parameters)
                }
                let sent = try #require(try owner.history(in: id, #""limit": 1"#).first)
                for index in endpoints.indices {
                    let expected = table.line(of: &endpoints[index], post, from: sender)
                    let line = try pushes.outcome(of: sent.msgID, in: sent.conversation, for: users[index])
                    guard table.isShown(row, by: receivers[index], [post]) else { continue }
                    #expect(line == expected, "\(users[index]), \(post)")
                }
            }
            for endpoint in endpoints {
                let count = try pushes.requests(to: endpoint.receiver.user).count
                #expect(count == endpoint.pushed, "\(endpoint.receiver.user)")
            }
        }
    }

    @Test(arguments: ["team", "superTeam"])
    func `X-M02: a refused message in a group is pushed to nobody, however it is to be pushed`(kind: String) throws {
        try withPushes { gateway, pushes in
            let owner = try gateway.online("owner")
            let mute = try gateway.online("mute")
            let receiver = Receiver()
            try gateway.createAccounts([receiver.user])
            let id = try gateway.createGroup(kind, by: "owner", with: [receiver.user, "mute"])
            try owner.group("mute", id, #"\#(some("mute")), "duration": -1"#)
            try settle(receiver, gateway.online(receiver.user), pushes)
            let before = try owner.history(in: id)
            for post in Post.inGroup where !post.isNotification {
                let (names, parameters) = (post.names([receiver.user]), post.parameters(for: [receiver]))
                #expect(try mute.tryToWrite(in: id, at: names, parameters) == "em 215")
            }
            #expect(try owner.history(in: id) == before)
            let sent = try owner.write(in: id)
            #expect(try pushes.outcome(of: sent, for: receiver.user) == "1 owner:hello")
            #expect(try pushes.requests(to: receiver.user).count == 1)
        }
    }

    private func prepare(_ receiver: Receiver, _ session: ClientSession, in id: String) throws {
        try session.setReceiveOption(receiver.option, in: id)
        try session.group("setNotifyState", id, #""state": \#(receiver.notify)"#)
        if receiver.isBlocking { try session.group("block", id) }
    }

    private func settle(
        _ receiver: Receiver, named user: String? = nil, _ session: ClientSession, _ pushes: Pushes
    ) throws {
        if receiver.isQuiet { try session.setQuietHours() }
        try pushes.register(session, user ?? receiver.user)
        try session.leave()
    }
}

/// A receiver's settings.
private struct Receiver {
    var isBlocking = false
    var option = 0
    var notify = 0
    var isQuiet = false

    var user: String { "\(isBlocking ? "b" : "")o\(option)n\(notify)\(isQuiet ? "q" : "")" }

    /// Some of each kind.
    var isInHalf: Bool { isBlocking || (option + notify + (isQuiet ? 1 : 0)) % 2 == 0 }

    static func ofGroups(states: Int) -> [Receiver] {
        let some = (0...4).flatMap { option in
            (0...states).flatMap { notify in
                [false, true].map { Receiver(option: option, notify: notify, isQuiet: $0) }
            }
        }
        return some + [0, 1, 4].map { Receiver(isBlocking: true, option: $0) }
    }
}

/// A message, as far as it matters for pushes.
private struct Post {
    enum Force: CaseIterable {
        case no, all, nobody, halves
    }

    var isFromLeader = true
    /// 0: it names nobody; 1: the receivers; 2: all.
    var naming = 0
    var force = Force.no
    var counts = true
    var isNotification = false

    static let betweenTwo = Force.allCases.flatMap { force in
        [true, false].map { Post(force: force, counts: $0) }
    }

    static let inGroup: [Post] = {
        var posts = [Post(isNotification: true)]
        for isFromLeader in [true, false] {
            for naming in 0...2 {
                for force in [Force.no, naming == 1 ? .all : .halves] {
                    // X-M14: every third one does not count.
                    let counts = posts.count % 3 != 0
                    posts.append(Post(isFromLeader: isFromLeader, naming: naming, force: force, counts: counts))
                }
            }
        }
        return posts
    }()

    /// Beside the one who is named with all: a message names 30 at most.
    func names(_ users: [String]) -> [String]? {
        switch naming {
        case 0: nil
        case 1: Array(users.prefix(30))
        default: [everyone]
        }
    }

    func parameters(for receivers: [Receiver]) -> String {
        var parameters = counts ? [] : [#""shouldBeCounted": false"#]
        let users: String? =
            switch force {
            case .no, .all: nil
            case .nobody: "[]"
            case .halves: list(receivers.filter(\.isInHalf).map(\.user))
            }
        if force != .no {
            let named = users.map { #", "userIds": \#($0)"# } ?? ""
            parameters.append(#""apnsMemberOption": {"forcePush": true, "apnsContent": "Fire"\#(named)}"#)
        }
        return parameters.joined(separator: ", ")
    }

    /// T-Q26: between two it is for the other, also if others are named.
    func isForced(for receiver: Receiver, between two: Bool) -> Bool {
        switch force {
        case .no: false
        case .all: true
        case .nobody: two
        case .halves: two || receiver.isInHalf
        }
    }
}

/// A receiver with what it should have had so far.
private struct Endpoint {
    let receiver: Receiver
    var total = 0
    var pushed = 0
}

/// X-M, as the document has it.
private struct Table {
    private struct Row {
        let addsToTotal: Bool
        let push: String
    }

    private let rows: [String: Row]
    private let isOfTwo: Bool

    init(ofTwo isOfTwo: Bool) throws {
        self.isOfTwo = isOfTwo
        let text = try repositoryFile("docs/semantics.md")
        var rows: [String: Row] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| X-M") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            rows[cells[0]] = Row(addsToTotal: cells[6] == "+1", push: cells[7])
        }
        try #require(rows.count == 14)
        // There is no message, or what the rows above say.
        #expect(["X-M01", "X-M02", "X-M14"].map { rows[$0]?.push } == ["no", "no", "as above"])
        self.rows = rows
    }

    /// Whether the row decides on one of these messages.
    func isShown(_ row: PushMatrixTests.TableRow, by receiver: Receiver, _ posts: [Post]) -> Bool {
        posts.contains { post in
            // X-M14 changes nothing of what the others say of pushes.
            if row.id == "X-M14" { return !post.counts && receiver.option == 0 && receiver.notify == 0 }
            return self.row(of: receiver, post) == row.id
        }
    }

    /// The first that matches.
    func row(of receiver: Receiver, _ post: Post) -> String {
        if receiver.isBlocking { return "X-M03" }
        if receiver.option == 1 { return "X-M04" }
        if post.isNotification { return "X-M05" }
        switch (receiver.option, post.naming) {
        case (4, 0): return "X-M06"
        case (4, _): return "X-M07"
        case (2, _): return "X-M08"
        case (3, 0): return "X-M09"
        case (3, _): return "X-M10"
        default: return state(of: receiver)
        }
    }

    private func state(of receiver: Receiver) -> String { ["X-M13", "X-M11", "X-M12"][receiver.notify] }

    /// How the message ends for the receiver; see `Pushes.outcome`.
    func line(of endpoint: inout Endpoint, _ post: Post, from sender: String) -> String {
        let row = row(of: endpoint.receiver, post)
        if rows[row]!.addsToTotal && post.counts { endpoint.total += 1 }
        let isForced = post.isForced(for: endpoint.receiver, between: isOfTwo)
        if let obstacle = obstacle(row, endpoint.receiver, post), obstacle.isFirm || !isForced {
            return "\(Self.reasons[obstacle.row]!) \(obstacle.row)"
        }
        endpoint.pushed += 1
        return isForced ? "\(endpoint.total)! Fire" : "\(endpoint.total) \(sender):hello"
    }

    /// The row's cell; cells marked with a star yield to a forced push.
    private func obstacle(_ row: String, _ receiver: Receiver, _ post: Post) -> (row: String, isFirm: Bool)? {
        switch rows[row]!.push {
        case "no": return (row, true)
        case "no*": return (row, false)
        case "by M11–M13": return obstacle(state(of: receiver), receiver, post)
        case "only if the sender is owner/manager, else no*" where !post.isFromLeader: return (row, false)
        // X-52: not in global DND either.
        case "only if the sender is owner/manager, else no*", "yes (global DND: no*)":
            return receiver.isQuiet ? ("X-M13", false) : nil
        case let cell:
            Issue.record("\(row) says \(cell)")
            return nil
        }
    }

    private static let reasons = [
        "X-M03": "groupBlocked", "X-M04": "refused", "X-M05": "notification", "X-M06": "notMentioned",
        "X-M08": "withoutPush", "X-M09": "mentionsOnly", "X-M11": "notifyNone", "X-M12": "notifyManagersOnly",
        "X-M13": "quietHours",
    ]
}

import Client
import Foundation
import TestSupport
import Testing

/// Table X-M of docs/semantics.md: what it says about pushes, over every setting of the receivers.
@Suite(.onThreads) struct PushMatrixTests {
    @Test
    func
        `X-M01, X-M04, X-M08, X-M13, X-M14, X-52, T-Q24, T-Q26, X-62: between two, a message is pushed as the table says`()
        throws
    {
        try withPushes { gateway, pushes in
            let receivers = [false, true].flatMap { isQuiet in
                (0...2).map { Receiver(option: $0, isQuiet: isQuiet) }
            }
            let alice = try gateway.online("alice")
            var seats = receivers.map { Seat(receiver: $0) }
            for receiver in receivers {
                let session = try gateway.online(receiver.user)
                try session.setReceiveOption(receiver.option, for: "alice")
                try settle(receiver, session, pushes)
            }
            // X-M01.
            let angry = try gateway.online("angry")
            try angry.block("alice")
            try settle(Receiver(), named: "angry", angry, pushes)

            let table = try Table(ofTwo: true)
            for post in Post.betweenTwo {
                for index in seats.indices {
                    let user = receivers[index].user
                    let sent = try alice.write(to: user, post.parameters(for: receivers))
                    let expected = table.line(of: &seats[index], post, from: "alice")
                    #expect(try pushes.outcome(of: sent, for: user) == expected, "\(user), \(post)")
                }
                let error = try alice.refusal("message.send", message(to: "angry", post.parameters(for: receivers)))
                #expect(error.number == "tim 20007")
            }
            for seat in seats {
                let count = try pushes.requests(to: seat.receiver.user).count
                #expect(count == seat.pushed, "\(seat.receiver.user)")
            }
            #expect(try pushes.requests(to: "angry").isEmpty)
        }
    }

    @Test(arguments: ["team", "superTeam"])
    func
        `T-01, X-M02, X-M03, X-M04, X-M05, X-M06, X-M07, X-M08, X-M09, X-M10, X-M11, X-M12, X-M13, X-M14, X-52, X-62, T-Q19, T-Q24: in a group, a message is pushed as the table says`(
            kind: String
        ) throws
    {
        try withPushes { gateway, pushes in
            let owner = try gateway.online("owner")
            let plain = try gateway.online("plain")
            let mute = try gateway.online("mute")
            var seats = Receiver.ofGroups(states: kind == "team" ? 2 : 1).map { Seat(receiver: $0) }
            let receivers = seats.map(\.receiver)
            let users = receivers.map(\.user)
            try gateway.createAccounts(users)
            let id = try gateway.createGroup(kind, by: "owner", with: users + ["plain", "mute"])
            try owner.group("mute", id, #"\#(some("mute")), "duration": -1"#)
            for seat in seats {
                let session = try gateway.online(seat.receiver.user)
                try prepare(seat.receiver, session, in: id)
                try settle(seat.receiver, session, pushes)
            }

            let table = try Table(ofTwo: false)
            var used: Set<String> = []
            for post in Post.inGroup {
                let sender = post.isFromLeader ? "owner" : "plain"
                let (names, parameters) = (post.names(users), post.parameters(for: receivers))
                if post.isNotification {
                    try owner.group("setAnnouncement", id, #""announcement": "news""#)
                } else {
                    try (post.isFromLeader ? owner : plain).write(in: id, at: names, parameters)
                }
                let sent = try #require(try owner.history(in: id, #""limit": 1"#).first)
                for index in seats.indices {
                    let user = users[index]
                    used.insert(table.row(of: seats[index].receiver, post))
                    let expected = table.line(of: &seats[index], post, from: sender)
                    let line = try pushes.outcome(of: sent.msgID, in: sent.conversation, for: user)
                    #expect(line == expected, "\(user), \(post)")
                }
                // X-M02: whoever may not speak reaches nobody.
                #expect(try mute.tryToWrite(in: id, at: names, parameters) == "em 215")
            }
            let rows = (3...13).map { $0 < 10 ? "X-M0\($0)" : "X-M\($0)" }
            #expect(used.sorted() == rows.filter { kind == "team" || $0 != "X-M12" })
            for seat in seats {
                let count = try pushes.requests(to: seat.receiver.user).count
                #expect(count == seat.pushed, "\(seat.receiver.user)")
            }
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

/// What a receiver has set.
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

    /// Beside whoever is named with all: a message names 30 at most.
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

    /// T-Q26: between two it is for the other, whoever is named.
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
private struct Seat {
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
    func line(of seat: inout Seat, _ post: Post, from sender: String) -> String {
        let row = row(of: seat.receiver, post)
        if rows[row]!.addsToTotal && post.counts { seat.total += 1 }
        let isForced = post.isForced(for: seat.receiver, between: isOfTwo)
        if let obstacle = obstacle(row, seat.receiver, post), obstacle.isFirm || !isForced {
            return "\(Self.reasons[obstacle.row]!) \(obstacle.row)"
        }
        seat.pushed += 1
        return isForced ? "\(seat.total)! Fire" : "\(seat.total) \(sender):hello"
    }

    /// What the row's cell says; the cells marked with a star yield to a forced push.
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

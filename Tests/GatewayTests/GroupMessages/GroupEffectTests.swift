import Client
import JSON
import Testing

/// Table X-M: what a message in a group does for each member.
struct GroupEffectTests {
    private struct Member: Equatable {
        let isBlocking: Bool
        let option: Int
        /// Whose messages remind: 0 everybody's, 1 nobody's, 2 those of owner and admins.
        let notify: Int

        var user: String { "\(isBlocking ? "b" : "")o\(option)n\(notify)" }

        static let all = [false, true].flatMap { isBlocking in
            (0...4).flatMap { option in
                (0...2).map { Member(isBlocking: isBlocking, option: option, notify: $0) }
            }
        }
    }

    private struct Post {
        enum Naming: CaseIterable {
            case nobody, another, members, all, both
        }

        let naming: Naming
        var counts = true
        var isNotification = false

        /// With `both`, all members but the last are named as well.
        func names(_ members: [Member]) -> [String]? {
            let users = members.map(\.user)
            return switch naming {
            case .nobody: nil
            case .another: ["admin"]
            case .members: users
            case .all: [everyone]
            case .both: users.dropLast() + [everyone]
            }
        }

        /// `atType`.
        func kind(for member: Member, of members: [Member]) -> Int? {
            switch naming {
            case .nobody, .another: nil
            case .members: 1
            case .all: 2
            case .both: member == members.last ? 2 : 3
            }
        }

        var namesMembers: Bool { naming != .nobody && naming != .another }

        static let all =
            [Post(naming: .nobody, isNotification: true)]
            + Naming.allCases.flatMap { [Post(naming: $0), Post(naming: $0, counts: false)] }
    }

    private struct Effect: Equatable {
        var live: Bool
        var last: Bool
        var unread: Int
        var total: Int

        static let nothing = Effect(live: false, last: false, unread: 0, total: 0)
        static let shown = Effect(live: true, last: true, unread: 0, total: 0)
        static let unread = Effect(live: true, last: true, unread: 1, total: 0)
        static let whole = Effect(live: true, last: true, unread: 1, total: 1)
    }

    /// The first that matches holds.
    private static let rows: [(id: String, matches: @Sendable (Member, Post) -> Bool, effect: Effect)] = [
        ("X-M03", { member, _ in member.isBlocking }, .nothing),
        ("X-M04", { member, _ in member.option == 1 }, .nothing),
        ("X-M05", { _, post in post.isNotification }, .shown),
        ("X-M06", { member, post in member.option == 4 && !post.namesMembers }, .nothing),
        ("X-M07", { member, _ in member.option == 4 }, .whole),
        ("X-M08", { member, _ in member.option == 2 }, .unread),
        ("X-M09", { member, post in member.option == 3 && !post.namesMembers }, .unread),
        ("X-M10", { member, _ in member.option == 3 }, .unread),
        ("X-M11", { member, _ in member.notify == 1 }, .whole),
        ("X-M12", { member, _ in member.notify == 2 }, .whole),
        ("X-M13", { member, _ in member.option == 0 && member.notify == 0 }, .whole),
    ]

    private static func row(of member: Member, _ post: Post) -> (id: String, effect: Effect) {
        var (id, _, effect) = rows.first { $0.matches(member, post) }!
        // X-M14 changes the unread cells only.
        if !post.counts { (effect.unread, effect.total) = (0, 0) }
        return (id, effect)
    }

    /// A row of the table, with the other rows of docs/semantics.md that it shows.
    struct TableRow: ShowsRows {
        let rows: String
        let name: String

        var id: String { String(rows.prefix { $0 != "," }) }
    }

    /// For each message, whether the row decides on it for this member.
    private static func messages(of row: TableRow, to member: Member) -> [Bool] {
        Post.all.map { post in
            row.id == "X-M14" ? !post.counts && !member.isBlocking : Self.row(of: member, post).id == row.id
        }
    }

    /// A member with what it has had so far.
    private struct Endpoint {
        let member: Member
        let session: ClientSession
        /// For each message, whether the row of this case decides on it.
        let shown: [Bool]
        var unread = 0
        var total = 0
        var last: String?
        var mentions: [String] = []
    }

    @Test(arguments: [
        TableRow(rows: "X-M03, G-45, G-Q28, X-39", name: "the group is blocked"),
        TableRow(rows: "X-M04, C-15, C-Q11", name: "recvOpt 1"),
        TableRow(rows: "X-M05, T-09, T-Q08, C-Q13", name: "a notification"),
        TableRow(rows: "X-M06, C-Q11", name: "recvOpt 4, not named"),
        TableRow(rows: "X-M07, C-Q12, X-55", name: "recvOpt 4, named"),
        TableRow(rows: "X-M08, C-Q17", name: "recvOpt 2"), TableRow(rows: "X-M09, C-Q17", name: "recvOpt 3, not named"),
        TableRow(rows: "X-M10, C-Q12, X-55", name: "recvOpt 3, named"),
        TableRow(rows: "X-M11, T-51, X-53", name: "notify state None"),
        TableRow(rows: "X-M12, T-51, X-53", name: "notify state OnlyManager"),
        TableRow(rows: "X-M13, C-28, C-29", name: "recvOpt 0, notify state All"),
        TableRow(rows: "X-M14, C-Q10", name: "a message that does not count"),
    ])
    func `X-51, X-52: a message has the effects of the table's row for each member`(row: TableRow) throws {
        // The last is not named with all; it is there for its sake where the row is of one alone.
        let last = Member(isBlocking: true, option: 0, notify: 0)
        let members = Member.all.filter { Self.messages(of: row, to: $0).contains(true) && $0 != last } + [last]
        try #require(members.count > 1)
        try withGroups { gateway in
            var endpoints = try members.map {
                Endpoint(member: $0, session: try gateway.online($0.user), shown: Self.messages(of: row, to: $0))
            }
            let owner = try gateway.online("owner")
            let witness = Witness(try gateway.online("witness"))
            try gateway.createAccounts("admin")
            let id = try owner.createGroup(with: members.map(\.user) + ["witness", "admin"])
            for index in endpoints.indices { try prepare(&endpoints[index], in: id) }
            try witness.waitForRound(in: id)
            for endpoint in endpoints { _ = try endpoint.session.settle() }

            for (number, post) in Post.all.enumerated() {
                if post.isNotification {
                    try owner.group("setAnnouncement", id, #""announcement": "news""#)
                } else {
                    let more = post.counts ? "" : #""shouldBeCounted": false"#
                    try owner.write(in: id, at: post.names(members), more)
                }
                let sent = try #require(try owner.history(in: id).first)
                try witness.waitForRound(in: id)
                for index in endpoints.indices {
                    take(post, sent, from: members, &endpoints[index])
                    let heard = try endpoints[index].session.settle()
                    if endpoints[index].shown[number] { try check(endpoints[index], post, sent, heard, in: id) }
                }
            }
        }
    }

    private func prepare(_ endpoint: inout Endpoint, in id: String) throws {
        let member = endpoint.member
        if member.isBlocking { try endpoint.session.group("block", id) }
        try endpoint.session.setReceiveOption(member.option, in: id)
        try endpoint.session.group("setNotifyState", id, #""state": \#(member.notify)"#)
        endpoint.last = try #require(try endpoint.session.conversation(in: id)).last?.msgID
    }

    /// Adds the effects of the message.
    private func take(_ post: Post, _ sent: Message, from members: [Member], _ endpoint: inout Endpoint) {
        let effect = Self.row(of: endpoint.member, post).effect
        endpoint.unread += effect.unread
        endpoint.total += effect.total
        if effect.last { endpoint.last = sent.msgID }
        // X-55: blocked or recvOpt 1: none.
        if let kind = post.kind(for: endpoint.member, of: members), !endpoint.member.isBlocking,
            endpoint.member.option != 1
        {
            endpoint.mentions.append("\(sent.seq): \(kind)")
        }
    }

    private func check(_ endpoint: Endpoint, _ post: Post, _ sent: Message, _ heard: [ServerEvent], in id: String)
        throws
    {
        let (row, effect) = Self.row(of: endpoint.member, post)
        let what = "\(row): \(endpoint.member.user), \(post)"
        #expect(try heard.messages == (effect.live ? [sent] : []), "\(what)")
        #expect(try endpoint.session.history(in: id).first == sent, "\(what)")
        let conversation = try #require(try endpoint.session.conversation(in: id))
        #expect(conversation.last?.msgID == endpoint.last, "\(what)")
        #expect(conversation.unread == endpoint.unread, "\(what)")
        #expect(conversation.mentions == endpoint.mentions, "\(what)")
        #expect(conversation.option == endpoint.member.option, "\(what)")
        #expect(try endpoint.session.totalUnread() == endpoint.total, "\(what)")
        #expect(try heard.totals == (effect.total == 0 ? [] : [endpoint.total]), "\(what)")
        // The list shows the same as the events.
        let told = try heard.named("conversation.changed").flatMap { try $0.conversations }
        #expect(told == (effect.last ? [conversation] : []), "\(what)")
        #expect(heard.named("conversation.new").isEmpty, "\(what)")
    }
}

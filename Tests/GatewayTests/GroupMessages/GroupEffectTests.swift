import Client
import JSON
import Testing

/// Table X-M: what a message in a group does for each member.
@Suite(.onThreads) struct GroupEffectTests {
    private struct Member {
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

        var names: [String]? {
            let members = Member.all.map(\.user)
            return switch naming {
            case .nobody: nil
            case .another: ["admin"]
            case .members: members
            case .all: [everyone]
            case .both: Array(members.dropLast()) + [everyone]
            }
        }

        /// `atType`.
        func kind(for member: Member) -> Int? {
            switch naming {
            case .nobody, .another: nil
            case .members: 1
            case .all: 2
            case .both: member.user == Member.all.last!.user ? 2 : 3
            }
        }

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
        ("X-M06", { member, post in member.option == 4 && post.kind(for: member) == nil }, .nothing),
        ("X-M07", { member, _ in member.option == 4 }, .whole),
        ("X-M08", { member, _ in member.option == 2 }, .unread),
        ("X-M09", { member, post in member.option == 3 && post.kind(for: member) == nil }, .unread),
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

    /// A member with what it has had so far.
    private struct Seat {
        let member: Member
        let session: ClientSession
        var unread = 0
        var total = 0
        var last: String?
        var mentions: [String] = []
    }

    @Test
    func
        `X-M03, X-M04, X-M05, X-M06, X-M07, X-M08, X-M09, X-M10, X-M11, X-M12, X-M13, X-M14, X-39, X-51, X-52, X-53, X-55, T-09, T-51, T-Q08, C-15, C-28, C-29, C-Q10, C-Q11, C-Q12, C-Q13, C-Q17, G-45, G-Q28: every message does for every member what the table says`()
        throws
    {
        try withGroups { gateway in
            let users = Member.all.map(\.user)
            var seats = try Member.all.map { Seat(member: $0, session: try gateway.online($0.user)) }
            let owner = try gateway.online("owner")
            let witness = Witness(try gateway.online("witness"))
            try gateway.createAccounts("admin")
            let id = try owner.createGroup(with: users + ["witness", "admin"])
            for index in seats.indices { try prepare(&seats[index], in: id) }
            try witness.waitForRound(in: id)
            for seat in seats { _ = try seat.session.settle() }

            var used: Set<String> = []
            for post in Post.all {
                if post.isNotification {
                    try owner.group("setAnnouncement", id, #""announcement": "news""#)
                } else {
                    try owner.write(in: id, at: post.names, post.counts ? "" : #""shouldBeCounted": false"#)
                }
                let sent = try #require(try owner.history(in: id).first)
                try witness.waitForRound(in: id)
                for index in seats.indices {
                    used.insert(Self.row(of: seats[index].member, post).id)
                    try check(&seats[index], post, sent, in: id)
                }
            }
            #expect(used.sorted() == Self.rows.map(\.id))
        }
    }

    private func prepare(_ seat: inout Seat, in id: String) throws {
        let member = seat.member
        if member.isBlocking { try seat.session.group("block", id) }
        try seat.session.setReceiveOption(member.option, in: id)
        try seat.session.group("setNotifyState", id, #""state": \#(member.notify)"#)
        seat.last = try #require(try seat.session.conversation(in: id)).last?.msgID
    }

    private func check(_ seat: inout Seat, _ post: Post, _ sent: Message, in id: String) throws {
        let (row, effect) = Self.row(of: seat.member, post)
        let what = "\(row): \(seat.member.user), \(post)"
        seat.unread += effect.unread
        seat.total += effect.total
        if effect.last { seat.last = sent.msgID }
        // X-55: blocked or recvOpt 1: none.
        if let kind = post.kind(for: seat.member), !seat.member.isBlocking, seat.member.option != 1 {
            seat.mentions.append("\(sent.seq): \(kind)")
        }
        let heard = try seat.session.settle()
        #expect(try heard.messages == (effect.live ? [sent] : []), "\(what)")
        #expect(try seat.session.history(in: id).first == sent, "\(what)")
        let conversation = try #require(try seat.session.conversation(in: id))
        #expect(conversation.last?.msgID == seat.last, "\(what)")
        #expect(conversation.unread == seat.unread, "\(what)")
        #expect(conversation.mentions == seat.mentions, "\(what)")
        #expect(conversation.option == seat.member.option, "\(what)")
        #expect(try seat.session.totalUnread() == seat.total, "\(what)")
        #expect(try heard.totals == (effect.total == 0 ? [] : [seat.total]), "\(what)")
        // What the list tells is what was told.
        let told = try heard.named("conversation.changed").flatMap { try $0.conversations }
        #expect(told == (effect.last ? [conversation] : []), "\(what)")
        #expect(heard.named("conversation.new").isEmpty, "\(what)")
    }
}

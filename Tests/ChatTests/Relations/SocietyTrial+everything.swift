import Domain
import Storage

@testable import Chat

extension SocietyTrial {
    /// Each user's lists, walked in pages of any size, and what `session.open` says. Looking tells nobody anything.
    mutating func compareEverything() throws {
        for user in society.members.keys.sorted() {
            guard society.isThere(user) else {
                try same(keeping.chat.accountView(UserID(user)!) == nil, true, "whether \(user) is gone")
                continue
            }
            let number = try keeping.number(of: user)
            try compareProfile(of: user)
            try same(friends(of: user, number), society.friends(of: user), "the friends of \(user)")
            try compareGroups(of: user, number)
            let blacklist = try RelationQueries.blacklist(of: number, in: keeping.chat.store)
            try same(blacklist.version, society.members[user]!.version, "the version of the blacklist of \(user)")
            let blocked = blacklist.items.map { Society.BlockedFace(user: $0.user, since: $0.addedAt) }
            try same(blocked, society.blacklist(of: user), "the blacklist of \(user)")
            try compareAskings(of: user, number)
            guard society.canAct(user) else { continue }
            try compareChats(of: user, number)
            let login = try keeping.chat.logIn(UserID(user)!, device: "d", resuming: nil)
            try same(Society.LoginFace(login), society.login(of: user, from: nil), "how \(user) stands")
        }
        try same(tell(), [:], "what is told of looking")
        try checkRows()
    }

    private func compareProfile(of user: String) throws {
        let view = try ProfileView.find(user, in: keeping.chat.store)!
        let (nickname, faceURL, profile) = society.profile(of: user)
        try same(Spelling(view.nickname), nickname, "the nickname of \(user)")
        try same(Spelling(view.faceURL), faceURL, "the avatar of \(user)")
        try same(view.profile, profile, "the profile of \(user)")
        let account = try keeping.chat.accountView(UserID(user)!)!
        try same(Spelling(account.nickname), nickname, "the nickname of \(user) in memory")
    }

    private mutating func friends(of user: String, _ number: Int64) throws -> [Society.FriendFace] {
        var friends: [Society.FriendFace] = []
        var page: FriendList
        repeat {
            page = try FriendList(
                of: number, after: friends.last?.user ?? "", count: dice.number(1...5), bytes: dice.number(1...9_000),
                in: keeping.chat.store)
            friends += page.friends.map(Society.FriendFace.init)
            try same(page.version, society.members[user]!.version, "the version of the friends of \(user)")
        } while !page.next.isEmpty
        let users = society.members.keys.sorted()
        let some = try FriendList.some(users, of: number, bytes: .max, in: keeping.chat.store)
        try same(
            some.friends.map(Society.FriendFace.init).map(\.user),
            users.filter(society.members[user]!.friends.keys.contains), "the friends of \(user) by name")
        return friends
    }

    private mutating func compareGroups(of user: String, _ number: Int64) throws {
        let expected = society.groups(of: user)
        var groups: [Society.GroupFace] = []
        var page: RelationQueries.Page<FriendGroupView>
        repeat {
            page = try RelationQueries.groups(
                of: number, named: nil, after: groups.count, bytes: dice.number(1...900), in: keeping.chat.store)
            groups += page.items.map(Society.GroupFace.init)
            try same(page.version, society.members[user]!.version, "the version of the groups of \(user)")
        } while !page.isLast && !page.items.isEmpty
        try same(groups, expected, "the friend groups of \(user)")
        let named = try RelationQueries.groups(
            of: number, named: ["\u{E9}", "work", "none"], after: 0, bytes: .max, in: keeping.chat.store)
        try same(
            named.items.map(Society.GroupFace.init), expected.filter { ["\u{E9}", "work"].contains($0.name) },
            "some friend groups of \(user)")
    }

    private mutating func compareAskings(of user: String, _ number: Int64) throws {
        let type = dice.number(1...3)
        let seq = society.members[user]!.askingSeq
        var cursor: Int64 = 0
        var faces: [Society.AskingFace] = []
        repeat {
            let list = try FriendRequestList(
                of: number, incoming: type != 2, outgoing: type != 1, seq: seq + 1, cursor: cursor,
                count: dice.number(1...3), now: keeping.now, in: keeping.chat.store)
            try same(list.seq, seq, "the seq of the requests of \(user)")
            try same(list.unread, society.unreadAskings(of: user), "the unread requests of \(user)")
            faces += list.requests.map(Society.AskingFace.init)
            cursor = list.next
        } while cursor != 0
        let expected = society.askings(of: user).map(\.face).filter { type & ($0.isOutgoing ? 2 : 1) != 0 }
        try same(faces, expected, "the requests of \(user)")
    }

    private func compareChats(of user: String, _ number: Int64) throws {
        let found = try keeping.chat.list(of: number, after: 0, count: 100).conversations.map(ConversationFace.init)
        try same(found, society.list(of: user).map { society.face(of: user, with: $0) }, "the conversations of \(user)")
    }
}

import Domain
import Storage

@testable import Chat

extension RelationModelTest {
    /// Each user's lists, walked in pages of any size, and what `session.open` says. Looking tells nobody anything.
    mutating func compareEverything() throws {
        for user in model.members.keys.sorted() {
            guard model.isThere(user) else {
                try same(
                    harness.chat.accountAdministration.accountView(UserID(user)!) == nil, true,
                    "whether \(user) is gone")
                continue
            }
            let number = try harness.number(of: user)
            try compareProfile(of: user)
            try same(friends(of: user, number), model.friends(of: user), "the friends of \(user)")
            try compareGroups(of: user, number)
            let blacklist = try RelationQueries.blacklist(of: number, in: harness.chat.work.store)
            try same(blacklist.version, model.members[user]!.version, "the version of the blacklist of \(user)")
            let blocked = blacklist.items.map { RelationModel.BlockedSnapshot(user: $0.user, since: $0.addedAt) }
            try same(blocked, model.blacklist(of: user), "the blacklist of \(user)")
            try compareAskings(of: user, number)
            guard model.canAct(user) else { continue }
            try compareChats(of: user, number)
            let login = try harness.chat.devices.logIn(UserID(user)!, device: "d", issuedAt: .max, resuming: nil)
            try same(RelationModel.LoginSnapshot(login), model.login(of: user, from: nil), "how \(user) stands")
        }
        try same(tell(), [:], "what is told of looking")
        try checkRows()
    }

    private func compareProfile(of user: String) throws {
        let view = try ProfileView.find(user, in: harness.chat.work.store)!
        let (nickname, faceURL, profile) = model.profile(of: user)
        try same(Spelling(view.nickname), nickname, "the nickname of \(user)")
        try same(Spelling(view.faceURL), faceURL, "the avatar of \(user)")
        try same(view.profile, profile, "the profile of \(user)")
        let account = try harness.chat.accountAdministration.accountView(UserID(user)!)!
        try same(Spelling(account.nickname), nickname, "the nickname of \(user) in memory")
    }

    private mutating func friends(of user: String, _ number: AccountNumber) throws -> [RelationModel.FriendSnapshot] {
        var friends: [RelationModel.FriendSnapshot] = []
        var page: FriendList
        repeat {
            page = try FriendList(
                of: number, after: friends.last?.user ?? "", count: dice.number(1...5), bytes: dice.number(1...9_000),
                in: harness.chat.work.store)
            friends += page.friends.map(RelationModel.FriendSnapshot.init)
            try same(page.version, model.members[user]!.version, "the version of the friends of \(user)")
        } while !page.next.isEmpty
        let users = model.members.keys.sorted()
        let some = try FriendList.some(users, of: number, bytes: .max, in: harness.chat.work.store)
        try same(
            some.friends.map(RelationModel.FriendSnapshot.init).map(\.user),
            users.filter(model.members[user]!.friends.keys.contains), "the friends of \(user) by name")
        return friends
    }

    private mutating func compareGroups(of user: String, _ number: AccountNumber) throws {
        let expected = model.groups(of: user)
        var groups: [RelationModel.FriendGroupSnapshot] = []
        var page: RelationQueries.Page<FriendGroupView>
        repeat {
            page = try RelationQueries.groups(
                of: number, named: nil, after: groups.count, bytes: dice.number(1...900), in: harness.chat.work.store)
            groups += page.items.map(RelationModel.FriendGroupSnapshot.init)
            try same(page.version, model.members[user]!.version, "the version of the groups of \(user)")
        } while !page.isLast && !page.items.isEmpty
        try same(groups, expected, "the friend groups of \(user)")
        let named = try RelationQueries.groups(
            of: number, named: ["\u{E9}", "work", "none"], after: 0, bytes: .max, in: harness.chat.work.store)
        try same(
            named.items.map(RelationModel.FriendGroupSnapshot.init),
            expected.filter { ["\u{E9}", "work"].contains($0.name) },
            "some friend groups of \(user)")
    }

    private mutating func compareAskings(of user: String, _ number: AccountNumber) throws {
        let type = dice.number(1...3)
        let seq = model.members[user]!.askingSeq
        var cursor: Stamp = 0
        var snapshots: [RelationModel.RequestSnapshot] = []
        repeat {
            let list = try FriendRequestList(
                of: number, incoming: type != 2, outgoing: type != 1, seq: seq + 1, cursor: cursor,
                count: dice.number(1...3), now: harness.now, in: harness.chat.work.store)
            try same(list.seq, seq, "the seq of the requests of \(user)")
            try same(list.unread, model.unreadAskings(of: user), "the unread requests of \(user)")
            snapshots += list.requests.map(RelationModel.RequestSnapshot.init)
            cursor = list.next
        } while cursor != 0
        let expected = model.askings(of: user).map(\.face).filter { type & ($0.isOutgoing ? 2 : 1) != 0 }
        try same(snapshots, expected, "the requests of \(user)")
    }

    private func compareChats(of user: String, _ number: AccountNumber) throws {
        let found = try harness.chat.conversationLists.list(of: number, after: 0, count: 100).conversations.map(
            ConversationSnapshot.init)
        try same(found, model.list(of: user).map { model.face(of: user, with: $0) }, "the conversations of \(user)")
    }
}

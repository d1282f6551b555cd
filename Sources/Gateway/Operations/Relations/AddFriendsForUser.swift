import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.friend.add`.
enum AddFriendsForUser: AdminOperation {
    static let declaration = Operation.relation(
        "admin.friend.add", "Adds friends in the name of a user, or asks them. The rate is not limited.",
        roles: .admin,
        [
            AdminRelationParameters.user.description, newFriends.description, FriendParameters.addType.description,
            isForced.description,
        ],
        result: [RelationParameters.results("those of `friend.add`; 30003 also for the user itself")],
        errors: [.unknownUser, .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName])

    /// A friend to add, with all that `friend.add` takes.
    private struct NewFriend: Sendable {
        let user: String
        let remark: String
        let wording: String
        let source: String
        let group: String
    }

    private static let newFriends = AdminRelationParameters.entries(
        "friends",
        [
            FriendParameters.remark.description, FriendParameters.wording.description,
            FriendParameters.source.description, FriendParameters.group.description,
        ], "The users to add. Only `userID` is required."
    ) { user, entry throws(Refusal) in
        NewFriend(
            user: user, remark: try FriendParameters.remark.read(entry, else: .friendParameters),
            wording: try FriendParameters.wording.read(entry, else: .friendParameters),
            source: try FriendParameters.source.read(entry, else: .friendParameters),
            group: try FriendParameters.group.read(entry, else: .friendParameters))
    }
    private static let isForced = Parameter.flag(
        "force", standard: false,
        "True: nobody is asked, whatever the others' `allowType` is, and a barred user can add friends too."
    )

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationParameters.user)
        let isMutual = try request(FriendParameters.addType) == 2
        let drafts = try request(newFriends).map { friend in
            let draft = FriendRequestDraft(
                remark: friend.remark, wording: friend.wording, source: friend.source, group: friend.group,
                isMutual: isMutual)
            return (friend.user, draft)
        }
        let isForced = try request(Self.isForced)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friends.addFriends(drafts, isForced: isForced, of: user)
            json.results(results)
        }
    }
}

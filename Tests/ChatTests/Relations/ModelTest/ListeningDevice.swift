import ClientProtocol
import Domain
import Storage

@testable import Chat

/// A device that has read its user's friends once, and asks for what has changed since (R-Q58).
struct ListeningDevice {
    private var version: Int64?
    private var friends: [String: RelationModel.FriendSnapshot] = [:]
    private var groups: [Spelling] = []
    private var blocked: [RelationModel.BlockedSnapshot] = []

    /// Asks, page by page, and then must have all that there is. `mayForget`: the gateway does not have to know.
    mutating func ask(
        _ user: String, _ number: AccountNumber, _ model: RelationModel, count: Int, in store: any Transaction
    )
        throws
    {
        do {
            try read(number, count, in: store)
        } catch {
            guard let refusal = error.refusal else { throw error }
            guard refusal.code == .resyncRequired, model.options.formerFriends < 100 else {
                throw CommandError.refused(refusal)
            }
            self = ListeningDevice()
            try read(number, count, in: store)
        }
        // Groups come with the list of groups alone, and profiles by events.
        let now = model.friends(of: user)
        let known = now.compactMap { face in
            friends[face.user].map { known in
                var known = known
                (known.nickname, known.faceURL, known.profile) = (face.nickname, face.faceURL, face.profile)
                return known
            }
        }
        try same(Set(friends.keys), Set(now.map(\.user)), "whom the device of \(user) has")
        if hasReadGroups {
            groups = model.members[user]!.groups
            friends = Dictionary(uniqueKeysWithValues: now.map { ($0.user, $0) })
        } else {
            try same(known, now, "what the device of \(user) has")
            try same(groups, model.members[user]!.groups, "the groups that the device of \(user) has")
        }
        if hasReadBlacklist {
            blocked = model.blacklist(of: user)
        } else {
            try same(blocked, model.blacklist(of: user), "the blacklist that the device of \(user) has")
        }
    }

    private var hasReadGroups = false
    private var hasReadBlacklist = false

    private mutating func read(_ number: AccountNumber, _ count: Int, in store: any Transaction) throws {
        (hasReadGroups, hasReadBlacklist) = (version == nil, version == nil)
        var next = ""
        var newVersion: Int64?
        repeat {
            let list = try FriendList(of: number, after: next, count: count, bytes: .max, since: version, in: store)
            for friend in list.friends.map(RelationModel.FriendSnapshot.init) { friends[friend.user] = friend }
            for user in list.deleted {
                guard friends.removeValue(forKey: user) != nil || version != nil else {
                    throw Difference(description: "\(user) is deleted of the whole list")
                }
            }
            newVersion = newVersion ?? list.version
            if version != nil {
                hasReadGroups = list.groupsChanged
                hasReadBlacklist = list.blacklistChanged
            }
            next = list.next
        } while !next.isEmpty
        version = newVersion
    }
}

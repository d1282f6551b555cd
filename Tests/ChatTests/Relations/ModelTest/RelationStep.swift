import Chat
import Domain

/// One thing that a user may do.
enum RelationStep {
    case add(String, String, FriendRequestDraft)
    case deleteFriends(String, [String], bothWays: Bool)
    case respond(String, String, FriendResponse, remark: String)
    case check(String, [String], bothWays: Bool)
    case modify(String, String, FriendChange)
    case createGroups(String, [Spelling], [String])
    case deleteGroups(String, [Spelling])
    case changeGroup(String, Spelling, [String], isAdding: Bool)
    case renameGroup(String, Spelling, Spelling)
    case block(String, [String], keepsFriends: Bool)
    case unblock(String, [String])
    case deleteAskings(String, [String], outgoing: Bool)
    case reportAskings(String, upTo: Seconds)
    /// The next page of the walk through the requests that the user is on.
    case walkAskings(String, count: Int)
    case changeProfile(String, ProfileChange)
    /// The user's device asks what has changed in its lists.
    case ask(String, count: Int)
    // By an administrator.
    case addFriends(String, [(String, FriendRequestDraft)], isForced: Bool)
    case importFriends(String, [ImportedFriend])
    case importBlacklist(String, [(String, Seconds?)], keepsFriends: Bool)
    case update(String, ProfileChange)
    case create(String)
    case deleteAccount(String)
    case bar(String, Bool)
    case disable(String, Bool)
    case send(String, Draft)
    case markRead(String, String)
    case receipt(String, String, Milliseconds)
    case logIn(String, from: Seq?)
    case events(String, after: Seq, limit: Int)
    /// To the end of the batch.
    case commit
    case rollBack
    case restart
}

extension RelationStep {
    /// Whose devices the state answer: nobody's who has no account.
    var caller: String? {
        switch self {
        case .add(let name, _, _), .deleteFriends(let name, _, _), .respond(let name, _, _, _), .check(let name, _, _),
            .modify(let name, _, _), .createGroups(let name, _, _), .deleteGroups(let name, _),
            .changeGroup(let name, _, _, _), .renameGroup(let name, _, _), .block(let name, _, _),
            .unblock(let name, _), .deleteAskings(let name, _, _), .reportAskings(let name, _),
            .changeProfile(let name, _), .send(let name, _), .markRead(let name, _), .receipt(let name, _, _),
            .events(let name, _, _):
            name
        case .walkAskings, .ask, .addFriends, .importFriends, .importBlacklist, .update, .create, .deleteAccount, .bar,
            .disable, .logIn, .commit, .rollBack, .restart:
            nil
        }
    }

    /// Without the state: nobody asks there whether the caller may.
    var isOnlyRead: Bool {
        if case .check = self { true } else { false }
    }

    /// Whom it is about, in its order.
    var others: [String] {
        switch self {
        case .deleteFriends(_, let others, _), .block(_, let others, _): others
        case .addFriends(_, let requestDrafts, _): requestDrafts.map(\.0)
        case .importFriends(_, let entries): entries.map(\.user)
        case .importBlacklist(_, let entries, _): entries.map(\.0)
        default: []
        }
    }
}

extension RelationStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .add(let name, let other, let requestDraft): "\(name) adds \(other), \(requestDraft)"
        case .deleteFriends(let name, let others, let bothWays):
            "\(name) deletes \(others)\(bothWays ? " both ways" : "")"
        case .respond(let name, let other, let response, let remark):
            "\(name) answers \(other): \(response), remark \(Spelling(remark))"
        case .check(let name, let others, let bothWays): "\(name) checks \(others)\(bothWays ? " both ways" : "")"
        case .modify(let name, let other, let change): "\(name) changes \(other): \(change)"
        case .createGroups(let name, let groups, let others): "\(name) makes the groups \(groups) with \(others)"
        case .deleteGroups(let name, let groups): "\(name) deletes the groups \(groups)"
        case .changeGroup(let name, let group, let others, let isAdding):
            "\(name) \(isAdding ? "adds to" : "removes from") \(group) \(others)"
        case .renameGroup(let name, let group, let newName): "\(name) renames \(group) to \(newName)"
        case .block(let name, let others, let keepsFriends):
            "\(name) blocks \(others)\(keepsFriends ? ", friends or not" : "")"
        case .unblock(let name, let others): "\(name) unblocks \(others)"
        case .deleteAskings(let name, let others, let outgoing):
            "\(name) deletes the requests \(outgoing ? "to" : "from") \(others)"
        case .reportAskings(let name, let time): "\(name) has read the requests up to \(time)"
        case .walkAskings(let name, let count): "\(name) walks on by \(count) requests"
        case .ask(let name, let count): "the device of \(name) asks what has changed, \(count) at a time"
        case .addFriends(let name, let requestDrafts, let isForced):
            "\(name) is made to add \(requestDrafts)\(isForced ? ", like it or not" : "")"
        case .importFriends(let name, let entries): "\(name) is given the friends \(entries)"
        case .importBlacklist(let name, let entries, let keepsFriends):
            "\(name) is given the blocked \(entries)\(keepsFriends ? ", friends or not" : "")"
        case .changeProfile(let name, let change): "\(name) changes itself: \(change)"
        case .update(let name, let change): "\(name) is changed: \(change)"
        case .create(let name): "\(name) is made"
        case .deleteAccount(let name): "\(name) goes"
        case .bar(let name, let isBarred): "\(name) \(isBarred ? "may not" : "may") add"
        case .disable(let name, let isDisabled): "\(name) is \(isDisabled ? "disabled" : "enabled")"
        case .send(let name, let draft): "\(name) sends \(draft.target) \(draft.clientID)"
        case .markRead(let name, let peer): "\(name) reads \(peer)"
        case .receipt(let name, let peer, let time): "\(name) tells \(peer) to have read up to \(time)"
        case .logIn(let name, let position): "\(name) comes, with \(position.map(String.init) ?? "nothing")"
        case .events(let name, let position, let limit): "\(name) asks for \(limit) events after \(position)"
        case .commit: "commit"
        case .rollBack: "roll back"
        case .restart: "restart"
        }
    }
}

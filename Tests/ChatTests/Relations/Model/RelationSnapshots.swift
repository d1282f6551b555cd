import Domain

@testable import Chat

extension RelationModel {
    ///
    struct FriendSnapshot: Equatable {
        var user: String
        var friend: Friend
        /// In the order of their creation.
        var groups: [Spelling]
        var nickname: Spelling
        var faceURL: Spelling
        var profile: Profile
    }

    /// R-Q47.
    struct FriendGroupSnapshot: Equatable {
        var name: Spelling
        var friends: [String]
    }

    /// R-Q48: what became of a user's groups.
    struct FriendGroupsSnapshot: Equatable {
        struct Friends: Equatable {
            var added: [String] = []
            var removed: [String] = []
        }

        var version: Int64 = 0
        var created: [Spelling] = []
        var deleted: [Spelling] = []
        /// From, to.
        var renamed: [Spelling] = []
        var changed: [Spelling: Friends] = [:]
    }

    /// R-Q43.
    struct BlockedSnapshot: Equatable {
        var user: String
        var since: Seconds
    }

    ///
    struct RequestSnapshot: Equatable {
        var user: String
        var nickname: Spelling
        var wording: String
        var source: String
        var addedAt: Seconds
        var isOutgoing: Bool
    }

    /// The streams and relations in the reply to `session.open`.
    struct LoginSnapshot: Equatable {
        var streamSeq: Seq
        var total: Int64
        var version: Int64
        var askingSeq: Seq
        var unreadAskings: Int64
        var missed: [ObservedRelationEvent]?
        var isReset = false
    }
}

// MARK: - As the model has them

extension RelationModel {
    func profile(of name: String) -> (nickname: Spelling, faceURL: Spelling, profile: Profile) {
        (members[name]!.nickname, members[name]!.faceURL, members[name]!.profile)
    }

    /// R-Q11: in the order of their bytes.
    func friends(of name: String) -> [FriendSnapshot] {
        members[name]!.friends.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }.map {
            other, friend in
            let (nickname, faceURL, profile) = profile(of: other)
            return FriendSnapshot(
                user: other, friend: friend, groups: members[name]!.groups.filter(friend.groups.contains),
                nickname: nickname, faceURL: faceURL, profile: profile)
        }
    }

    func groups(of name: String) -> [FriendGroupSnapshot] {
        let friends = friends(of: name)
        return members[name]!.groups.map { group in
            FriendGroupSnapshot(name: group, friends: friends.filter { $0.groups.contains(group) }.map(\.user))
        }
    }

    /// R-Q11: the newest first, then by id.
    func blacklist(of name: String) -> [BlockedSnapshot] {
        let snapshots = members[name]!.blocked.map { BlockedSnapshot(user: $0, since: $1) }
        return snapshots.sorted { ($1.since, $0.user) < ($0.since, $1.user) }
    }

    /// R-Q11: the newest first, then by id; of one and the same, the one that came in first.
    func askings(of name: String) -> [(face: RequestSnapshot, serial: Int)] {
        let both = members[name]!.askedBy.map { ($0, false) } + members[name]!.asked.map { ($0, true) }
        let snapshots = both.map { asking, isOutgoing in
            let face = RequestSnapshot(
                user: asking.other, nickname: members[asking.other]!.nickname, wording: asking.wording,
                source: asking.source, addedAt: asking.addedAt, isOutgoing: isOutgoing)
            return (face: face, serial: asking.serial)
        }
        return snapshots.sorted { $0.face.precedes($1.face) }
    }
}

extension RelationModel.RequestSnapshot {
    fileprivate func precedes(_ other: RelationModel.RequestSnapshot) -> Bool {
        if addedAt != other.addedAt { return addedAt > other.addedAt }
        if user != other.user { return user < other.user }
        return !isOutgoing && other.isOutgoing
    }
}

// MARK: - From the state

extension RelationModel.FriendSnapshot {
    init(_ view: FriendView) {
        let groups = view.groups.map { Spelling($0) }
        self.init(
            user: view.profile.id.text,
            friend: RelationModel.Friend(
                since: view.addedAt, remark: Spelling(view.remark), wording: view.wording, source: view.source,
                groups: Set(groups), custom: view.custom),
            groups: groups, nickname: Spelling(view.profile.nickname), faceURL: Spelling(view.profile.faceURL),
            profile: view.profile.profile)
    }
}

extension RelationModel.FriendGroupSnapshot {
    init(_ view: FriendGroupView) {
        self.init(name: Spelling(view.name), friends: view.friends)
    }
}

extension RelationModel.FriendGroupsSnapshot {
    init(_ change: FriendGroupChanged) {
        version = change.version
        created = change.created.map { Spelling($0) }
        deleted = change.deleted.map { Spelling($0) }
        renamed = change.renamed.map { [Spelling($0.from), Spelling($0.to)] } ?? []
        for group in change.changed {
            precondition(changed[Spelling(group.name)] == nil, "\(group.name) comes twice")
            changed[Spelling(group.name)] = Friends(added: group.added, removed: group.removed)
        }
    }
}

extension RelationModel.RequestSnapshot {
    init(_ view: FriendRequestView) {
        self.init(
            user: view.user, nickname: Spelling(view.nickname), wording: view.wording, source: view.source,
            addedAt: view.addedAt, isOutgoing: view.isOutgoing)
    }
}

extension RelationModel.LoginSnapshot {
    init(_ login: Login) {
        self.init(
            streamSeq: login.streamSeq, total: login.total, version: login.relations.version,
            askingSeq: login.relations.requestSeq, unreadAskings: login.relations.unreadRequests)
        switch login.resumption?.user.verdict {
        case .recovered(let events): missed = events.map(ObservedRelationEvent.init)
        case .reset: isReset = true
        case .gap, nil: break
        }
    }
}

extension RelationModel.Result {
    init(_ result: UserResult) {
        self.init(user: result.user, error: result.error, remark: result.remark)
    }
}

extension ObservedRelationEvent {
    init(_ event: StreamEvent) {
        switch event.content {
        case let told as FriendChanged:
            self = .relation(told.change, users: told.users, version: told.version, seq: event.seq)
        case let told as ProfileChanged: self = .profile(told.user.text, seq: event.seq)
        case let told as ReceiptNew:
            self = .receipt(from: told.conversation.description, time: told.time, seq: event.seq)
        case let told as ConversationNew:
            self = .conversation(ConversationSnapshot(told.conversation), isNew: true, seq: event.seq)
        case let told as ConversationChanged:
            self = .conversation(ConversationSnapshot(told.conversations[0]), isNew: false, seq: event.seq)
        default: preconditionFailure("nobody makes a group or follows anybody here")
        }
    }

    /// Nil: what must not be.
    init?(_ effect: ChatEffect) {
        guard let event = effect.event else {
            guard case .accountEnded = effect else { return nil }
            self = .ended
            return
        }
        switch (event.content, event.seq) {
        case (let told as MessageNew, nil):
            self = .message(MessageSnapshot(told.view), sparesOrigin: event.sparesOrigin)
        case (let told as FriendChanged, nil):
            guard told.isOwn, event.sparesOrigin else { return nil }
            self = .own(told.change, users: told.users, version: told.version, unread: told.unreadRequests)
        case (let told as FriendGroupChanged, nil):
            guard event.sparesOrigin else { return nil }
            self = .ownGroups(RelationModel.FriendGroupsSnapshot(told))
        case _ where event.sparesOrigin: return nil
        case (let told as FriendChanged, let seq?):
            guard !told.isOwn, told.unreadRequests == nil else { return nil }
            self = .relation(told.change, users: told.users, version: told.version, seq: seq)
        case (let told as ProfileChanged, let seq?): self = .profile(told.user.text, seq: seq)
        case (let told as ReceiptNew, let seq?):
            self = .receipt(from: told.conversation.description, time: told.time, seq: seq)
        case (let told as ConversationNew, let seq):
            self = .conversation(ConversationSnapshot(told.conversation), isNew: true, seq: seq)
        case (let told as ConversationChanged, let seq):
            guard told.conversations.count == 1 else { return nil }
            self = .conversation(ConversationSnapshot(told.conversations[0]), isNew: false, seq: seq)
        case (let told as ConversationTotalUnreadChanged, nil): self = .total(told.total)
        default: return nil
        }
    }

    /// As it is told again: without what was only true when it happened.
    var again: ObservedRelationEvent {
        guard case .relation(let change, let users, _, let seq) = self else { return self }
        return .relation(change, users: users, version: nil, seq: seq)
    }

    /// its place in the stream.
    var seq: Seq? {
        switch self {
        case .relation(_, _, _, let seq), .profile(_, let seq), .receipt(_, _, let seq): seq
        case .conversation(_, _, let seq): seq
        case .own, .ownGroups, .message, .total, .ended: nil
        }
    }
}

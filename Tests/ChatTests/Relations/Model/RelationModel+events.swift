import Chat
import Domain

/// An event on a member's devices.
enum ObservedRelationEvent: Equatable {
    /// R-121, in the stream.
    case relation(RelationChange, users: String, version: Int64?, seq: Seq)
    /// X-06: to those that did not do it.
    case own(RelationChange, users: String, version: Int64?, unread: Int64?)
    case ownGroups(RelationModel.FriendGroupsSnapshot)
    case profile(String, seq: Seq)
    case message(MessageSnapshot, sparesOrigin: Bool)
    case receipt(from: String, time: Milliseconds, seq: Seq)
    case conversation(ConversationSnapshot, isNew: Bool, seq: Seq?)
    case total(Int64)
    case ended
}

extension RelationModel {
    /// The events of an act, by member, until they are told.
    struct PendingEvents {
        /// Of each kind once, in the order in which they came up.
        var relations: [String: [(change: RelationChange, mentions: [String])]] = [:]
        var own: [String: [(change: RelationChange, users: String, unread: Int64?)]] = [:]
        var groups: [String: FriendGroupsSnapshot] = [:]
        var profiles: [(of: String, to: String)] = []
        /// Events that come after all these.
        var later: [String: [ObservedRelationEvent]] = [:]
        /// The users whom the act is about, in its order.
        var order: [String] = []
    }

    mutating func tell(_ name: String, _ change: RelationChange, _ mention: String) {
        var told = pendingEvents.relations[name] ?? []
        if let index = told.firstIndex(where: { $0.change == change }) {
            told[index].mentions.append(mention)
        } else {
            told.append((change, [mention]))
        }
        pendingEvents.relations[name] = told
    }

    mutating func tellOwn(_ name: String, _ change: RelationChange, _ others: [String], type: Int? = nil) {
        guard !others.isEmpty else { return }
        pendingEvents.own[name, default: []].append(
            (change, Self.users(others.map { Self.mention($0, type: type) }), nil))
    }

    /// R-Q48: the friend has come into the group, or left it, and is still a friend.
    mutating func tellGroup(_ name: String, _ group: Spelling, _ other: String, isIn: Bool) {
        var groups = pendingEvents.groups[name] ?? FriendGroupsSnapshot()
        var changed = groups.changed[group] ?? FriendGroupsSnapshot.Friends()
        if isIn { changed.added.append(other) } else { changed.removed.append(other) }
        groups.changed[group] = changed
        pendingEvents.groups[name] = groups
    }

    /// `type`: which of the two lists of requests it is about, as the one who is told has them.
    static func mention(_ name: String, asking: Asking? = nil, type: Int? = nil) -> String {
        var members = ["\"userID\":\"\(name)\""]
        if let asking {
            members += ["\"addWording\":\"\(asking.wording)\"", "\"addSource\":\"\(asking.source)\""]
        }
        if let type { members.append("\"pendencyType\":\(type)") }
        return "{\(members.joined(separator: ","))}"
    }

    static func users(_ mentions: [String]) -> String { "[\(mentions.joined(separator: ","))]" }

    /// Notes something in the member's stream, and returns its seq.
    mutating func note(_ content: Happening.Content, for name: String) -> Seq {
        // Of each conversation the stream has one receipt.
        if case .receipt(let peer, _) = content {
            members[name]!.happenings.removeAll { happening in
                if case .receipt(peer, _) = happening.content { true } else { false }
            }
        }
        members[name]!.streamSeq += 1
        members[name]!.happenings.append(Happening(seq: members[name]!.streamSeq, content: content))
        return members[name]!.streamSeq
    }

    /// Ends an act: the events of each member, in the order of X-09. `former`: the state before.
    mutating func conclude(since former: RelationModel) -> [String: [ObservedRelationEvent]] {
        countChanges(since: former)
        var told: [String: [ObservedRelationEvent]] = [:]
        for name in members.keys where isThere(name) { told[name] = observed(for: name, since: former) }
        for (name, member) in former.members where member.isThere && !isThere(name) { told[name] = [.ended] }
        pendingEvents = PendingEvents()
        return told.filter { !$0.value.isEmpty }
    }

    private mutating func observed(for name: String, since former: RelationModel) -> [ObservedRelationEvent] {
        var told: [ObservedRelationEvent] = []
        for (change, mentions) in pendingEvents.relations[name] ?? [] {
            let users = Self.users(mentions)
            let seq = note(.relation(change, users: users), for: name)
            told.append(.relation(change, users: users, version: version(of: name, change), seq: seq))
        }
        for (change, users, unread) in pendingEvents.own[name] ?? [] {
            told.append(.own(change, users: users, version: version(of: name, change), unread: unread))
        }
        if var groups = pendingEvents.groups[name] {
            groups.version = members[name]!.version
            told.append(.ownGroups(groups))
        }
        for profile in pendingEvents.profiles where profile.to == name {
            told.append(.profile(profile.of, seq: note(.profile(profile.of), for: name)))
        }
        for peer in chatsThatLookOtherwise(to: name, since: former) {
            told.append(tellChat(name, peer, isNew: false))
        }
        told += pendingEvents.later[name] ?? []
        let total = total(of: name)
        if total != members[name]!.toldTotal { told.append(.total(total)) }
        members[name]!.toldTotal = total
        return told
    }

    private func version(of name: String, _ change: RelationChange) -> Int64 {
        let isOfAskings = [.requestMade, .requestRemoved, .requestsRead].contains(change)
        return isOfAskings ? members[name]!.askingSeq.rawValue : members[name]!.version
    }

    mutating func tellChat(_ name: String, _ peer: String, isNew: Bool) -> ObservedRelationEvent {
        let seq = note(.chat(with: peer, isNew: isNew), for: name)
        return .conversation(face(of: name, with: peer), isNew: isNew, seq: seq)
    }

    /// C-Q08, X-16, X-24: only where another name or avatar is seen. X-27: where one has blocked the other, neither hears of
    /// the other's profile, but of what becomes of the own remark.
    private func chatsThatLookOtherwise(to name: String, since former: RelationModel) -> [String] {
        guard let formerly = former.members[name], formerly.isThere else { return [] }
        let changed = list(of: name).filter { peer in
            guard formerly.chats[peer]?.isListed == true else { return false }
            let hasOtherName = former.shownName(of: peer, to: name) != shownName(of: peer, to: name)
            if former.members[peer]!.blocked[name] != nil || formerly.blocked[peer] != nil {
                let remarks = [formerly, members[name]!].map { $0.friends[peer]?.remark ?? "" }
                return hasOtherName && remarks[0] != remarks[1]
            }
            return hasOtherName || former.members[peer]!.faceURL != members[peer]!.faceURL
        }
        return changed.sorted {
            (pendingEvents.order.firstIndex(of: $0) ?? 0) < (pendingEvents.order.firstIndex(of: $1) ?? 0)
        }
    }

    /// R-Q34: each number rises by one with every act that changes its subject.
    private mutating func countChanges(since former: RelationModel) {
        for (name, member) in members {
            let formerly = former.members[name] ?? Member()
            if member.lists != formerly.lists { members[name]!.version += 1 }
            if member.askings != formerly.askings { members[name]!.askingSeq += 1 }
        }
    }
}

extension RelationModel.Member {
    fileprivate struct Lists: Equatable {
        var friends: [String: RelationModel.Friend]
        var blocked: [String: Seconds]
        var groups: [Spelling]
        var edits: Int
    }

    fileprivate var lists: Lists { Lists(friends: friends, blocked: blocked, groups: groups, edits: listEdits) }

    /// Reading one changes nothing about it.
    fileprivate var askings: [[Int]] { [asked.map(\.serial), askedBy.map(\.serial)] }
}

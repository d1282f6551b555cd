import Chat
import ClientProtocol
import Domain

extension RelationModel {
    mutating func create(_ name: String) -> Answer {
        guard !isThere(name) else { return .yes(false) }
        // Born again, a member has nothing of the former life but numbers that go on.
        var member = Member()
        if let former = members[name] {
            member.version = former.version
            member.listEdits = former.listEdits
            member.askingSeq = former.askingSeq
            member.streamSeq = former.streamSeq
            member.lostThrough = former.streamSeq
            member.chats = former.chats
        }
        members[name] = member
        return .yes(true)
    }

    /// Nothing of it is left with anybody, but what it has said.
    mutating func deleteAccount(_ name: String) -> Answer {
        guard isThere(name) else { return .yes(false) }
        for other in members.keys where other != name && isThere(other) {
            members[other]!.blocked[name] = nil
            _ = lose(other, name)
            withdraw(name, other)
            withdraw(other, name)
        }
        var member = members[name]!
        member.isThere = false
        member.isBarred = false
        member.isDisabled = false
        member.nickname = ""
        member.faceURL = ""
        member.profile = Profile()
        member.friends = [:]
        member.blocked = [:]
        member.groups = []
        member.happenings = []
        // No position of the former life can be gone on from.
        member.streamSeq += 1
        member.lostThrough = member.streamSeq
        member.toldTotal = 0
        member.chats = [:]
        for (pair, lines) in talks where pair.contains(name) {
            member.chats[pair[0] == name ? pair[1] : pair[0]] = Chat(hiddenThrough: lines.last?.seq ?? 0)
        }
        members[name] = member
        return .yes(true)
    }

    /// Others can still have it, ask it and write to it.
    mutating func disable(_ name: String, _ isDisabled: Bool) -> Answer {
        guard isThere(name) else { return .yes(false) }
        members[name]!.isDisabled = isDisabled
        if isDisabled { pendingEvents.later[name] = [.ended] }
        return .yes(true)
    }

    mutating func bar(_ name: String, _ isBarred: Bool) -> Answer {
        guard isThere(name) else { return .yes(false) }
        members[name]!.isBarred = isBarred
        return .yes(true)
    }

    /// R-Q53.
    mutating func changeProfile(_ name: String, _ change: ProfileChange) -> Answer {
        let former = members[name]!
        if let nickname = change.nickname { members[name]!.nickname = Spelling(nickname) }
        if let faceURL = change.faceURL { members[name]!.faceURL = Spelling(faceURL) }
        if let allowType = change.allowType { members[name]!.profile.allowType = allowType }
        if let gender = change.gender { members[name]!.profile.gender = gender }
        if let birthday = change.birthday { members[name]!.profile.birthday = birthday }
        if let location = change.location { members[name]!.profile.location = location }
        if let language = change.language { members[name]!.profile.language = language }
        if let level = change.level { members[name]!.profile.level = level }
        if let role = change.role { members[name]!.profile.role = role }
        if let signature = change.signature { members[name]!.profile.signature = signature }
        for (field, value) in change.custom { members[name]!.profile.custom[field] = value }
        let member = members[name]!
        guard (member.nickname, member.faceURL) != (former.nickname, former.faceURL) || member.profile != former.profile
        else { return .done }
        pendingEvents.profiles.append((name, name))
        for other in members.keys
        where members[other]!.friends[name] != nil && member.blocked[other] == nil
            && members[other]!.blocked[name] == nil
        {
            pendingEvents.profiles.append((name, other))
        }
        return .done
    }

    /// R-Q03: all of it or nothing.
    mutating func changeOwnProfile(_ name: String, _ change: ProfileChange) -> Answer {
        for (field, value) in change.custom.sorted(by: { $0.key < $1.key }) {
            guard let kind = options.profileFields[field] else { return .refused(.unknownProfileKey) }
            if !kind.takes(value) { return .refused(.badProfileType) }
        }
        return changeProfile(name, change)
    }
}

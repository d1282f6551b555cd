import Chat
import ClientProtocol
import Domain

extension RelationModel {
    /// R-Q21: a record with either, in the place of a former one.
    mutating func ask(_ name: String, _ other: String, _ asking: Asking) {
        var copy = asking
        copy.other = name
        members[name]!.asked.removeAll { $0.other == other }
        members[name]!.asked.append(asking)
        members[other]!.askedBy.removeAll { $0.other == name }
        members[other]!.askedBy.append(copy)
        tell(name, .requestMade, Self.mention(other, asking: asking, type: 2))
        tell(other, .requestMade, Self.mention(name, asking: asking, type: 1))
    }

    /// what the member has asked of the other is no more, with either.
    mutating func withdraw(_ name: String, _ other: String) {
        let isThere =
            members[name]!.asked.contains { $0.other == other }
            || members[other]!.askedBy.contains { $0.other == name }
        members[name]!.asked.removeAll { $0.other == other }
        members[other]!.askedBy.removeAll { $0.other == name }
        if isThere { tell(name, .requestRemoved, Self.mention(other, type: 2)) }
    }

    /// R-106, R-Q39.
    mutating func deleteAskings(_ name: String, _ others: [String], outgoing: Bool) -> Answer {
        var gone: [String] = []
        for other in others {
            let list = outgoing ? members[name]!.asked : members[name]!.askedBy
            guard list.contains(where: { $0.other == other }) else { continue }
            gone.append(other)
            if outgoing {
                members[name]!.asked.removeAll { $0.other == other }
            } else {
                members[name]!.askedBy.removeAll { $0.other == other }
            }
        }
        tellOwn(name, .requestRemoved, gone, type: outgoing ? 2 : 1)
        return .done
    }

    /// R-107, R-Q37.
    mutating func reportAskings(_ name: String, upTo time: Seconds) -> Answer {
        let former = unreadAskings(of: name)
        for index in members[name]!.askedBy.indices where members[name]!.askedBy[index].addedAt <= time {
            members[name]!.askedBy[index].isRead = true
        }
        let left = unreadAskings(of: name)
        if left != former { pendingEvents.own[name] = [(.requestsRead, "[]", left)] }
        return .number(left)
    }

    /// R-Q40, R-Q41.
    mutating func block(_ name: String, _ others: [String], keepsFriends: Bool) -> Answer {
        var blocked: [String] = []
        let results = others.map { other in
            guard isThere(other), other != name else { return Result(user: other, error: .unknownUser) }
            if members[name]!.blocked[other] != nil { return Result(user: other, error: .alreadyBlocked) }
            if members[name]!.blocked.count >= options.blockedPerUser {
                return Result(user: other, error: .blacklistFull)
            }
            block(name, other, since: now.seconds, keepsFriend: keepsFriends)
            blocked.append(other)
            return Result(user: other)
        }
        tellOwn(name, .blocked, blocked)
        return .results(results)
    }

    /// R-Q60: who is kept as a friend is both from now on.
    mutating func block(_ name: String, _ other: String, since: Seconds, keepsFriend: Bool) {
        members[name]!.blocked[other] = since
        if !keepsFriend {
            _ = lose(name, other)
            _ = lose(other, name)
        }
        withdraw(name, other)
        withdraw(other, name)
    }

    /// R-112, R-Q40.
    mutating func unblock(_ name: String, _ others: [String]) -> Answer {
        var unblocked: [String] = []
        let results = others.map { other in
            guard isThere(other), other != name else { return Result(user: other, error: .unknownUser) }
            guard members[name]!.blocked.removeValue(forKey: other) != nil else {
                return Result(user: other, error: .notBlocked)
            }
            unblocked.append(other)
            return Result(user: other)
        }
        tellOwn(name, .unblocked, unblocked)
        return .results(results)
    }
}

import Domain

/// When the members of a group are shown what its messages have done to their conversations and totals (C-22): at once the
/// first time, then at most every so often. The message itself says all that matters at that moment; a conversation's numbers
/// differ from member to member, and cost more than the message.
struct UnreadBroadcast {
    private enum State {
        /// `isBehind`: something has come meanwhile.
        case underWay(isBehind: Bool)
        case resting(until: Milliseconds, isBehind: Bool)
    }

    private var states: [GroupNumber: State] = [:]

    /// Something has come for the group; true if a round is to begin.
    mutating func note(_ group: GroupNumber) -> Bool {
        switch states[group] {
        case nil:
            states[group] = .underWay(isBehind: false)
            return true
        case .underWay:
            states[group] = .underWay(isBehind: true)
        case .resting(let end, _):
            states[group] = .resting(until: end, isBehind: true)
        }
        return false
    }

    /// A round has ended; the next one of this group begins no earlier than `end`.
    mutating func rest(_ group: GroupNumber, until end: Milliseconds) {
        guard case .underWay(let isBehind) = states[group] else { preconditionFailure("no round of group \(group)") }
        states[group] = .resting(until: end, isBehind: isBehind)
    }

    /// The groups that have rested and are behind, whose rounds begin now; the others of them are forgotten.
    mutating func wake(at now: Milliseconds) -> [GroupNumber] {
        var behind: [GroupNumber] = []
        for (group, state) in states {
            guard case .resting(let end, let isBehind) = state, end <= now else { continue }
            states[group] = isBehind ? .underWay(isBehind: false) : nil
            if isBehind { behind.append(group) }
        }
        return behind
    }

    /// When the first of them has rested.
    var nextEnd: Milliseconds? {
        states.values.compactMap { state in
            if case .resting(let end, _) = state { end } else { nil }
        }.min()
    }
}

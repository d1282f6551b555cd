import Domain
import JSON
import Storage

/// An effect as a record of the log has it: values say what it is and who is told, bytes what they are told. Any node makes the
/// effect of it again, and hands it to its own sessions (docs/decisions/038).
package struct RecordedEffect: Equatable, Sendable {
    package let values: [SQLValue]
    /// An event's JSON, or the members that one for followers has; otherwise empty.
    package let body: [UInt8]

    package init(_ values: [SQLValue], _ body: [UInt8]) {
        self.values = values
        self.body = body
    }

    /// Of an event for one account alone.
    package static func account(of values: [SQLValue]) -> AccountNumber? {
        guard values.count == 5, values[0] == Kind.toUser.value, case .integer(let account) = values[4] else {
            return nil
        }
        return AccountNumber(rawValue: account)
    }

    /// The first of the values. A number is never used again.
    enum Kind: Int64 {
        case toUser = 1
        case toSessions = 2
        case toGroup = 3
        case toMember = 4
        case toFollowers = 5
        case entered = 6
        case left = 7
        case accountEnded = 8
        case tokensRevoked = 9
        case kicked = 10
        case toChannel = 11
        case followed = 12
        case unfollowed = 13
        case channelEnded = 14
        case toAll = 15
        case broadcastStopped = 16
        case roomFacts = 17
        case roomStanding = 18
        case roomEnded = 19
        case roomHome = 20
        case roomValues = 21
        case roomCounters = 22
        case roomThreshold = 23
    }

    /// How an event is delivered.
    struct Traits: OptionSet {
        let rawValue: Int64

        static let sparesOrigin = Traits(rawValue: 1)
        static let changesUnread = Traits(rawValue: 2)
        static let isToldAtOnce = Traits(rawValue: 4)
        static let isImplied = Traits(rawValue: 8)
        static let all: Traits = [.sparesOrigin, .changesUnread, .isToldAtOnce, .isImplied]
    }
}

extension RecordedEffect {
    /// `json`: a writer whose text is forgotten. `marksImplied`: all that read it know what that is.
    package init(_ effect: ChatEffect, marksImplied: Bool = true, _ json: inout JSONWriter) {
        switch effect {
        case .event(let event): self.init(event, marksImplied, &json)
        case .subscriptionEvent(let event, let followers): self.init(event, followers, &json)
        case .entered(let group, let user): self.init(.entered, .integer(group), .text(user.text))
        case .left(let group, let user): self.init(.left, .integer(group), .text(user.text))
        case .followed(let channel, let user): self.init(.followed, .integer(channel), .text(user.text))
        case .unfollowed(let channel, let user): self.init(.unfollowed, .integer(channel), .text(user.text))
        case .channelEnded(let channel): self.init(.channelEnded, .integer(channel))
        case .broadcastStopped(let seq): self.init(.broadcastStopped, .integer(seq))
        case .room(let id, let change): self.init(change, of: id)
        case .accountEnded(let user): self.init(.accountEnded, .text(user.text))
        case .tokensRevoked(let user, let revocation):
            self.init(.tokensRevoked, .text(user.text), .integer(revocation.second))
        case .kicked(let user, let selection, let reason):
            self.init([Kind.kicked.value, .text(user.text), .text(reason)] + selection.values, [])
        }
    }

    private init(_ kind: Kind, _ values: SQLValue...) { self.init([kind.value] + values, []) }

    private init(_ change: RoomChange, of id: RoomID) {
        switch change {
        case .facts(let info, let rules):
            self.init(
                .roomFacts, .text(id.text), .text(info.title), .text(info.ext), .integer(rules.access.rawValue),
                .integer(Int64(rules.slowSeconds)), .integer(rules.isMuted ? 1 : 0),
                .integer(rules.valuesBy.rawValue), .flag(rules.showsEntries),
                .integer(Int64(rules.endsEmptySeconds)))
        case .standing(let user, let account, let standing, let clears):
            self.init(
                .roomStanding, .text(id.text), .text(user.text), .integer(account), .integer(standing.role.rawValue),
                .integer(standing.isSpeaker ? 1 : 0), .integer(standing.mutedUntil), .integer(standing.bannedUntil),
                .integer(clears ? 1 : 0))
        case .home(let node, let epoch): self.init(.roomHome, .text(id.text), .integer(node), .integer(epoch))
        case .ended: self.init(.roomEnded, .text(id.text))
        case .threshold(let threshold): self.init(.roomThreshold, .text(id.text), .integer(Int64(threshold)))
        case .counters(let counters):
            let values = counters.flatMap { [SQLValue.text($0.name.text), .integer(Int64($0.sum))] }
            self.init([Kind.roomCounters.value, .text(id.text)] + values, [])
        case .values(let kind, let step):
            var values: [SQLValue] = [
                Kind.roomValues.value, .text(id.text), .integer(kind.rawValue), .integer(step.state),
            ]
            for set in step.set {
                values += [
                    .text(set.key.text), .text(set.value), .integer(set.account), .text(set.setter),
                    .integer(set.isTransient ? 1 : 0), .integer(Int64(set.position)),
                ]
            }
            for key in step.removed { values += [.text(key.text), .null] }
            self.init(values, [])
        }
    }

    private init(_ event: any ServerEvent, _ marksImplied: Bool, _ json: inout JSONWriter) {
        var traits: Traits = []
        if event.sparesOrigin { traits.insert(.sparesOrigin) }
        if event.changesUnread { traits.insert(.changesUnread) }
        if event.isImplied, marksImplied { traits.insert(.isImplied) }
        var gathered = SQLValue.null
        switch event.telling {
        case .none: break
        case .atOnce: traits.insert(.isToldAtOnce)
        case .gathered(let message): gathered = .integer(message)
        }
        json.clear()
        event.write(to: &json)
        self.init(event.audience.values(.integer(traits.rawValue), gathered), Array(json.bytes))
    }

    private init(_ event: SubscriptionEvent, _ followers: [Follower], _ json: inout JSONWriter) {
        var values: [SQLValue] = [
            Kind.toFollowers.value, .text(event.user.text), .integer(event.publisher), .integer(event.type.rawValue),
        ]
        for follower in followers {
            values += [.integer(follower.account), .integer(follower.since), .integer(follower.expiry)]
        }
        json.clear()
        json.object { $0.content(of: event) }
        self.init(values, Array(json.bytes.dropFirst().dropLast()))
    }
}

extension RecordedEffect.Kind {
    fileprivate var value: SQLValue { .integer(rawValue) }
}

extension EventAudience {
    /// The kind, the two values and the receivers as one list, since most messages come here twice.
    fileprivate func values(_ traits: SQLValue, _ gathered: SQLValue) -> [SQLValue] {
        func kind(_ kind: RecordedEffect.Kind) -> SQLValue { kind.value }
        return switch self {
        case .user(let user, let account):
            [kind(.toUser), traits, gathered, .text(user.text), .integer(account)]
        case .sessions(let selection, let user):
            [kind(.toSessions), traits, gathered, .text(user.text)] + selection.values
        case .group(let group, let exceptions):
            [kind(.toGroup), traits, gathered, .integer(group)] + exceptions.sorted().map { .integer($0) }
        case .member(let account, let group):
            [kind(.toMember), traits, gathered, .integer(account), .integer(group)]
        case .channel(let channel): [kind(.toChannel), traits, gathered, .integer(channel)]
        case .all(let place):
            [
                kind(.toAll), traits, gathered, .integer(place.seq), .integer(place.stamp), .integer(place.expiresAt),
            ]
        }
    }
}

extension SessionSelection {
    fileprivate var values: [SQLValue] {
        [session, device, platform?.rawValue].map { $0.map { .text($0) } ?? .null }
    }
}

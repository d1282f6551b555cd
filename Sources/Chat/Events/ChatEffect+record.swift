import Domain
import Storage

/// A record's effect is none that this version knows.
package struct EffectDamage: Error, CustomStringConvertible {
    package let description: String
}

extension ChatEffect {
    package init(_ recorded: RecordedEffect) throws(EffectDamage) {
        var reader = EffectReader(recorded)
        self = try reader.effect()
        try reader.finish()
    }
}

private struct EffectReader {
    private let recorded: RecordedEffect
    private var rest: ArraySlice<SQLValue>

    init(_ recorded: RecordedEffect) {
        self.recorded = recorded
        rest = recorded.values[...]
    }

    func finish() throws(EffectDamage) {
        if !rest.isEmpty { throw damage }
    }

    private var damage: EffectDamage { EffectDamage(description: "a record has an effect of \(recorded.values)") }

    mutating func effect() throws(EffectDamage) -> ChatEffect {
        switch try choice(RecordedEffect.Kind.init) {
        case .toUser: try event { reader throws(EffectDamage) in .user(try reader.user(), try reader.number()) }
        case .toSessions:
            try event { reader throws(EffectDamage) in
                let user = try reader.user()
                return .sessions(try reader.selection(), of: user)
            }
        case .toGroup:
            try event { reader throws(EffectDamage) in
                let group: GroupNumber = try reader.number()
                return .group(
                    group, except: Set(try reader.list { reader throws(EffectDamage) in try reader.number() }))
            }
        case .toMember:
            try event { reader throws(EffectDamage) in .member(try reader.number(), of: try reader.number()) }
        case .toChannel: try event { reader throws(EffectDamage) in .channel(try reader.number()) }
        case .toAll:
            try event { reader throws(EffectDamage) in
                .all(
                    BroadcastPlace(
                        seq: try reader.number(), stamp: try reader.number(), expiresAt: try reader.number()))
            }
        case .toFollowers: try subscriptionEvent()
        case .entered: .entered(group: try number(), try user())
        case .left: .left(group: try number(), try user())
        case .followed: .followed(try number(), try user())
        case .unfollowed: .unfollowed(try number(), try user())
        case .channelEnded: .channelEnded(try number())
        case .broadcastStopped: .broadcastStopped(try number())
        case .roomFacts: try roomFacts()
        case .roomStanding: try roomStanding()
        case .roomHome: .room(try room(), .home(try number(), try number()))
        case .roomEnded: .room(try room(), .ended)
        case .roomValues: try roomValues()
        case .roomCounters: try roomCounters()
        case .roomThreshold: .room(try room(), .threshold(Int(try integer())))
        case .accountEnded: .accountEnded(try user())
        case .tokensRevoked: .tokensRevoked(try user(), TokenRevocation(upTo: try number()))
        case .kicked: try kicked()
        }
    }

    private mutating func event(
        _ audience: (inout EffectReader) throws(EffectDamage) -> EventAudience
    ) throws(EffectDamage) -> ChatEffect {
        let traits = RecordedEffect.Traits(rawValue: try integer())
        guard traits.isSubset(of: .all), !recorded.body.isEmpty else { throw damage }
        var telling = traits.contains(.isToldAtOnce) ? ChangeTelling.atOnce : .none
        switch try next() {
        case .null: break
        case .integer(let message): telling = .gathered(MessageNumber(rawValue: message))
        case .text, .bytes: throw damage
        }
        return .event(
            RecordedEvent(
                recorded.body, to: try audience(&self), sparesOrigin: traits.contains(.sparesOrigin),
                changesUnread: traits.contains(.changesUnread), isImplied: traits.contains(.isImplied), telling))
    }

    private mutating func subscriptionEvent() throws(EffectDamage) -> ChatEffect {
        let (user, publisher): (UserID, AccountNumber) = (try user(), try number())
        let type = try choice(SubscriptionType.init)
        let followers = try list { reader throws(EffectDamage) in
            Follower(account: try reader.number(), since: try reader.number(), expiry: try reader.number())
        }
        let event = SubscriptionEvent(of: user, publisher, type, .written(recorded.body))
        return .subscriptionEvent(event, for: followers)
    }

    private mutating func kicked() throws(EffectDamage) -> ChatEffect {
        let (user, reason) = (try user(), try text())
        return .kicked(user, try selection(), reason: reason)
    }

    private mutating func roomFacts() throws(EffectDamage) -> ChatEffect {
        let (id, info) = (try room(), RoomInfo(title: try text(), ext: try text()))
        let rules = RoomRules(
            access: try choice(ChannelAccess.init), slowSeconds: Int(try integer()), isMuted: try integer() != 0,
            valuesBy: try choice(RoomValuesBy.init), showsEntries: try integer() != 0,
            endsEmptySeconds: Int(try integer()))
        return .room(id, .facts(info, rules))
    }

    private mutating func roomStanding() throws(EffectDamage) -> ChatEffect {
        let (id, user, account): (RoomID, UserID, AccountNumber) = (try room(), try user(), try number())
        var standing = RoomStanding()
        standing.role = try choice(RoomRole.init)
        standing.isSpeaker = try integer() != 0
        standing.mutedUntil = try number()
        standing.bannedUntil = try number()
        return .room(id, .standing(user, account, standing, clears: try integer() != 0))
    }

    private mutating func roomCounters() throws(EffectDamage) -> ChatEffect {
        let id = try room()
        return .room(
            id,
            .counters(
                try list { reader throws(EffectDamage) in
                    RoomCounter(name: ExactText(try reader.text()), sum: Int(try reader.integer()))
                }))
    }

    private mutating func roomValues() throws(EffectDamage) -> ChatEffect {
        let (id, kind, state): (RoomID, RoomValue.Kind, Seq) = (
            try room(), try choice(RoomValue.Kind.init), try number()
        )
        var (set, removed): ([RoomValue], [ExactText]) = ([], [])
        while !rest.isEmpty {
            let key = ExactText(try text())
            guard let value = try optionalText() else {
                removed.append(key)
                continue
            }
            set.append(
                RoomValue(
                    key: key, value: value, account: try number(), setter: try text(), version: state,
                    isTransient: try integer() != 0, position: Int(try integer())))
        }
        return .room(id, .values(kind, RoomValueStep(state: state, set: set, removed: removed)))
    }

    // MARK: - Values

    private mutating func next() throws(EffectDamage) -> SQLValue {
        guard let value = rest.popFirst() else { throw damage }
        return value
    }

    private mutating func list<Element>(
        _ element: (inout EffectReader) throws(EffectDamage) -> Element
    ) throws(EffectDamage) -> [Element] {
        var elements: [Element] = []
        while !rest.isEmpty { elements.append(try element(&self)) }
        return elements
    }

    private mutating func integer() throws(EffectDamage) -> Int64 {
        guard case .integer(let number) = try next() else { throw damage }
        return number
    }

    private mutating func number<Number: TypedNumber>() throws(EffectDamage) -> Number {
        Number(rawValue: try integer())
    }

    private mutating func choice<Choice>(_ make: (Int64) -> Choice?) throws(EffectDamage) -> Choice {
        guard let choice = make(try integer()) else { throw damage }
        return choice
    }

    private mutating func text() throws(EffectDamage) -> String {
        guard let text = try optionalText() else { throw damage }
        return text
    }

    private mutating func optionalText() throws(EffectDamage) -> String? {
        switch try next() {
        case .null: return nil
        case .text(let text): return text
        case .integer, .bytes: throw damage
        }
    }

    private mutating func room() throws(EffectDamage) -> RoomID {
        guard let id = RoomID(try text()) else { throw damage }
        return id
    }

    private mutating func user() throws(EffectDamage) -> UserID { UserID(stored: try text()) }

    private mutating func selection() throws(EffectDamage) -> SessionSelection {
        let (session, device, name) = (try optionalText(), try optionalText(), try optionalText())
        let platform = name.flatMap { Platform(rawValue: $0) }
        if name != nil && platform == nil { throw damage }
        return SessionSelection(session: session, device: device, platform: platform)
    }
}

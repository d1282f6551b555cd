import ClientProtocol
import Domain
import JSON
import Storage
import Testing

@testable import Chat

/// What a record has to tell. The random walks send all that they tell through records, too.
struct RecordedEffectTests {
    private let alice = UserID("alice")!

    private var effects: [ChatEffect] {
        let event = ConversationTotalUnreadChanged(total: 3)
        let all = SessionSelection()
        let some = SessionSelection(session: "0123", device: "phone", platform: .harmony)
        let account = Account(number: 7, id: alice, state: .active, createdAt: 0)
        let followers = [
            Follower(account: 1, since: 1_700_000_000_000, expiry: 60), Follower(account: 2, since: 0, expiry: 0),
        ]
        let presence = PlatformPresence(platform: .web, isOnline: true, changedAt: 5)
        var standing = RoomStanding()
        (standing.role, standing.isSpeaker, standing.mutedUntil, standing.bannedUntil) = (.admin, true, 5, 6)
        let rules = RoomRules(
            access: .claim, slowSeconds: 9, isMuted: true, valuesBy: .all, showsEntries: true, endsEmptySeconds: 60)
        let element = RoomValue(
            key: ExactText("q"), value: "", account: 7, setter: "alice", version: 4, isTransient: true, position: -2)
        return [
            .event(TypedEvent(event, to: .user(alice, 7))),
            .event(TypedEvent(event, at: .user(seq: 9), to: .sessions(some, of: alice))),
            .event(TypedEvent(event, to: .sessions(all, of: alice))),
            .event(TypedEvent(event, at: .group("5", seq: 2), to: .group(5, except: [9, 3]))),
            .event(TypedEvent(event, to: .group(5, except: []))),
            .event(TypedEvent(event, to: .member(7, of: 5))),
            .subscriptionEvent(SubscriptionEvent(account, .onlineStatus, .presence([presence])), for: followers),
            .subscriptionEvent(SubscriptionEvent(account, .friendOnlineStatus, .presence([])), for: []),
            .event(TypedEvent(event, to: .channel(5))), .followed(5, alice), .unfollowed(6, alice), .channelEnded(7),
            .event(TypedEvent(event, to: .all(BroadcastPlace(seq: 3, stamp: 9, expiresAt: 0)))), .broadcastStopped(3),
            .entered(group: 5, alice), .left(group: 6, alice), .accountEnded(alice),
            .tokensRevoked(alice, TokenRevocation(upTo: 8)), .kicked(alice, some, reason: "why"),
            .kicked(alice, all, reason: ""),
            .room(
                RoomID("live/7")!,
                .facts(RoomInfo(title: "Show", ext: "{}"), rules)),
            .room(RoomID("live/7")!, .standing(alice, 7, standing, clears: true)), .room(RoomID("r")!, .ended),
            .room(RoomID("r")!, .home(-7, 1_795_275_935_000_000)),
            .room(RoomID("r")!, .threshold(10)),
            .room(RoomID("r")!, .counters([RoomCounter(name: ExactText("likes"), sum: 7)])),
            .room(RoomID("r")!, .values(.element, RoomValueStep(state: 4, set: [element], removed: [ExactText("k")]))),
        ]
    }

    private func recorded(_ effect: ChatEffect) -> RecordedEffect {
        var json = JSONWriter()
        return RecordedEffect(effect, &json)
    }

    @Test func `every effect is told from a record as it was told where it happened`() throws {
        for effect in effects {
            let recorded = recorded(effect)
            let told = try ChatEffect(recorded)
            #expect(EffectSnapshot(told) == EffectSnapshot(effect))
            // A node that gets it again from there makes the same record.
            #expect(self.recorded(told) == recorded)
        }
    }

    @Test func `the ways in which an event is delivered are told apart`() throws {
        let group = EventAudience.group(5, except: [])
        let recorded: [RecordedEffect] = [ChangeTelling.none, .atOnce, .gathered(0), .gathered(8)].flatMap { telling in
            (0..<8).map { traits in
                self.recorded(
                    .event(
                        RecordedEvent(
                            [123, 125], to: group, sparesOrigin: traits & 1 != 0, changesUnread: traits & 2 != 0,
                            isImplied: traits & 4 != 0, telling)))
            }
        }
        for (index, effect) in recorded.enumerated() {
            #expect(try self.recorded(ChatEffect(effect)) == effect)
            #expect(recorded.firstIndex(of: effect) == index)
        }
    }

    @Test func `what is no effect is refused`() {
        for effect in effects.map(recorded) {
            for count in effect.values.indices where count > 0 {
                // A list may be shorter; all else has its values.
                let cut = RecordedEffect(Array(effect.values[..<count]), effect.body)
                if let read = try? ChatEffect(cut) { #expect(recorded(read) == cut) }
            }
            let longer = RecordedEffect(effect.values + [.bytes([])], effect.body)
            #expect(throws: EffectDamage.self) { try ChatEffect(longer) }
        }
        for values in [[], [.integer(0)], [.integer(99)], [.text("1")]] as [[SQLValue]] {
            #expect(throws: EffectDamage.self) { try ChatEffect(RecordedEffect(values, [123, 125])) }
        }
        let bodiless = RecordedEffect(recorded(effects[0]).values, [])
        #expect(throws: EffectDamage.self) { try ChatEffect(bodiless) }
        let unknown = RecordedEffect([.integer(10), .text("a"), .text(""), .null, .null, .text("abacus")], [])
        #expect(throws: EffectDamage.self) { try ChatEffect(unknown) }
    }
}

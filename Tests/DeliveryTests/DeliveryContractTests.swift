import Domain
import Routing
import Testing
import Transport

@testable import Chat
@testable import Gateway

/// The contract that every implementation of the seam keeps with the writer.
struct DeliveryContractTests {
    @Test(arguments: Implementation.allCases)
    func `a reply reaches the shard that asked, before the events of the same request`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        let phone = harness.present("alice", "phone", on: 1)
        let contents = harness.contents(of: .reply(7, on: 1), .total(3, to: "alice"), .reply(8, on: 1))
        #expect(contents == [[], ["reply 7", "total 3 to \(phone.connection.slot)", "reply 8"]])
    }

    @Test(arguments: Implementation.allCases)
    func `a shard is given its share with the stamp in one piece, and nothing if there is nothing`(
        _ kind: Implementation
    ) {
        let harness = DeliveryHarness(kind)
        let shares = harness.deliver(.reply(7, on: 1), .reply(8, on: 1), upTo: 42)
        #expect(shares == [.init(shard: 1, stamp: 42, contents: ["reply 7", "reply 8"])])
        #expect(harness.deliver(upTo: 43).isEmpty)
    }

    @Test(arguments: Implementation.allCases)
    func `an event for a user reaches each of its sessions once, and is encoded once`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        let phone = harness.present("alice", "phone", on: 0)
        let tablet = harness.present("alice", "tablet", on: 1)
        _ = harness.present("bob", "phone", on: 1)
        let contents = harness.contents(of: .total(3, to: "alice"))
        #expect(
            contents == [
                ["shared event to \(phone.connection.slot)"], ["shared event to \(tablet.connection.slot)"],
            ])
        #expect(harness.sharedEvents.count == 2 && harness.sharedEvents[0] === harness.sharedEvents[1])
    }

    @Test(arguments: Implementation.allCases)
    func `an event that spares its origin does not reach the session that caused it`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        let phone = harness.present("alice", "phone", on: 0)
        #expect(
            harness.contents(of: .total(3, to: "alice", sparesOrigin: true, from: phone)) == [[], []])
        let tablet = harness.present("alice", "tablet", on: 1)
        #expect(
            harness.contents(of: .total(3, to: "alice", sparesOrigin: true, from: phone))
                == [[], ["shared event to \(tablet.connection.slot)"]])
    }

    @Test(arguments: Implementation.allCases)
    func `a session that loses its seat without a reason is over at its shard, if it is not over already`(
        _ kind: Implementation
    ) {
        let harness = DeliveryHarness(kind)
        let phone = harness.present("alice", "phone", on: 1)
        let user = phone.user
        let effect = CommitEffect.unseated(phone.id, user, 1, nil)
        #expect(harness.contents(of: effect) == [[], ["lose phone"]])
        #expect(harness.directory.sessions(of: user).isEmpty)
        #expect(harness.contents(of: effect) == [[], []])
    }

    @Test(arguments: Implementation.allCases)
    func `an event for a group reaches all shards with its exceptions, and is encoded once`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        let event = TypedEvent(TestEvent(total: 1), to: .group(5, except: [9]))
        let contents = harness.contents(of: .chat(.event(event), from: nil))
        #expect(contents == [["group 5 except [9]"], ["group 5 except [9]"]])
        #expect(harness.sharedEvents.count == 2 && harness.sharedEvents[0] === harness.sharedEvents[1])
    }

    @Test(arguments: Implementation.allCases)
    func `a login ends the older session of its device, and its own session hears what comes later`(
        _ kind: Implementation
    ) {
        let harness = DeliveryHarness(kind)
        _ = harness.present("alice", "phone", on: 0)
        let record = harness.expected("alice", "phone", on: 1)
        let contents = harness.contents(of: .login(record, account: 1), .total(3, to: "alice"))
        #expect(
            contents == [
                ["kick phone: sameDevice"],
                ["attach phone \(record.connection.slot)", "total 3 to \(record.connection.slot)"],
            ])
    }

    @Test(arguments: Implementation.allCases)
    func `who joins or leaves a group, or loses the account, is told with each session`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        _ = harness.present("alice", "phone", on: 0)
        _ = harness.present("alice", "tablet", on: 1)
        #expect(
            harness.contents(
                of: .chat(.entered(group: 5, UserID("alice")!), from: nil),
                .chat(.left(group: 6, UserID("alice")!), from: nil))
                == [["enter 5: phone", "leave 6: phone"], ["enter 5: tablet", "leave 6: tablet"]])
        #expect(
            harness.contents(of: .chat(.tokensRevoked(UserID("alice")!, TokenRevocation(upTo: 7)), from: nil))
                == ["phone", "tablet"].map { ["revoke \($0): 7", "end following by alice: 7"] })
        #expect(
            harness.contents(of: .chat(.accountEnded(UserID("alice")!), from: nil))
                == ["phone", "tablet"].map {
                    ["kick \($0): accountEnded", "end following by alice: all", "erase in rooms: alice"]
                })
        #expect(harness.directory.sessions(of: UserID("alice")!).isEmpty)
    }

    @Test(arguments: Implementation.allCases)
    func `a channel is told to all shards at once, and who follows it with each session`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        _ = harness.present("alice", "phone", on: 0)
        _ = harness.present("alice", "tablet", on: 1)
        let content = TestEvent(total: 1, sparesOrigin: false)
        #expect(
            harness.contents(of: .chat(.event(TypedEvent(content, to: .channel(5))), from: nil))
                == [["channel 5"], ["channel 5"]])
        #expect(harness.sharedEvents.count == 2 && harness.sharedEvents[0] === harness.sharedEvents[1])
        #expect(
            harness.contents(
                of: .chat(.followed(5, UserID("alice")!), from: nil),
                .chat(.unfollowed(6, UserID("alice")!), from: nil), .chat(.channelEnded(7), from: nil))
                == [
                    ["follow 5: phone", "unfollow 6: phone", "end 7"],
                    ["follow 5: tablet", "unfollow 6: tablet", "end 7"],
                ])
    }

    @Test(arguments: Implementation.allCases)
    func `L-19: a change of a room is handed to its home alone, and before any shard has the reply`(
        _ kind: Implementation
    ) {
        let harness = DeliveryHarness(kind)
        let id = RoomID("r")!
        let home = RoomHomes.shard(of: id, among: 2)
        let other = UInt16(1 - home)
        let shares = harness.deliver(
            .reply(7, on: other), .chat(.room(id, .ended), from: nil), upTo: 42)
        #expect(shares.map(\.shard) == [home, Int(other)])
        #expect(shares.map(\.contents) == [["room r: ended"], ["reply 7"]])
    }

    @Test(arguments: Implementation.allCases)
    func `a broadcast is handed to all shards once`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        let place = BroadcastPlace(seq: 3, stamp: 7, expiresAt: 9)
        let event = CommitEffect.chat(
            .event(TypedEvent(TestEvent(total: 1, sparesOrigin: false), to: .all(place))), from: nil)
        let contents = harness.contents(of: event, .chat(.broadcastStopped(3), from: nil))
        #expect(contents == Array(repeating: ["broadcast 3 of 7 until 9", "stop broadcast 3"], count: 2))
        #expect(harness.sharedEvents.count == 2 && harness.sharedEvents[0] === harness.sharedEvents[1])
    }

    @Test(arguments: Implementation.allCases)
    func `followers are told with the sessions that they have now`(_ kind: Implementation) {
        let harness = DeliveryHarness(kind)
        let publisher = Account(number: 1, id: UserID("bob")!, state: .active, createdAt: 0)
        let event = SubscriptionEvent(publisher, .onlineStatus, .presence([]))
        let followers = [2, 3].map { Follower(account: $0, since: 0, expiry: 0) }
        let effect = CommitEffect.chat(.subscriptionEvent(event, for: followers), from: nil)
        func told() -> [[String]] { harness.contents(of: effect) }
        #expect(told() == [[], []])
        let phone = harness.expected("alice", "phone", on: 0)
        _ = harness.contents(of: .login(phone, account: 2))
        #expect(told() == [["subscription event to [\(phone.connection.slot)]"], []])
        let tablet = harness.expected("alice", "tablet", on: 1)
        _ = harness.contents(of: .login(tablet, account: 2))
        #expect(
            told() == [
                ["subscription event to [\(phone.connection.slot)]"],
                ["subscription event to [\(tablet.connection.slot)]"],
            ])
        harness.directory.close(phone.id, of: phone.user)
        harness.directory.close(tablet.id, of: tablet.user)
        harness.sessionsChanged(of: 2, "alice")
        #expect(told() == [[], []])
    }
}

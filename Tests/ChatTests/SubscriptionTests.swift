import ClientProtocol
import Domain
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// How many follow, and how long, to the user and to the millisecond.
struct SubscriptionTests {
    @Test(arguments: [SubscriptionType.onlineStatus, .userProfile])
    func `S-52, S-Q20: the 5,000th follower is taken, and the next is not until one has left or run out`(
        type: SubscriptionType
    ) throws {
        let harness = try ChatStateHarness()
        let chat = harness.chat
        for user in ["star", "other"] { _ = try chat.accountAdministration.create(UserID(user)!) }
        let fans = try (0...5_000).map { number in
            _ = try chat.accountAdministration.create(UserID("f\(number)")!)
            return try harness.number(of: "f\(number)")
        }
        func follow(_ fan: Int, for expiry: Seconds = 3_600) throws -> ErrorCode? {
            let result = try chat.subscriptions.subscribe(
                to: ["star", "other"], type, for: expiry, by: fans[fan], on: "d")
            #expect(result.failed == (result.status == nil ? [] : ["star"]))
            return result.status
        }
        for fan in 0..<4_999 { #expect(try follow(fan, for: fan == 7 ? 60 : 3_600) == nil) }
        #expect(try follow(4_999) == nil)
        let more = try chat.subscriptions.subscribe(to: ["star"], type, for: 60, by: fans[5_000], on: "d")
        #expect(more.status == .publisherFull && more.failed == ["star"])
        #expect(try follow(0) == nil)
        harness.now += 59_999
        #expect(
            try chat.subscriptions.subscribe(to: ["star"], type, for: 60, by: fans[5_000], on: "d").status
                == .publisherFull)
        harness.now += 1
        #expect(try chat.subscriptions.subscribe(to: ["star"], type, for: 60, by: fans[5_000], on: "d").status == nil)
        #expect(
            try chat.subscriptions.subscribe(to: ["star"], type, for: 60, by: fans[7], on: "d").status == .publisherFull
        )
        #expect(try chat.subscriptions.unsubscribe(from: ["star"], type, by: fans[1], on: "d").status == nil)
        try harness.commit()
        try harness.restart()
        #expect(
            try harness.chat.subscriptions.subscribe(to: ["star"], type, for: 60, by: fans[7], on: "d").status == nil)
        #expect(
            try harness.chat.subscriptions.subscribe(to: ["star"], type, for: 60, by: fans[1], on: "d").status
                == .publisherFull)
    }

    @Test(arguments: [SubscriptionType.onlineStatus, .userProfile])
    func `S-Q23, S-44: a subscription is over at its millisecond, for events, queries, lists and caps, and silently`(
        type: SubscriptionType
    ) throws {
        var options = ChatOptions()
        options.subscriptionsPerUser = 1
        options.standardVisibility = .everyone
        let harness = try ChatStateHarness(options)
        let chat = harness.chat
        for user in ["alice", "bob", "carol"] { _ = try chat.accountAdministration.create(UserID(user)!) }
        let (alice, bob) = (try harness.number(of: "alice"), try harness.number(of: "bob"))
        try chat.subscriptions.markPresent(alice)
        #expect(try chat.subscriptions.subscribe(to: ["bob"], type, for: 60, by: alice, on: "d").status == nil)
        _ = try harness.takeEffects()
        var email = 0
        /// How many hear of a change.
        func told() throws -> Int {
            if type == .onlineStatus {
                let isThere = try !PlatformPresence.all(of: bob, in: chat.work.store).contains(where: \.isOnline)
                try chat.subscriptions.reconcilePresence(bob, on: .web, isOnline: isThere, since: harness.now)
            } else {
                email += 1
                var change = HostedChange()
                change.email = "\(email)"
                try chat.profiles.modifyHosted(change, of: bob)
            }
            return try harness.takeEffects().count { effect in
                if case .subscriptionEvent = effect { true } else { false }
            }
        }
        func listed() throws -> [Int] {
            let list = SubscriptionList(of: alice, type, at: harness.now, standardVisibility: .everyone)
            return [
                try list.some(of: ["bob"], in: chat.work.store).count,
                try list.page(from: 0, count: 200, in: chat.work.store).count,
            ]
        }
        harness.now += 59_999
        #expect(try told() == 1)
        #expect(try listed() == [1, 1])
        expectRefused {
            try chat.subscriptions.subscribe(to: ["carol"], type, for: 60, by: alice, on: "d")
        }
        harness.now += 1
        #expect(try told() == 0)
        #expect(try listed() == [0, 0])
        #expect(try chat.subscriptions.unsubscribe(from: ["bob"], type, by: alice, on: "d").status == nil)
        #expect(try harness.takeEffects().isEmpty)
        #expect(try chat.subscriptions.subscribe(to: ["carol"], type, for: 60, by: alice, on: "d").status == nil)
    }

    @Test func `the times of a call are one, whatever the clock does meanwhile`() throws {
        let harness = try ChatStateHarness()
        let chat = harness.chat
        for user in ["alice", "z", "a", "m"] { _ = try chat.accountAdministration.create(UserID(user)!) }
        let alice = try harness.number(of: "alice")
        harness.tick = 1
        _ = try chat.subscriptions.subscribe(to: ["z", "a", "m"], .onlineStatus, for: 60, by: alice, on: "d")
        let list = SubscriptionList(
            of: alice, .onlineStatus, at: harness.now, standardVisibility: .everyone)
        let views = try list.page(from: 0, count: 200, in: chat.work.store)
        #expect(views.map(\.event.user.text) == ["a", "m", "z"])
        #expect(Set(views.map(\.since)).count == 1)
        let told = try harness.takeEffects().compactMap { effect in
            (effect.content as? SubscriptionChangedOnOtherDevices)?.changes
        }
        #expect(told.flatMap { $0 }.map(\.since) == Array(repeating: views[0].since, count: 3))
    }
}

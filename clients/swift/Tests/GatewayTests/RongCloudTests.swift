import Foundation
import MartletClient
import Testing

@testable import MartletRongCloud

/// A user with RongCloud's names.
private struct User {
    let id: String
    let core = RCCoreClient()
    let listener = Listener()

    init(_ name: String) async throws {
        id = "\(name)-\(UUID().uuidString.prefix(8))"
        core.add(listener)
        let gateway = try Gateway.shared.get()
        core.start(url: gateway.url, device: "phone")
        let token = try gateway.token(id)
        let opened = Guard()
        let user: String = try await told { [core] success, error in
            core.connect(
                withToken: token, dbOpened: { opened.isSet = $0 == .RC_SUCCESS }, success: success, error: error)
        }
        #expect(user == id && opened.isSet)
    }

    func otherDevice() async throws -> Client {
        try await Gateway.shared.get().connect(id)
    }

    func update(_ change: (RCUserProfile) -> Void) async throws {
        let profile = RCUserProfile()
        change(profile)
        let _: Bool = try await told { success, error in
            core.updateMyUserProfile(profile, success: { success(true) }, error: { code, _ in error(code) })
        }
    }
}

private final class Guard: @unchecked Sendable {
    var isSet = false
}

/// What a call tells off the main queue: told twice, it ends the tests.
private func told<Value: Sendable>(
    _ call: (_ success: @escaping @Sendable (Value) -> Void, _ error: @escaping @Sendable (RCErrorCode) -> Void) -> Void
) async throws -> Value {
    try await withCheckedThrowingContinuation { done in
        call {
            dispatchPrecondition(condition: .notOnQueue(.main))
            done.resume(returning: $0)
        } _: {
            dispatchPrecondition(condition: .notOnQueue(.main))
            done.resume(throwing: Refusal(code: $0.rawValue))
        }
    }
}

private struct Refusal: Error, Equatable {
    let code: Int
}

/// The two values of a completion.
private func completed<Value: Sendable>(
    _ call: (@escaping @Sendable (RCErrorCode, Value?) -> Void) -> Void
) async -> (code: RCErrorCode, value: Value?) {
    await withCheckedContinuation { done in
        call {
            dispatchPrecondition(condition: .notOnQueue(.main))
            done.resume(returning: ($0, $1))
        }
    }
}

/// Writes down what it is told.
private final class Listener: RCSubscribeEventDelegate {
    let log = Log(isOnMain: false)

    func onSubscriptionSyncCompleted() { log.add("all are there") }

    func onSubscriptionSyncCompleted(_ type: RCSubscribeType) { log.add("there \(type.rawValue)") }

    func onEventChange(_ subscribeEvents: [RCSubscribeInfoEvent]) {
        for event in subscribeEvents {
            let state = event.details.map { "\($0.map { "\($0.eventValue) \($0.platform) \($0.changeTime > 0)" })" }
            let news = state ?? event.userProfile?.name ?? ""
            log.add("\(event.userId) \(event.subscribeType.rawValue) \(news)")
        }
    }

    func onSubscriptionChanged(onOtherDevices subscribeEvents: [RCSubscribeEvent]) {
        for event in subscribeEvents {
            let isDated = event.subscribeTime > 0 && event.expiry == 3600
            log.add("\(event.userId) \(event.subscribeType.rawValue) \(event.operationType.rawValue) \(isDated)")
        }
    }
}

@Suite struct RongCloudTests {
    @Test func `profiles are written, read and found`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        try await alice.update {
            $0.name = "Alice"
            $0.portraitUri = "https://example.com/a.png"
            $0.email = "alice@example.com"
            $0.birthday = "1990-01-02"
            $0.gender = .female
            $0.location = "Shenzhen"
            $0.role = 7
            $0.level = 9
            $0.userExtProfile = ["ext_team": "red"]
        }
        let mine: RCUserProfile = try await told { alice.core.getMyUserProfile($0, error: $1) }
        #expect(mine.userId == alice.id && mine.name == "Alice" && mine.portraitUri == "https://example.com/a.png")
        #expect(mine.email == "alice@example.com" && mine.birthday == "1990-01-02" && mine.gender == .female)
        #expect(mine.location == "Shenzhen" && mine.role == 7 && mine.level == 9)
        #expect(mine.userExtProfile == ["ext_team": "red"])

        // Only what was set is written: nil clears.
        mine.location = nil
        let _: Bool = try await told { success, error in
            alice.core.updateMyUserProfile(
                mine, successBlock: { success(true) }, errorBlock: { code, _ in error(code) })
        }
        let seen: [RCUserProfile] = try await told {
            bob.core.getUserProfiles([alice.id, "nobody"], success: $0, error: $1)
        }
        #expect(seen.map(\.userId) == [alice.id] && seen.first?.email == "alice@example.com")
        #expect(seen.first?.location == "")

        let number = "no\(UUID().uuidString.prefix(8))"
        try Gateway.shared.get().ask(
            "admin.userProfile.setUniqueId", #"{"userId": "\#(alice.id)", "uniqueId": "\#(number)"}"#)
        let found: RCUserProfile = try await told {
            bob.core.searchUserProfile(byUniqueId: number, success: $0, error: $1)
        }
        #expect(found.userId == alice.id && found.uniqueId == number)
    }

    @Test func `a refusal says which properties are at fault`() async throws {
        let alice = try await User("alice")
        let profile = RCUserProfile()
        profile.name = "A forbidden name"
        let audited: (RCErrorCode, [String]?) = await withCheckedContinuation { done in
            alice.core.updateMyUserProfile(profile, success: nil) { done.resume(returning: ($0, $1)) }
        }
        #expect(audited.0 == .RC_SERVICE_INFORMATION_AUDIT_FAILED && audited.1 == ["name"])
        await #expect(throws: Refusal(code: 24360)) { try await alice.update { $0.uniqueId = "mine" } }
        let many = (0...20).map { "user-\($0)" }
        let refused = await #expect(throws: Refusal.self) {
            let _: [RCUserProfile] = try await told { alice.core.getUserProfiles(many, success: $0, error: $1) }
        }
        #expect((24360...24369).contains(refused?.code ?? 0))
    }

    @Test func `the visibility is set and read`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        try await alice.update {
            $0.name = "Alice"
            $0.email = "alice@example.com"
        }
        let first: RCUserProfileVisibility = try await told {
            alice.core.getMyUserProfileVisibility(success: $0, error: $1)
        }
        #expect(first == .notSet)
        for visibility: RCUserProfileVisibility in [.everyone, .friendVisible, .invisible] {
            let _: Bool = try await told { success, error in
                alice.core.updateMyUserProfileVisibility(visibility, success: { success(true) }, error: error)
            }
            let now: RCUserProfileVisibility = try await told { alice.core.getMyUserProfileVisibility($0, error: $1) }
            #expect(now == visibility)
        }
        let seen: [RCUserProfile] = try await told { bob.core.getUserProfiles([alice.id], success: $0, error: $1) }
        #expect(seen.first?.name == "Alice" && seen.first?.email == nil)
    }

    @Test func `users are followed, asked about and followed no more`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let log = alice.listener.log
        try await log.wait(for: "there 1", "there 2", "there 3", "there 4", "all are there")
        #expect(log.all.count { $0 == "all are there" } == 1)
        let request = RCSubscribeEventRequest()
        request.userIds = [bob.id]
        request.expiry = 3600
        for type: RCSubscribeType in [.onlineStatus, .userProfile] {
            request.subscribeType = type
            let (code, failed) = await completed { alice.core.subscribeEvent(request, completion: $0) }
            #expect(code == .RC_SUCCESS && failed == nil)
        }
        try await log.wait(for: "\(bob.id) 1 [\"1 1 true\"]")
        try await bob.update { $0.name = "Bobby" }
        try await log.wait(for: "\(bob.id) 2 Bobby")

        let (asked, events) = await completed { alice.core.querySubscribeEvent(request, completion: $0) }
        #expect(asked == .RC_SUCCESS && events?.first?.userProfile?.name == "Bobby" && events?.first?.expiry == 3600)
        #expect((events?.first?.subscribeTime ?? 0) > 0)
        request.subscribeType = .onlineStatus
        let (_, page) = await completed {
            alice.core.querySubscribeEvent(request, pageSize: 20, start: 0, completion: $0)
        }
        #expect(page?.map(\.userId) == [bob.id] && page?.first?.details?.first?.eventValue == 1)

        let (ended, _) = await completed { alice.core.unSubscribeEvent(request, completion: $0) }
        #expect(ended == .RC_SUCCESS)
        let (_, none) = await completed {
            alice.core.querySubscribeEvent(request, pageSize: 20, startIndex: 0, completion: $0)
        }
        #expect(none?.isEmpty == true)
        request.expiry = 1
        let (refused, _) = await completed { alice.core.subscribeEvent(request, completion: $0) }
        #expect(refused.rawValue == 34307)
    }

    @Test func `other devices are told whom the user follows`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let desk = try await alice.otherDevice()
        try await desk.subscription.subscribe(userIds: [bob.id], subscribeType: 2, expiry: 3600)
        try await alice.listener.log.wait(for: "\(bob.id) 2 0 true")
        alice.core.remove(alice.listener)
        try await desk.subscription.unsubscribe(userIds: [bob.id], subscribeType: 2)
        let again = Listener()
        alice.core.add(again)
        try await desk.subscription.subscribe(userIds: [bob.id], subscribeType: 1, expiry: 3600)
        try await again.log.wait(for: "\(bob.id) 1 0 true")
        #expect(!alice.listener.log.all.contains("\(bob.id) 1 0 true"))
    }

    @Test func `a token that names nobody is refused, and so is a call after the logout`() async throws {
        let core = RCCoreClient()
        core.start(url: try Gateway.shared.get().url, device: "phone")
        await #expect(throws: Refusal.self) {
            let _: String = try await told { core.connect(withToken: "x", dbOpened: nil, success: $0, error: $1) }
        }
        let alice = try await User("alice")
        alice.core.disconnect()
        await #expect(throws: Refusal(code: -6014)) {
            let _: RCUserProfile = try await told { alice.core.getMyUserProfile(success: $0, error: $1) }
        }
    }
}

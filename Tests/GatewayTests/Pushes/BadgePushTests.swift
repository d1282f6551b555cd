import Client
import TestSupport
import Testing

/// P-40: what is read elsewhere goes from the number at the app's icon.
struct BadgePushTests {
    @Test(arguments: [("apns", false), ("fcm", true)])
    func `P-40: after reading elsewhere a device without a session gets its badge, and nothing else`(
        provider: String, isAll: Bool
    ) throws {
        try withPushes(["push.clearsRead": "true"], to: [provider]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let phone = try pushes.away("bob", device: "phone", at: provider)
            try pushes.away("bob", device: "tablet", at: provider)
            for text in ["one", "two"] { _ = try pushes.outcome(of: alice.write(text, to: "bob"), for: "bob") }
            // Its app sets the number by itself.
            let tablet = try gateway.session("bob", device: "tablet", platform: "ios")
            let desk = try gateway.session("bob", device: "desk", platform: "pc")
            if isAll {
                _ = try desk.request("conversation.markAllRead").get()
            } else {
                try desk.markRead("alice", upTo: 1)
            }
            let badges = try until("the badge") {
                let told = try self.badges(of: "bob", pushes)
                return told.isEmpty ? nil : told
            }
            #expect(badges.map(\.problem) == [nil] && badges.map(\.badge) == [isAll ? 0 : 1])
            // Later pushes overtake none of before.
            try tablet.leave()
            try pushes.away("carol", at: provider)
            _ = try pushes.outcome(of: alice.write(to: "carol"), for: "carol")
            #expect(try self.badges(of: "bob", pushes).map(\.token) == [phone])
        }
    }

    /// Pushes that show nothing.
    private func badges(of user: String, _ pushes: Pushes) throws -> [ProviderServer.Request] {
        try pushes.requests(to: user).filter { $0.message == nil }
    }
}

import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import Testing

/// S-Q33: what each device is told at its login of those whom its user follows: what it has not been told, and that whatever
/// else has happened to it, to other devices or to the gateway.
struct DeviceMarkTests {
    private static let nothing = ["synced 1", "synced 2", "synced 3", "synced 4"]
    private static let open = ["hosting.visibility": #""everyone""#]

    /// All events that a login gives.
    private func login(_ gateway: GatewayProcess, _ user: String, device: String = "d1") throws -> [String] {
        let (session, _) = try gateway.back(user, device: device)
        let lines = try session.settleAll().subscriptionLines
        try session.leave()
        return lines
    }

    private func crash(_ gateway: GatewayProcess) throws {
        gateway.signal(SIGKILL)
        _ = try gateway.wait()
        try gateway.launchAgain()
        try gateway.waitUntilReady()
    }

    @Test func `S-Q33: a device is told what happened while another one was there, once`() throws {
        try withFollowing(Self.open) { gateway in
            let bob = try gateway.online("bob")
            let phone = try gateway.online("alice", device: "phone")
            for type in [1, 2] { try phone.follow(["bob"], type) }
            try phone.add("bob")
            _ = try phone.changes(until: "3 bob: web on")
            _ = try login(gateway, "alice", device: "tab")
            #expect(try login(gateway, "alice", device: "tab").filter { !$0.hasPrefix("3") } == Self.nothing)
            try bob.update(#""name": "1""#)
            let pc = try gateway.session("bob", device: "pc", platform: "pc")
            let told = try phone.changes(until: "3 bob: web on, pc on").map(\.line)
            #expect(told.contains("2 bob: 1 …") && told.contains("4 bob: 1 …") && told.contains("1 bob: web on, pc on"))
            // Renewed by the phone, which is no reason to hear less.
            for type in [1, 2] { try phone.follow(["bob"], type, expiry: 600) }
            #expect(
                try login(gateway, "alice", device: "tab") == [
                    "synced 1", "1 bob: web on, pc on", "synced 2", "2 bob: 1 …", "synced 3", "3 bob: web on, pc on",
                    "synced 4", "4 bob: 1 …",
                ])
            for device in ["tab", "phone"] {
                if device == "phone" { try phone.leave() }
                #expect(try login(gateway, "alice", device: device).filter { !$0.hasPrefix("3") } == Self.nothing)
            }
            _ = pc
        }
    }

    @Test func `S-Q33, S-Q24: who is followed by another device meanwhile is told as they are`() throws {
        try withFollowing { gateway in
            let bob = try gateway.online("bob")
            let phone = try gateway.online("alice", device: "phone")
            _ = try login(gateway, "alice", device: "tab")
            try phone.follow(["bob"])
            #expect(try phone.changes().map(\.line) == ["1 bob: web on"])
            #expect(try login(gateway, "alice", device: "tab").contains("1 bob: web on"))
            _ = bob
        }
    }

    @Test func `S-Q33: what happened after a device had left outlives a crash within the time to come back`() throws {
        try withFollowing(Self.open.merging(["subscriptions.reconnectMilliseconds": "3000"]) { $1 }) { gateway in
            let (x, p) = (try gateway.online("x"), try gateway.online("p"))
            try x.follow(["p"], 2)
            try x.leave()
            pause(.milliseconds(300))
            try p.update(#""name": "P""#)
            try crash(gateway)
            #expect(try login(gateway, "x") == ["synced 1", "synced 2", "2 p: P …", "synced 3", "synced 4"])
            #expect(try login(gateway, "x") == Self.nothing)
        }
    }

    @Test
    func `S-Q33: what was sent to a dead connection is told after a crash, after a lost heartbeat, and to a successor`()
        throws
    {
        let heartbeat = ["heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "2000"]
        try withFollowing(Self.open.merging(heartbeat) { $1 }) { gateway in
            func told(_ name: String, _ end: () throws -> Void) throws -> Bool {
                let p = try gateway.online("p")
                let dead = try gateway.session("x") { $0.answersPings = false }
                try dead.follow(["p"], 2)
                // Whatever was heard, was heard before.
                pause(.milliseconds(50))
                try p.update(#""name": "\#(name)""#)
                try end()
                let lines = try login(gateway, "x")
                #expect(try login(gateway, "x") == Self.nothing)
                return lines.contains("2 p: \(name) …")
            }
            let isToldAfterCrash = try told("crash") { try crash(gateway) }
            let isToldAfterLoss = try told("lost") {
                try until("its end") { try gateway.metric("martlet_sessions_open") <= 1 }
            }
            let isToldToSuccessor = try told("replaced") {}
            #expect(isToldAfterCrash && isToldAfterLoss && isToldToSuccessor)
        }
    }

    @Test func `S-Q33: a device that is new hears what all others have missed`() throws {
        try withFollowing(Self.open) { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice", device: "old")
            try alice.follow(["bob"], 2)
            try bob.update(#""name": "1""#)
            #expect(try alice.changes().map(\.line) == ["2 bob: 1 …"])
            try alice.leave()
            try bob.update(#""name": "2""#)
            #expect(try login(gateway, "alice", device: "new").contains("2 bob: 2 …"))
            #expect(try login(gateway, "alice", device: "new") == Self.nothing)
        }
    }
}

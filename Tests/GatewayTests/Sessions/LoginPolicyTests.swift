import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// X-12: which sessions a login ends.
struct LoginPolicyTests {
    @Test func `X-12: a newer login of a device ends the older one with a word and 4300`() throws {
        try withGateway { gateway in
            let older = try gateway.session("anna", device: "phone", platform: "ios")
            let newer = try gateway.session("anna", device: "phone", platform: "android")
            let kicked = try older.event("session.kicked")
            #expect(kicked["reason"]?.string == "sameDevice")
            #expect(kicked["device"]?.string == "phone")
            #expect(kicked["platform"]?.string == "android")
            #expect(try older.closeCode() == .replaced)
            #expect(try newer.devices() == ["phone"])
        }
    }

    @Test func `X-12: another device and another user's same device stay`() throws {
        try withGateway { gateway in
            let phone = try gateway.session("anna", device: "phone", platform: "ios")
            let tablet = try gateway.session("anna", device: "tablet", platform: "ios")
            let bert = try gateway.session("bert", device: "phone", platform: "ios")
            #expect(try tablet.devices() == ["phone", "tablet"])
            #expect(try phone.devices() == ["phone", "tablet"])
            #expect(try bert.devices() == ["phone"])
        }
    }

    @Test func `X-12: of logins of one device at the same time exactly one is left`() throws {
        try withGateway(["shards.count": "4"]) { gateway in
            let guests = try (0..<8).map { _ in try gateway.guest() }
            for guest in guests {
                try guest.send("session.open", #"{"token": "\#(gateway.keys.token("anna"))", "device": "phone"}"#)
            }
            let opened = try guests.map { try $0.reply(to: 1).get()["session"]?.string }
            let watcher = try gateway.session("anna", device: "watcher")
            #expect(try watcher.devices() == ["phone", "watcher"])
            let left = try watcher.identifier(ofDevice: "phone")
            #expect(opened.contains(left))
            for (guest, session) in zip(guests, opened) where session != left {
                #expect(try guest.closeCode() == .replaced)
            }
            let survivor = try #require(zip(guests, opened).first { $0.1 == left }).0
            #expect(try survivor.devices() == ["phone", "watcher"])
        }
    }

    @Test func `X-12: a platform that excludes another ends its session with a word and 4301`() throws {
        try withGateway(["sessions.exclusive": #"[["ios", "android"], ["web"]]"#]) { gateway in
            let phone = try gateway.session("anna", device: "a", platform: "android")
            let tab = try gateway.session("anna", device: "b", platform: "web")
            let pc = try gateway.session("anna", device: "c", platform: "pc")
            let newPhone = try gateway.session("anna", device: "d", platform: "ios")
            let kicked = try phone.event("session.kicked")
            #expect(kicked["reason"]?.string == "exclusivePlatform")
            #expect(kicked["device"]?.string == "d")
            #expect(kicked["platform"]?.string == "ios")
            #expect(try phone.closeCode() == .excluded)
            #expect(try newPhone.devices() == ["b", "c", "d"])
            #expect(try tab.devices() == ["b", "c", "d"])
            let secondPC = try gateway.session("anna", device: "e", platform: "pc")
            #expect(try pc.devices() == ["b", "c", "d", "e"])
            #expect(try secondPC.devices() == ["b", "c", "d", "e"])
        }
    }

    @Test func `one session more than a user may have ends the oldest with a word and 4302`() throws {
        try withGateway(["sessions.perUser": "2"]) { gateway in
            let first = try gateway.session("anna", device: "a")
            let second = try gateway.session("anna", device: "b")
            let third = try gateway.session("anna", device: "c")
            #expect(try first.event("session.kicked")["reason"]?.string == "tooManySessions")
            #expect(try first.closeCode() == .tooManySessions)
            #expect(try third.devices() == ["b", "c"])
            // A login that replaces its own device takes no one else's place.
            let again = try gateway.session("anna", device: "c")
            #expect(try third.closeCode() == .replaced)
            #expect(try again.devices() == ["b", "c"])
            #expect(try second.devices() == ["b", "c"])
        }
    }
}

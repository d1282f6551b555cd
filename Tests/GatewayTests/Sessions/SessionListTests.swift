import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// A user's devices: listed, and ended from any of them.
struct SessionListTests {
    @Test func `X-12: a user's sessions are listed, oldest first, with the one that asks marked`() throws {
        try withGateway { gateway in
            let before = wallSeconds() * 1_000
            let phone = try gateway.session("anna", device: "phone", platform: "ios")
            let tab = try gateway.session("anna", device: "tab", platform: "web")
            _ = try gateway.session("bert", device: "other")
            let sessions = Array(try #require(try tab.request("session.list").get()["sessions"]?.elements))
            #expect(sessions.compactMap { $0["device"]?.string } == ["phone", "tab"])
            #expect(sessions.compactMap { $0["platform"]?.string } == ["ios", "web"])
            #expect(sessions.compactMap { $0["current"]?.bool } == [false, true])
            let times = sessions.compactMap { $0["openedAt"]?.int64 }
            #expect(times.count == 2 && times == times.sorted() && times[0] >= before)
            #expect(Set(sessions.compactMap { $0["session"]?.string }).count == 2)
            #expect(try phone.devices() == ["phone", "tab"])
        }
    }

    @Test func `X-12: a session that its client has closed is in no list, though its connection is still there`() throws
    {
        try withGateway(["connections.lingerTimeoutMilliseconds": "60000"]) { gateway in
            let phone = try gateway.session("anna", device: "phone")
            let tab = try gateway.session("anna", device: "tab")
            #expect(try phone.devices() == ["phone", "tab"])
            try tab.connection.close()
            #expect(try tab.closeCode() == .normal)
            #expect(try phone.devices() == ["phone"])
            #expect(try gateway.metric("martlet_connections_open") >= 2)
        }
    }

    @Test func `a session whose connection is torn leaves the list`() throws {
        try withGateway { gateway in
            let phone = try gateway.session("anna", device: "phone")
            do { _ = try gateway.session("anna", device: "tab") }
            try until("only the phone is left") { try phone.devices() == ["phone"] }
        }
    }

    @Test func `session.close ends the session that asks with 1000 after its reply`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            #expect(try session.request("session.close").get()["closed"]?.bool == true)
            #expect(try session.closeCode() == .normal)
            #expect(session.waitingEvents("session.kicked") == 0)
        }
    }

    @Test func `session.close ends another device with a word and 4303`() throws {
        try withGateway { gateway in
            let phone = try gateway.session("anna", device: "phone")
            let tab = try gateway.session("anna", device: "tab")
            let target = try tab.identifier(ofDevice: "phone")
            let ok = try tab.request("session.close", #"{"session": "\#(target)"}"#).get()
            #expect(ok["closed"]?.bool == true)
            let kicked = try phone.event("session.kicked")
            #expect(kicked["reason"]?.string == "closedByUser")
            #expect(kicked["device"] == nil)
            #expect(try phone.closeCode() == .closedByUser)
            #expect(try tab.devices() == ["tab"])
        }
    }

    @Test func `session.close of a session that is not there says so`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let other = try gateway.session("bert").identifier(ofDevice: "d1")
            for target in ["0123456789abcdef", "nonsense", other] {
                let ok = try session.request("session.close", #"{"session": "\#(target)"}"#).get()
                #expect(ok["closed"]?.bool == false)
            }
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test func `session.close never ends another user's session`() throws {
        try withGateway { gateway in
            let anna = try gateway.session("anna")
            let bert = try gateway.session("bert")
            let target = try bert.identifier(ofDevice: "d1")
            _ = try anna.request("session.close", #"{"session": "\#(target)"}"#).get()
            #expect(try bert.devices() == ["d1"])
        }
    }
}

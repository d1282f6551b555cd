import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// X-13: the administrators' role.
struct AdminTests {
    @Test func `X-13: an admin key opens a session of the admin role`() throws {
        try withGateway { gateway in
            let session = try gateway.guest()
            let data = #"{"adminKey": "\#(gateway.keys.adminKey)", "operatorId": "boss"}"#
            let ok = try session.request("session.open", data).get()
            #expect(ok["role"]?.string == "admin")
            #expect(ok["user"] == nil)
            #expect(ok["expiresAt"] == nil)
            #expect(ok["session"]?.string?.count == 16)
            let pong = try session.request("admin.ping").get()
            #expect(pong["key"]?.string == "tests")
            #expect(pong["operatorId"]?.string == "boss")
            #expect(pong["version"]?.string?.isEmpty == false)
            #expect(pong["serverTime"]?.int64 != nil)
        }
    }

    @Test func `X-13: without an operator admin.ping names none`() throws {
        try withGateway { gateway in
            let pong = try gateway.admin().request("admin.ping").get()
            #expect(pong["operatorId"] == nil)
        }
    }

    @Test(arguments: ["x", "nonsense", String(repeating: "k", count: 43)])
    func `X-13: an unknown admin key is refused with tim 70003`(key: String) throws {
        try withGateway { gateway in
            let error = try gateway.guest().refusal("session.open", #"{"adminKey": "\#(key)"}"#)
            #expect(error.number == "tim 70003" && error.keys == ["adminKey"])
        }
    }

    @Test func `X-13: an empty admin key is no key`() throws {
        try withGateway { gateway in
            let error = try gateway.guest().refusal("session.open", #"{"adminKey": ""}"#)
            #expect(error.number == "gw 1001" && error.keys == ["adminKey"])
        }
    }

    @Test(.alone("Tests see by an admin key how far nodes are."))
    func `X-13: without a file of admin keys there is no admin role`() throws {
        try withGateway(["auth.adminKeysFile": "null"]) { gateway in
            let error = try gateway.guest().refusal("session.open", #"{"adminKey": "\#(gateway.keys.adminKey)"}"#)
            #expect(error.number == "tim 70003")
        }
    }

    @Test func `R-Q08: an operator that is no user id is refused with tim 7003`() throws {
        try withGateway { gateway in
            let data = #"{"adminKey": "\#(gateway.keys.adminKey)", "operatorId": "a\u202Eb"}"#
            let error = try gateway.guest().refusal("session.open", data)
            #expect(error.number == "tim 7003" && error.keys == ["operatorId"])
        }
    }

    @Test func `X-13: a user who calls an admin operation is refused with gw 1002`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            #expect(try session.request("admin.ping").code == "gw 1002 forbidden")
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test(arguments: ["session.list", "session.refresh", "session.close"])
    func `X-13: an administrator who calls a user's operation is refused with gw 1002`(operation: String) throws {
        try withGateway { gateway in
            let admin = try gateway.admin()
            #expect(try admin.request(operation).code == "gw 1002 forbidden")
            #expect(try admin.request("admin.ping").error == nil)
        }
    }

    @Test func `X-13: a user's token is no admin key, and an admin key no token`() throws {
        try withGateway { gateway in
            let session = try gateway.guest()
            let token = gateway.keys.token("anna")
            #expect(try session.refusal("session.open", #"{"adminKey": "\#(token)"}"#).number == "tim 70003")
            #expect(try session.open(token: gateway.keys.adminKey).code == "tim 70003 signatureBad")
        }
    }

    @Test func `X-13: an admin session outlives the time that guests have`() throws {
        try withGateway(["connections.openTimeoutMilliseconds": "200"]) { gateway in
            let admin = try gateway.admin()
            pause(.milliseconds(600))
            #expect(try admin.request("admin.ping").error == nil)
        }
    }
}

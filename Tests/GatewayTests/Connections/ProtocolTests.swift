import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// The gateway's answers to messages that are no good requests. The connection stays in every case.
struct ProtocolTests {
    @Test func `X-02: an unknown operation is refused with gw 1000`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            for operation in ["no.such", "", "session.", "SESSION.LIST"] {
                let error = try session.refusal(operation)
                #expect(error.number == "gw 1000" && error.name == "unknownOperation")
            }
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test(arguments: [
        "", " ", "{", "nonsense", #"{"id":1,"op":"session.list""#, #"{"id":1,"id":2,"op":"session.list"}"#,
        #"{"id":1,"op":"session.list"} {}"#, "{\"id\":1,\"op\":\"\u{1}\"}", #"{"id":01,"op":"session.list"}"#,
        #"{'id':1}"#, "\u{FEFF}{}", String(repeating: "[", count: 1000),
    ])
    func `X-02: what is not JSON is refused with gw 1001 and no id`(text: String) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let error = try session.refusal(of: text, id: nil)
            #expect(error.number == "gw 1001" && error.name == "badRequest")
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test(arguments: ["[]", "1", "null", #""text""#, "true"])
    func `what is not an object is refused with gw 1001`(text: String) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            #expect(try session.refusal(of: text, id: nil).number == "gw 1001")
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test(arguments: [
        "", #""id":null,"#, #""id":"1","#, #""id":-1,"#, #""id":1.5,"#, #""id":18446744073709551616,"#, #""id":{},"#,
    ])
    func `a request whose id is no unsigned integer is refused with gw 1001 that names id`(member: String) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let error = try session.refusal(of: #"{\#(member)"op":"session.list"}"#, id: nil)
            #expect(error.number == "gw 1001" && error.keys == ["id"])
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test(arguments: [0, 1, 9_007_199_254_740_993, UInt64.max])
    func `any unsigned integer is an id, and comes back exactly`(id: UInt64) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            try session.connection.send(#"{"id":\#(id),"op":"session.list"}"#)
            #expect(try session.reply(to: id).error == nil)
        }
    }

    @Test(arguments: ["", #","op":null"#, #","op":1"#, #","op":["session.list"]"#])
    func `a request without an operation is refused with gw 1001 that names op`(member: String) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let error = try session.refusal(of: #"{"id":9\#(member)}"#, id: 9)
            #expect(error.number == "gw 1001" && error.keys == ["op"])
        }
    }

    @Test(arguments: ["1", #""x""#, "[]", "true"])
    func `data that is no object is refused with gw 1001 that names data`(data: String) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let error = try session.refusal("session.list", data)
            #expect(error.number == "gw 1001" && error.keys == ["data"])
        }
    }

    @Test(arguments: [nil, "null", "{}"])
    func `an operation without parameters needs no data`(data: String?) throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            #expect(try session.request("session.list", data).error == nil)
        }
    }

    @Test(arguments: [
        (#""device": 1"#, "device"), (#""device": """#, "device"), (#""device": "d", "token": {}"#, "token"),
        (#""device": "d", "platform": "fridge""#, "platform"), (#""device": "d", "platform": 1"#, "platform"),
        (#""device": "d", "user": false"#, "user"), (#""device": "d", "sdkAppId": "7""#, "sdkAppId"),
        (#""device": "d", "sdkAppId": 0"#, "sdkAppId"), (#""device": "d", "sdkAppId": 1.5"#, "sdkAppId"),
        (#""adminKey": 1"#, "adminKey"),
    ])
    func `X-02: a parameter that is mistyped is refused with gw 1001 that names it`(parameters: String, key: String)
        throws
    {
        try withGateway { gateway in
            let header = HTTPHeader("Authorization", "Bearer \(gateway.keys.token("anna"))")
            let guest = try gateway.guest(headers: [header])
            let error = try guest.refusal("session.open", "{\(parameters)}")
            #expect(error.number == "gw 1001" && error.keys == [key])
            #expect(error.message.contains(key))
            #expect(try guest.open(token: nil).error == nil)
        }
    }

    @Test func `X-02: a parameter that is too long is refused with gw 1007 that names it and its limit`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let error = try session.refusal("session.close", #"{"session": "\#(String(repeating: "s", count: 65))"}"#)
            #expect(error.number == "gw 1007" && error.keys == ["session"] && error.message.contains("64"))
        }
    }

    @Test func `members that the gateway does not know are ignored`() throws {
        try withGateway { gateway in
            let session = try gateway.guest()
            let data = #"{"token":"\#(gateway.keys.token("anna"))","device":"d1","colour":{"r":1},"resume":null}"#
            try session.connection.send(#"{"trace":[1,2],"id":5,"data":\#(data),"op":"session.open","v":2}"#)
            #expect(try session.reply(to: 5).error == nil)
        }
    }

    @Test
    func `R-04, R-05: every request gets exactly one reply, in whatever way they are packed into frames and writes`()
        throws
    {
        try withGateway(["requests.burstPerSession": "1000", "requests.burstPerUser": "1000"]) { gateway in
            let session = try gateway.session("anna")
            for id in 100..<400 { try session.connection.send(#"{"id":\#(id),"op":"session.list"}"#) }
            for id in (100..<400).reversed() { #expect(try session.reply(to: UInt64(id)).error == nil) }
            #expect(throws: ClientError.self) { try session.reply(to: 100, within: .milliseconds(50)) }
        }
    }

    @Test func `a request in fragments is a request, also around a ping`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            let connection = session.connection
            try connection.send(frame: .text, Array(#"{"id":77,"#.utf8), isFinal: false)
            try connection.send(frame: .ping, [1, 2, 3])
            #expect(try connection.receive() == .pong([1, 2, 3]))
            try connection.send(frame: .continuation, Array(#""op":"session.list"}"#.utf8))
            #expect(try session.reply(to: 77).error == nil)
        }
    }

    @Test func `a binary message closes with 1003`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            try session.connection.send(binary: Array(#"{"id":1,"op":"session.list"}"#.utf8))
            #expect(try session.closeCode() == .unsupportedData)
        }
    }

    @Test func `a close frame is answered with its code, and the connection ends`() throws {
        try withGateway { gateway in
            let connection = try gateway.session("anna").connection
            try connection.close(CloseCode(rawValue: 3007), reason: "enough")
            #expect(try connection.receive() == .closed(CloseCode(rawValue: 3007), reason: ""))
            #expect(try connection.receive() == .ended)
        }
    }
}

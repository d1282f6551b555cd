import Client
import Framing
import JSON
import Testing

/// `Idempotency-Key`: X-10 over HTTP.
struct APIRepeatTests {
    @Test func `X-10: a repeat gets the first reply, whether its key is quoted or bare, at either door`() throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            func create(_ key: String) throws -> String? {
                let data = #"{"name": "g"}"#
                return try api.exchange("group.create", data, headers: [.idempotencyKey(key)]).reply.get()["groupID"]?
                    .string
            }
            let first = try create("k-1")
            #expect(try create("\"k-1\"") == first)
            #expect(try create("k-2") != first)
            let session = try gateway.session("alice")
            try session.connection.send(#"{"id": 99, "op": "group.create", "key": "k-1", "data": {"name": "g"}}"#)
            #expect(try session.reply(to: 99).get()["groupID"]?.string == first)
        }
    }

    @Test func `X-10: a key with another request is refused with 409`() throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            _ = try api.exchange("group.create", #"{"name": "g"}"#, headers: [.idempotencyKey("k")]).reply.get()
            let (reply, response) = try api.exchange("group.create", #"{"name": "h"}"#, headers: [.idempotencyKey("k")])
            #expect(reply.code == "gw 1006 conflict" && response.status == 409)
        }
    }

    @Test func `X-10: keys belong to the user, to the admin key, and to the admin key in a user's name`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice", "bob")
            let key = HTTPHeader.adminKey(gateway.keys.adminKey)
            let callers = [
                [HTTPHeader.bearer(gateway.token("alice"))], [.bearer(gateway.token("bob"))], [key, .asUser("alice")],
                [key, .asUser("bob")],
            ]
            var groups: Set<String> = []
            for caller in callers {
                let reply = try gateway.api(caller).exchange(
                    "group.create", #"{"name": "g"}"#, headers: [.idempotencyKey("k")]
                ).reply
                groups.insert(try #require(try reply.get()["groupID"]?.string))
            }
            #expect(groups.count == callers.count)
        }
    }

    @Test func `X-10: a body of the full length can carry a key, and white space does not count`() throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            var groups: Set<String> = []
            for count in [1 << 20, 1 << 10] {
                let body = #"{"name": "g""# + times(count - 13, " ") + "}"
                let reply = try api.exchange("group.create", body, headers: [.idempotencyKey("k")]).reply
                groups.insert(try #require(try reply.get()["groupID"]?.string))
            }
            #expect(groups.count == 1)
        }
    }

    @Test(arguments: ["", "\"\"", "two words", "\"", "a\"b", "é", String(repeating: "k", count: 65)])
    func `a key that is not 1 to 64 visible ASCII characters is refused`(key: String) throws {
        try withChat { gateway in
            let (reply, response) = try gateway.api([.bearer(gateway.token("alice"))]).exchange(
                "group.create", #"{"name": "g"}"#, headers: [.idempotencyKey(key)])
            #expect(reply.error?.keys == ["Idempotency-Key"] && response.status == 400)
        }
    }
}

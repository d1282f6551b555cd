import Client
import JSON
import Testing

/// The sessions of all users.
struct SessionFindTests {
    private func find(_ api: HTTPAPI, _ data: String) throws -> (sessions: [JSONValue], cursor: String) {
        let result = try api.request("admin.session.find", data).get()
        let sessions = try #require(result["sessions"]?.elements.map { Array($0) })
        return (sessions, try #require(result["cursor"]?.string))
    }

    private func devices(_ api: HTTPAPI, _ data: String) throws -> Set<String> {
        Set(try find(api, data).sessions.map { "\($0["userID"]?.string ?? "?") \($0["device"]?.string ?? "?")" })
    }

    @Test func `O-11: sessions are found by platform and by address, and a user's list has addresses`() throws {
        try withGateway { gateway in
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let anna = try gateway.session("anna", device: "phone", platform: "ios")
            let bert = try gateway.session("bert", device: "laptop", platform: "pc")
            let cora = try gateway.session("cora", device: "tablet", platform: "ios") {
                $0.channel.localAddress = "127.0.0.9"
            }
            #expect(try devices(api, "{}") == ["anna phone", "bert laptop", "cora tablet"])
            #expect(try devices(api, #"{"platform": "ios"}"#) == ["anna phone", "cora tablet"])
            #expect(try devices(api, #"{"address": "127.0.0.9"}"#) == ["cora tablet"])
            #expect(try devices(api, #"{"address": "127.0.0.0/29", "platform": "pc"}"#) == ["bert laptop"])
            #expect(try devices(api, #"{"address": "10.0.0.0/8"}"#).isEmpty)
            let listed = try api.request("admin.session.list", #"{"userID": "cora"}"#).get()
            #expect(listed["sessions"]?.elements.map { Array($0) }?.first?["address"]?.string == "127.0.0.9")
            for wrong in [#"{"address": "here"}"#, #"{"cursor": "x"}"#, #"{"platform": "boat"}"#, #"{"limit": 0}"#] {
                #expect(try api.request("admin.session.find", wrong).error?.code == 1001, "\(wrong)")
            }
            withExtendedLifetime((anna, bert, cora)) {}
        }
    }

    @Test func `O-11: page by page each session comes once`() throws {
        try withGateway { gateway in
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let sessions = try (0..<23).map { try gateway.session("user\($0 % 12)", device: "d\($0)") }
            var (found, cursor, pages): ([String], String, Int) = ([], "", 0)
            repeat {
                let page = try find(api, #"{"limit": 5, "cursor": "\#(cursor)"}"#)
                #expect(page.sessions.count <= 5)
                found += page.sessions.compactMap { $0["device"]?.string }
                (cursor, pages) = (page.cursor, pages + 1)
            } while !cursor.isEmpty && pages < 100
            #expect(found.sorted() == (0..<23).map { "d\($0)" }.sorted())
            withExtendedLifetime(sessions) {}
        }
    }
}

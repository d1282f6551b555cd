import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// Lists of sessions: the same at all nodes, wherever the sockets are.
@Suite(.alone("It has nodes of its own."), .serialized) struct SeatListTests {
    @Test func `O-21, X-12: a user's sessions are listed alike at all nodes, and ended from any of them`() throws {
        try withNodes { nodes in
            let devices = ["phone", "tab", "pc"]
            let sessions = try zip(devices, nodes.all).map { device, node in
                pause(.milliseconds(5))
                return try node.session("anna", device: device)
            }
            for (device, session) in zip(devices, sessions) {
                try until("all see all") { try session.devices() == devices }
                let list = Array(try #require(try session.request("session.list").get()["sessions"]?.elements))
                #expect(list.filter { $0["current"]?.bool == true }.compactMap { $0["device"]?.string } == [device])
                let times = list.compactMap { $0["openedAt"]?.int64 }
                #expect(times.count == 3 && times == times.sorted())
            }
            // Of another node.
            let phone = try sessions[2].identifier(ofDevice: "phone")
            #expect(try close(phone, from: sessions[2]) == true)
            #expect(try sessions[0].event("session.kicked")["reason"]?.string == "closedByUser")
            #expect(try sessions[0].closeCode() == .closedByUser)
            #expect(try close(phone, from: sessions[2]) == false)
            // A user's own alone, and no nonsense.
            let bert = try nodes.all[0].session("bert")
            #expect(try close(try sessions[1].identifier(ofDevice: "tab"), from: bert) == false)
            #expect(try close("nonsense", from: bert) == false)
            for session in sessions.dropFirst() {
                try until("two are left") { try session.devices() == ["tab", "pc"] }
            }
            let overHTTP = try nodes.all[0].api([.bearer(nodes.all[0].token("anna"))])
            let listed = try overHTTP.request("session.list").get()["sessions"]
            #expect(listed?.elements.map { Array($0) }?.compactMap { $0["device"]?.string } == ["tab", "pc"])
        }
    }

    private func close(_ target: String, from session: ClientSession) throws -> Bool? {
        try session.request("session.close", #"{"session": "\#(target)"}"#).get()["closed"]?.bool
    }

    @Test func `O-21, O-11, X-68: administrators see and end sessions of all nodes at each of them`() throws {
        try withNodes { nodes in
            let anna = try nodes.all[0].session("anna", device: "phone", platform: "ios")
            let other = try nodes.all[1].session("anna", device: "laptop", platform: "pc")
            let bert = try nodes.all[2].session("bert", device: "tab") { $0.channel.localAddress = "127.0.0.9" }
            for node in nodes.all {
                let api = try node.operatorAPI()
                func devices(_ operation: String, _ data: String) throws -> [String] {
                    let list = try api.request(operation, data).get()["sessions"]?.elements.map { Array($0) } ?? []
                    return list.compactMap { $0["device"]?.string }
                }
                try until("the node knows all") {
                    try devices("admin.session.list", #"{"userID": "anna"}"#) == ["phone", "laptop"]
                        && devices("admin.session.find", "{}").sorted() == ["laptop", "phone", "tab"]
                }
                try until("their nodes are named") {
                    let list = try api.request("admin.session.list", #"{"userID": "anna"}"#).get()["sessions"]
                    return list?.elements.map { Array($0) }?.map { $0["node"]?.string } == ["n0", "n1"]
                }
                #expect(try devices("admin.session.find", #"{"platform": "ios"}"#) == ["phone"])
                #expect(try devices("admin.session.find", #"{"address": "127.0.0.8/29"}"#) == ["tab"])
                #expect(try pages(api) == ["laptop", "phone", "tab"])
                let state = try api.request("admin.user.state", #"{"userID": "bert"}"#).get()
                #expect(state["online"]?.bool == true && state["sessions"]?.count == 1)
                #expect(state["sessions"]?.elements.map { Array($0) }?.first?["address"]?.string == "127.0.0.9")
                let accounts = try api.request("admin.account.get", #"{"userIDs": ["anna", "bert"]}"#).get()
                #expect(
                    accounts["accounts"]?.elements.map { Array($0) }?.allSatisfy { $0["online"]?.bool == true } == true)
                let all = try api.request("admin.account.list", "{}").get()
                #expect(all["accounts"]?.elements.map { Array($0) }?.allSatisfy { $0["online"]?.bool == true } == true)
            }
            let kicked = try nodes.all[2].operatorAPI().request(
                "admin.session.kick", #"{"userID": "anna", "device": "phone", "reason": "lost"}"#
            ).get()
            #expect(kicked["kicked"]?.int64 == 1)
            #expect(try anna.event("session.kicked")["text"]?.string == "lost")
            try bert.leave()
            for node in nodes.all {
                try until("only the laptop is left") {
                    let list = try node.operatorAPI().request("admin.session.find", "{}").get()["sessions"]
                    return list?.elements.map { Array($0) }?.compactMap { $0["device"]?.string } == ["laptop"]
                }
            }
            withExtendedLifetime(other) {}
        }
    }

    @Test func `O-21, X-12: sessions that are ended at one node are in no list of any when that is answered`() throws {
        try withNodes { nodes in
            for round in 0..<10 {
                let user = "user\(round)"
                let sessions = try nodes.all.map { try $0.session(user, device: "at \($0.port)") }
                let ends = round % 2 == 0
                let (operation, data) =
                    ends
                    ? ("admin.session.kick", #"{"userID": "\#(user)", "reason": "round \#(round)"}"#)
                    : ("admin.account.disable", #"{"userIDs": ["\#(user)"]}"#)
                let asked = nodes.all[round % nodes.all.count]
                let (reply, response) = try asked.operatorAPI().exchange(operation, data)
                _ = try reply.get()
                let position = try #require(response.headers.first(of: "martlet-position"))
                for node in nodes.all {
                    let known = [HTTPHeader("Martlet-Position", position)]
                    let state = try node.operatorAPI().exchange(
                        "admin.user.state", #"{"userID": "\#(user)"}"#, headers: known
                    ).reply.get()
                    #expect(state["online"]?.bool == false && state["sessions"]?.count == 0)
                    let found = try node.operatorAPI().exchange("admin.session.find", "{}", headers: known).reply.get()
                    #expect(found["sessions"]?.count == 0)
                }
                for session in sessions {
                    let event = try session.event("session.kicked")
                    #expect(event["reason"]?.string == (ends ? "kicked" : "accountEnded"))
                    #expect(event["text"]?.string == (ends ? "round \(round)" : nil))
                    #expect(try session.closeCode()?.rawValue == (ends ? 4305 : 4304))
                }
            }
        }
    }

    /// The devices of all pages of one session each.
    private func pages(_ api: HTTPAPI) throws -> [String] {
        var (found, cursor): ([String], String) = ([], "")
        for _ in 0..<10 {
            let page = try api.request("admin.session.find", #"{"limit": 1, "cursor": "\#(cursor)"}"#).get()
            found += page["sessions"]?.elements.map { Array($0) }?.compactMap { $0["device"]?.string } ?? []
            cursor = page["cursor"]?.string ?? ""
            if cursor.isEmpty { break }
        }
        return found.sorted()
    }
}

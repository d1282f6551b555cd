import Client
import JSON
import Testing

extension GatewayProcess {
    /// The codes.
    func erase(_ users: String..., messages: Bool = true) throws -> [Int] {
        let data = #"{"userIDs": \#(list(users)), "messages": \#(messages)}"#
        let results = try admin().request("admin.account.erase", data).get()["results"]
        return try #require(results?.elements).map { try #require($0["code"]?.int) }
    }

    func erasures() throws -> [(user: String, leavesTraces: Bool, hasStopped: Bool)] {
        let erasures = try admin().request("admin.account.erasures").get()["erasures"]
        return try #require(erasures?.elements).map {
            (
                try #require($0["userID"]?.string), try #require($0["leavesTraces"]?.bool as Bool?),
                try #require($0["hasStopped"]?.bool as Bool?)
            )
        }
    }

    func waitUntilErased() throws {
        let admin = try admin()
        try until("all is erased") { try admin.request("admin.account.erasures").get()["erasures"]?.count == 0 }
    }
}

import Client
import JSON
import Testing

/// Requests of users about their friends, in one line each.
extension ClientSession {
    // MARK: - Friends

    /// The code of the result. `more` are further parameters as JSON members.
    @discardableResult
    func add(_ user: String, _ more: String = "") throws -> Int {
        try result(of: "friend.add", user, more).code
    }

    @discardableResult
    func respond(to user: String, _ response: Int, _ more: String = "") throws -> Int {
        try result(of: "friend.respond", user, #""response": \#(response)\#(more.isEmpty ? "" : ", \(more)")"#).code
    }

    /// `type` 1: the caller has them no longer; 2: nor they the caller.
    @discardableResult
    func deleteFriends(_ users: [String], type: Int = 1) throws -> [Int] {
        try results(of: "friend.delete", users, #""delType": \#(type)"#).map(\.code)
    }

    /// The relations to them as `friend.check` numbers them.
    func check(_ users: String..., type: Int = 2) throws -> [Int] {
        let data = #"{"userIDs": \#(list(users)), "checkType": \#(type)}"#
        let results = try #require(try request("friend.check", data).get()["results"]?.elements)
        return try results.map { try #require($0["relation"]?.int) }
    }

    func modifyFriend(_ user: String, _ values: String) throws {
        let ok = try request("friend.modify", #"{"userID": "\#(user)", "values": {\#(values)}}"#).get()
        #expect(ok.count == 0)
    }

    /// All pages.
    func friends(count: Int = 500) throws -> [Friend] {
        var friends: [Friend] = []
        var next = ""
        repeat {
            let page = try request("friend.list", #"{"next": "\#(next)", "count": \#(count)}"#).get()
            let more = try #require(page["friends"]?.elements).map { try Friend($0) }
            #expect(more.count <= count)
            friends += more
            let last = next
            next = try #require(page["next"]?.string)
            try #require(next.isEmpty || next > last, "the pages come to no end")
            #expect(page["isFinished"]?.bool == next.isEmpty)
        } while !next.isEmpty
        return friends
    }

    func friend(_ user: String) throws -> Friend? {
        try friends().first { $0.user == user }
    }

    // MARK: - Pendencies

    /// The first page. `type` 1: those got; 2: those made; 3: both.
    func pendencies(_ type: Int = 3, _ more: String = #""numPerPage": 100"#) throws -> PendencyPage {
        try PendencyPage(try request("pendency.list", #"{"type": \#(type), \#(more)}"#).get())
    }

    func deletePendencies(_ type: Int, _ users: [String]) throws {
        let ok = try request("pendency.delete", #"{"type": \#(type), "userIDs": \#(list(users))}"#).get()
        #expect(ok.count == 0)
    }

    /// Returns the number of unread requests.
    @discardableResult
    func reportPendencies(upTo time: Int) throws -> Int {
        try #require(try request("pendency.report", #"{"timestamp": \#(time)}"#).get()["unreadCount"]?.int)
    }

    // MARK: - Blacklist

    @discardableResult
    func block(_ users: String...) throws -> [Int] { try results(of: "blacklist.add", users).map(\.code) }

    @discardableResult
    func unblock(_ users: String...) throws -> [Int] { try results(of: "blacklist.delete", users).map(\.code) }

    func blacklist() throws -> [Blocked] {
        let ok = try request("blacklist.list").get()
        return try #require(ok["users"]?.elements).map { try Blocked($0) }
    }

    // MARK: - Friend groups

    /// All, or those named.
    func groups(_ names: [String]? = nil) throws -> [FriendGroup] {
        let names = names.map { #""names": \#(list($0)), "# } ?? ""
        var groups: [FriendGroup] = []
        var next = 0
        repeat {
            let page = try request("friendGroup.list", #"{\#(names)"next": \#(next)}"#).get()
            groups += try #require(page["groups"]?.elements).map { try FriendGroup($0) }
            let last = next
            next = try #require(page["next"]?.int)
            try #require(next == 0 || next > last, "the pages come to no end")
            #expect(page["isFinished"]?.bool == (next == 0))
        } while next != 0
        return groups
    }

    @discardableResult
    func createGroups(_ names: [String], with users: [String] = []) throws -> [Int] {
        try results(of: "friendGroup.create", users, #""names": \#(list(names))"#).map(\.code)
    }

    @discardableResult
    func addToGroup(_ name: String, _ users: String...) throws -> [Int] {
        try results(of: "friendGroup.addFriends", users, #""name": "\#(name)""#).map(\.code)
    }

    @discardableResult
    func removeFromGroup(_ name: String, _ users: String...) throws -> [Int] {
        try results(of: "friendGroup.removeFriends", users, #""name": "\#(name)""#).map(\.code)
    }

    func renameGroup(_ name: String, to newName: String) throws {
        _ = try request("friendGroup.rename", #"{"name": "\#(name)", "newName": "\#(newName)"}"#).get()
    }

    func deleteGroups(_ names: String...) throws {
        _ = try request("friendGroup.delete", #"{"names": \#(list(names))}"#).get()
    }

    // MARK: - Profiles

    func modifySelf(_ values: String) throws {
        let ok = try request("profile.modifySelf", #"{"values": {\#(values)}}"#).get()
        #expect(ok.count == 0)
    }

    /// 0: anybody may add; 1: asks for confirmation; 2: nobody may.
    func setAllowType(_ type: Int) throws { try modifySelf(#""allowType": \#(type)"#) }

    func profiles(_ users: String...) throws -> [JSONValue] {
        let ok = try request("profile.get", #"{"userIDs": \#(list(users))}"#).get()
        #expect(ok["left"]?.count == 0)
        return Array(try #require(ok["profiles"]?.elements))
    }

    func profile() throws -> JSONValue {
        try #require(try request("profile.getSelf").get()["profile"])
    }

    // MARK: - Results

    func result(of operation: String, _ user: String, _ more: String = "") throws -> UserResult {
        let more = more.isEmpty ? "" : ", \(more)"
        let ok = try request(operation, #"{"userID": "\#(user)"\#(more)}"#).get()
        let result = try UserResult(try #require(ok["result"]))
        #expect(result.user == user)
        return result
    }

    func results(of operation: String, _ users: [String], _ more: String = "") throws -> [UserResult] {
        let more = more.isEmpty ? "" : ", \(more)"
        let ok = try request(operation, #"{"userIDs": \#(list(users))\#(more)}"#).get()
        let results = try #require(ok["results"]?.elements).map { try UserResult($0) }
        #expect(results.map(\.user) == users)
        return results
    }
}

extension GatewayProcess {
    /// Each has the other, and their sessions have taken the events of it.
    func befriend(_ one: ClientSession, _ other: ClientSession, _ user: String) throws {
        try #require(try one.add(user) == 0)
        _ = try [one, other].map { try $0.settle() }
    }

    /// A session whose user asks to be asked.
    func wary(_ user: String, device: String = "d1") throws -> ClientSession {
        let session = try online(user, device: device)
        try session.setAllowType(1)
        _ = try session.settle()
        return session
    }
}

/// `["a","b"]`
func list(_ texts: [String]) -> String {
    "[\(texts.map { #""\#($0)""# }.joined(separator: ","))]"
}

func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

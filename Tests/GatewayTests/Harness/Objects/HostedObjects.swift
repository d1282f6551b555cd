import Client
import JSON
import Testing

/// A hosted profile as a viewer gets it. What is to be in each is required to be, and nothing else.
struct Hosted: Equatable {
    let user: String
    var name = ""
    var portrait = ""
    /// False: name and portrait alone are there.
    var isWhole = true
    var uniqueID = ""
    var email = ""
    var birthday = ""
    var gender = 0
    var location = ""
    var role = 0
    var level = 0
    var ext: [String: String] = [:]

    /// One that has never been edited.
    init(_ user: String) { self.user = user }

    init(_ json: JSONValue) throws {
        user = try #require(json["userId"]?.string)
        name = try #require(json["name"]?.string)
        portrait = try #require(json["portraitUri"]?.string)
        isWhole = json.count != 3
        guard isWhole else { return }
        #expect(
            json.keys == [
                "userId", "name", "portraitUri", "uniqueId", "email", "birthday", "gender", "location", "role", "level",
                "userExtProfile",
            ])
        uniqueID = try #require(json["uniqueId"]?.string)
        email = try #require(json["email"]?.string)
        birthday = try #require(json["birthday"]?.string)
        gender = try #require(json["gender"]?.int)
        location = try #require(json["location"]?.string)
        role = try #require(json["role"]?.int)
        level = try #require(json["level"]?.int)
        let ext = try #require(json["userExtProfile"]?.members).map { key, value in
            (try #require(key.string), try #require(value.string))
        }
        self.ext = Dictionary(uniqueKeysWithValues: ext)
    }

    /// The part for those who may see no more.
    var part: Hosted {
        var part = Hosted(user)
        (part.name, part.portrait, part.isWhole) = (name, portrait, false)
        return part
    }
}

/// Requests of users about hosted profiles.
extension ClientSession {
    /// `properties` are JSON members.
    func update(_ properties: String) throws {
        let ok = try request("userProfile.update", "{\(properties)}").get()
        #expect(ok.count == 0)
    }

    /// One's own.
    func hosted() throws -> Hosted {
        try Hosted(#require(try request("userProfile.getMine").get()["profile"]))
    }

    func hosted(_ users: [String]) throws -> [Hosted] {
        let ok = try request("userProfile.get", #"{"userIds": \#(list(users))}"#).get()
        return try #require(ok["profiles"]?.elements).map { try Hosted($0) }
    }

    func hosted(_ user: String) throws -> Hosted { try #require(try hosted([user]).first) }

    func found(_ uniqueID: String) throws -> Hosted {
        try Hosted(#require(try request("userProfile.search", #"{"uniqueId": "\#(uniqueID)"}"#).get()["profile"]))
    }

    /// 0: as the application has it; 1: name and portrait alone; 2: everybody; 3: friends.
    func setVisibility(_ visibility: Int) throws {
        let ok = try request("userProfile.setVisibility", #"{"visibility": \#(visibility)}"#).get()
        #expect(ok.count == 0)
    }

    func visibility() throws -> Int {
        try #require(try request("userProfile.getVisibility").get()["visibility"]?.int)
    }

    // MARK: - Administrators

    func setUniqueID(_ uniqueID: String, of user: String) throws -> String {
        let data = #"{"userId": "\#(user)", "uniqueId": "\#(uniqueID)"}"#
        return try request("admin.userProfile.setUniqueId", data).error?.number ?? "ok"
    }

    /// Of all who have not said otherwise: 1: name and portrait alone; 2: everybody; 3: friends.
    func setStandardVisibility(_ visibility: Int) throws {
        _ = try request("admin.userProfile.setVisibility", #"{"visibility": \#(visibility)}"#).get()
    }
}

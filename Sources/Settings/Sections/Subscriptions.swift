extension Configuration {
    package struct Hosting: Equatable, Sendable {
        package enum Visibility: String, CaseIterable, Sendable {
            case invisible, everyone, friends
        }

        package var enabled: Bool
        package var visibility: Visibility
        package var extensions: [String]
        package var auditedProperties: [String]

        init(_ setting: inout SettingReader) {
            setting.section("hosting", "Hosted profiles, as in RongCloud.")
            enabled = setting("enabled", .flag, or: true, "Whether the gateway has hosted profiles.")
            visibility = setting(
                "visibility", .choice, or: .invisible,
                "The visibility of the profiles of users who have not set it. An administrator can change it "
                    + "while the gateway runs; the administrator's value then counts.")
            extensions = setting(
                "extensions", .list(of: .extensionName, "names"), or: [],
                "The names of the application's own properties: `ext_` and letters, up to 32 characters in all.")
            auditedProperties = setting(
                "auditedProperties", .list(of: .text, "texts"),
                or: ["name", "portraitUri", "email", "birthday", "location"],
                "The properties and extensions in which the words of `profiles.auditedWords` are forbidden.")
        }
    }

    package struct Subscriptions: Equatable, Sendable {
        package var enabled: Bool
        package var perUser: Int
        package var followersPerUser: Int
        package var reconnectMilliseconds: Int
        package var batchMilliseconds: Int
        package var cacheBytes: Int

        init(_ setting: inout SettingReader) {
            setting.section("subscriptions", "Subscriptions: users follow the presence and profiles of others.")
            enabled = setting("enabled", .flag, or: true, "Whether the gateway has subscriptions.")
            perUser = setting(
                "perUser", .integer(1...1000), or: 1000, "The most users that a user follows, of each type.")
            followersPerUser = setting(
                "followersPerUser", .integer(1...5000), or: 5000, "The most users that follow a user, of each type.")
            reconnectMilliseconds = setting(
                "reconnectMilliseconds", .integer(0...600_000), or: 3000,
                "How long after the last session on a platform has ended a user is reported as away, unless the "
                    + "user is back."
            )
            batchMilliseconds = setting(
                "batchMilliseconds", .integer(0...1000), or: 200,
                "How long events about others are gathered for a session before it gets them, with the state as "
                    + "it is then.")
            cacheBytes = setting(
                "cacheBytes", .integer(1_048_576...68_719_476_736), or: 134_217_728,
                "About how much memory the subscriptions may take.")
        }
    }
}

extension SettingType<String> {
    /// The name of a field of the application's own (S-Q07).
    fileprivate static let extensionName = checked("`ext_` and letters, up to 32 characters in all") { name in
        name.hasPrefix("ext_") && (5...32).contains(name.utf8.count)
            && name.utf8.dropFirst(4).allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
}

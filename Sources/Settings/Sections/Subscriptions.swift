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
            setting.section("hosting", "Hosted profiles, as RongCloud has them.")
            enabled = setting("enabled", .flag, or: true, "Whether there are any.")
            visibility = setting(
                "visibility", .choice, or: .invisible,
                "Who sees the profiles of users who have not said who may. An administrator can change it while the "
                    + "gateway runs, which counts more.")
            extensions = setting(
                "extensions", .list(of: .extensionName, "names"), or: [],
                "Names of the application's own properties: `ext_`, and letters, up to 32 in all.")
            auditedProperties = setting(
                "auditedProperties", .list(of: .text, "texts"),
                or: ["name", "portraitUri", "email", "birthday", "location"],
                "The properties, and extensions, that may have none of `profiles.auditedWords` in them.")
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
            setting.section("subscriptions", "Who is told of whose presence and profile.")
            enabled = setting("enabled", .flag, or: true, "Whether there are any.")
            perUser = setting(
                "perUser", .integer(1...1000), or: 1000, "The most users that a user follows, of each type.")
            followersPerUser = setting(
                "followersPerUser", .integer(1...5000), or: 5000, "The most users that follow a user, of each type.")
            reconnectMilliseconds = setting(
                "reconnectMilliseconds", .integer(0...600_000), or: 3000,
                "A user whose last session on a platform has ended is told to be away after so long, unless it is back."
            )
            batchMilliseconds = setting(
                "batchMilliseconds", .integer(0...1000), or: 200,
                "What a session is told of others is gathered for so long, and told as it is then.")
            cacheBytes = setting(
                "cacheBytes", .integer(1_048_576...68_719_476_736), or: 134_217_728,
                "What may be held in memory of who follows whom, about.")
        }
    }
}

extension SettingType<String> {
    /// S-Q07.
    fileprivate static let extensionName = checked("`ext_` and letters, up to 32 in all") { name in
        name.hasPrefix("ext_") && (5...32).contains(name.utf8.count)
            && name.utf8.dropFirst(4).allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
}

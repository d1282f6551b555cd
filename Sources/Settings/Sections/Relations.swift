import Domain

extension Configuration {
    package struct Profiles: Equatable, Sendable {
        package var customFields: [String: CustomFieldKind]
        package var auditedWords: [String]
        package var nicknameCharacters: Int
        package var faceUrlCharacters: Int
        package var valueBytes: Int
        package var search: Bool

        /// The widest limits that can be set.
        package static let most = (nicknameCharacters: 128, faceUrlCharacters: 2048, valueBytes: 4096)

        init(_ setting: inout SettingReader) {
            setting.section("profiles", "The users' profiles.")
            customFields = setting(
                "customFields", .customFields, or: [:],
                "The application's own fields, by name. Requests write them as `Tag_Profile_Custom_` and the name.")
            auditedWords = setting(
                "auditedWords", .list(of: .text, "texts"), or: [],
                "Forbidden words in nicknames, avatars and the reasons of friend requests. They are found in any "
                    + "case, with any marks and invisible characters.")
            nicknameCharacters = setting(
                "nicknameCharacters", .integer(1...Self.most.nicknameCharacters), or: 32,
                "The longest nickname, in characters.")
            faceUrlCharacters = setting(
                "faceUrlCharacters", .integer(1...Self.most.faceUrlCharacters), or: 128,
                "The longest URL of an avatar, in characters. Lists carry it for each user.")
            valueBytes = setting(
                "valueBytes", .integer(1...Self.most.valueBytes), or: 500,
                "The longest value of a field of a profile, in bytes: nicknames, avatars, signatures and the "
                    + "application's own fields. An avatar above 500 bytes needs both limits.")
            search = setting(
                "search", .flag, or: false,
                "Users find others by their nicknames: those who have said that they can be found.")
        }
    }

    package struct Friends: Equatable, Sendable {
        package var perUser: Int
        package var groupsPerUser: Int
        package var blockedPerUser: Int
        package var requestsPerUser: Int
        package var customFields: [String: CustomFieldKind]
        package var addsPerMinute: Int
        package var deletesPerMinute: Int

        init(_ setting: inout SettingReader) {
            setting.section("friends", "The users' relations.")
            perUser = setting("perUser", .integer(1...100_000), or: 3000, "The most friends of a user.")
            groupsPerUser = setting("groupsPerUser", .integer(1...1000), or: 32, "The most friend groups of a user.")
            blockedPerUser = setting("blockedPerUser", .integer(1...5000), or: 1000, "The most users in a blacklist.")
            requestsPerUser = setting(
                "requestsPerUser", .integer(1...1000), or: 100,
                "The most waiting friend requests that a user has sent, and the most that a user has received.")
            customFields = setting(
                "customFields", .customFields, or: [:],
                "The application's own fields that a user has for each friend, by name. Requests write them as "
                    + "`Tag_SNS_Custom_` and the name.")
            addsPerMinute = setting(
                "addsPerMinute", .integer(0...60_000), or: 0, "How often a user may add a friend; 0: no limit.")
            deletesPerMinute = setting(
                "deletesPerMinute", .integer(0...60_000), or: 0,
                "How often a user may delete friends; 0: no limit.")
        }
    }
}

extension Configuration {
    package struct Groups: Equatable, Sendable {
        package enum Inviters: String, CaseIterable, Sendable {
            case everybody, friends
        }

        package var usersPerGroup: Int
        package var usersPerSuperGroup: Int
        package var perUser: Int
        package var createsPerHour: Int
        package var invitesPerHour: Int
        package var autoAcceptFrom: Inviters
        package var requestDays: Int
        package var eventsPerGroup: Int
        package var fileBytes: Int
        package var filesPerGroup: Int
        package var receipts: Bool
        package var leadersNameAll: Bool
        package var nicknames: Bool
        package var search: Bool

        init(_ setting: inout SettingReader) {
            setting.section("groups", "Groups. NIM calls them teams.")
            usersPerGroup = setting(
                "usersPerGroup", .integer(3...2000), or: 2000, "The largest `maxUsers` of a group.")
            usersPerSuperGroup = setting(
                "usersPerSuperTeam", .integer(3...10_000), or: 10_000, "The largest `maxUsers` of a super team.")
            perUser = setting(
                "perUser", .integer(1...10_000), or: 600,
                "The most groups that a user is in. The last 50, at most half of them, are reserved for groups "
                    + "that the user joins or creates.")
            createsPerHour = setting(
                "createsPerHour", .integer(0...100_000), or: 100,
                "How many groups a user may create in an hour; 0: no limit.")
            invitesPerHour = setting(
                "invitesPerHour", .integer(0...1_000_000), or: 2000,
                "How many users a user may invite in an hour, those of `group.create` included; 0: no limit.")
            autoAcceptFrom = setting(
                "autoAcceptFrom", .choice, or: .everybody,
                "The inviters who may make a user a member without asking: everybody, or only the user's friends.")
            requestDays = setting(
                "requestDays", .integer(0...36_500), or: 0,
                "How long invitations and requests to join wait for an answer; 0: for ever.")
            eventsPerGroup = setting(
                "eventsPerGroup", .integer(100...1_000_000), or: 10_000,
                "How many events a group's stream keeps at least; older events are deleted by the hundred.")
            fileBytes = setting(
                "fileBytes", .integer(1...1_073_741_824), or: 10_485_760, "The largest shared file, in bytes.")
            filesPerGroup = setting(
                "filesPerGroup", .integer(1...100_000), or: 1000, "The most shared files of a group.")
            receipts = setting(
                "receipts", .flag, or: false, "Members of groups of up to 100 can send receipts.")
            leadersNameAll = setting(
                "leadersNameAll", .flag, or: false, "Only owner and admins may mention all members in a message.")
            nicknames = setting(
                "nicknames", .flag, or: false,
                "Messages in groups carry the sender's nickname in the group: the member's attribute `nickname`.")
            search = setting("search", .flag, or: false, "Users find public groups by their names.")
        }
    }
}

extension SettingType<[String: CustomFieldKind]> {
    /// The names and types of custom fields (R-Q05).
    fileprivate static let customFields = Self(
        name: "an object of up to 20 names of 1 to 8 letters, each with \"number\", \"string\" or \"bytes\"",
        environmentForm: .literal
    ) { kind, _ in
        guard case .object(let members) = kind, members.count <= 20 else { return nil }
        var fields: [String: CustomFieldKind] = [:]
        for member in members {
            guard CustomFieldKind.isName(member.name), case .text(let word) = member.value.kind,
                let kind = CustomFieldKind(rawValue: word), fields.updateValue(kind, forKey: member.name) == nil
            else { return nil }
        }
        return fields
    } show: { fields in
        let members = fields.sorted { $0.key < $1.key }.map { "\($0.key): \"\($0.value.rawValue)\"" }
        return "{" + members.joined(separator: ", ") + "}"
    }
}

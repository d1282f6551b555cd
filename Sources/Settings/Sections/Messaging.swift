extension Configuration {
    package struct Accounts: Equatable, Sendable {
        package var autoCreate: Bool

        init(_ setting: inout SettingReader) {
            setting.section("accounts", "Who may have a session and be written to.")
            autoCreate = setting(
                "autoCreate", .flag, or: true,
                "The first session of a user makes the account. If not, an administrator does, before.")
        }
    }

    package struct Messages: Equatable, Sendable {
        package var requireFriend: Bool
        package var textCharacters: Int
        package var bodyBytes: Int
        package var bytesPerUserPerDay: Int
        package var retentionDays: Int
        package var retryHours: Int

        init(_ setting: inout SettingReader) {
            setting.section("messages", "What may be sent, and how long it is kept.")
            requireFriend = setting("requireFriend", .flag, or: false, "Only friends may write to each other.")
            textCharacters = setting(
                "textCharacters", .integer(1...65_536), or: 5000, "The longest text, in characters.")
            bodyBytes = setting(
                "bodyBytes", .integer(64...1_048_576), or: 16_384, "The largest body, in bytes of JSON.")
            bytesPerUserPerDay = setting(
                "bytesPerUserPerDay", .integer(0...1_099_511_627_776), or: 104_857_600,
                "The most that a user's messages of one day (UTC) may have, in bytes; with more they are refused. 0: any number."
            )
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7,
                "How long messages are found in the history. A conversation's last one stays.")
            retryHours = setting(
                "retryHours", .integer(1...720), or: 24,
                "How long at least a message or a request with a key can be repeated without being carried out twice.")
        }
    }

    package struct Conversations: Equatable, Sendable {
        package var perUser: Int
        package var retentionDays: Int

        init(_ setting: inout SettingReader) {
            setting.section("conversations", "The users' lists of conversations.")
            perUser = setting(
                "perUser", .integer(1...10_000), or: 100, "The most in a list; one more takes the place of the last.")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7, "When a conversation without a change leaves the list.")
        }
    }

    package struct Streams: Equatable, Sendable {
        package var resumeMessages: Int
        package var resumeBytes: Int
        package var resumeEvents: Int
        package var eventsPerUser: Int
        package var retentionDays: Int
        package var devicesPerUser: Int

        init(_ setting: inout SettingReader) {
            setting.section("streams", "What a device that comes back is given.")
            resumeMessages = setting(
                "resumeMessages", .integer(1...100_000), or: 2000,
                "The most messages in the reply that opens a session; a conversation with more answers `gap`.")
            resumeBytes = setting(
                "resumeBytes", .integer(1024...1_073_741_824), or: 524_288,
                "The most bytes of messages and events in that reply; never more than half of outbox.bytesPerConnection."
            )
            resumeEvents = setting(
                "resumeEvents", .integer(1...100_000), or: 1000, "The most events of the user's stream in that reply.")
            eventsPerUser = setting(
                "eventsPerUser", .integer(100...1_000_000), or: 10_000, "How many events a user's stream keeps.")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7, "How long a user's stream keeps its events.")
            devicesPerUser = setting(
                "devicesPerUser", .integer(1...1000), or: 20,
                "For how many devices is kept what they have been told; the one silent longest gives way.")
        }
    }
}

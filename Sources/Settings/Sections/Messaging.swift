import Domain

extension Configuration {
    package struct Accounts: Equatable, Sendable {
        package var autoCreate: Bool
        package var systemSender: String?

        init(_ setting: inout SettingReader) {
            setting.section("accounts", "Accounts: the users who may have a session and get messages.")
            autoCreate = setting(
                "autoCreate", .flag, or: true,
                "The first session of a user creates the account. If off, an administrator must create it before.")
            systemSender = setting(
                "systemSender", .optional(.userID), or: nil,
                "The sender of `admin.message.send` without `from`. No user has this id, finds it or can write to it.")
        }
    }

    package struct Messages: Equatable, Sendable {
        package var requireFriend: Bool
        package var textCharacters: Int
        package var bodyBytes: Int
        package var streamBytes: Int
        package var bytesPerUserPerDay: Int
        package var retentionDays: Int
        package var retryHours: Int
        package var recallSeconds: Int
        package var editSeconds: Int
        package var reactionsPerMessage: Int
        package var changeDays: Int
        package var search: Bool
        package var deliveryReceipts: Bool

        init(_ setting: inout SettingReader) {
            setting.section("messages", "The limits of messages, and how long they are kept.")
            requireFriend = setting("requireFriend", .flag, or: false, "Only friends may write to each other.")
            textCharacters = setting(
                "textCharacters", .integer(1...65_536), or: 5000, "The longest text, in characters.")
            bodyBytes = setting(
                "bodyBytes", .integer(64...1_048_576), or: 16_384, "The largest body, in bytes of JSON.")
            streamBytes = setting(
                "streamBytes", .integer(1_024...1_048_576), or: 131_072,
                "The longest text of a streamed message, in bytes. One with more ends.")
            bytesPerUserPerDay = setting(
                "bytesPerUserPerDay", .integer(0...1_099_511_627_776), or: 104_857_600,
                "The most bytes that a user stores in one day (UTC): messages, edits, reactions, files and texts of "
                    + "groups, replies kept for repeats, each with 100 bytes for its row. What is more is refused. "
                    + "0: no limit."
            )
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7,
                "How long messages stay in the history. A conversation's last message is always kept.")
            retryHours = setting(
                "retryHours", .integer(1...720), or: 24,
                "For at least this time, a message or a request with a key can be repeated without being carried "
                    + "out twice.")
            recallSeconds = setting(
                "recallSeconds", .integer(-1...2_147_483_647), or: 120,
                "For how long a sender can recall a message. 0: never; -1: always.")
            editSeconds = setting(
                "editSeconds", .integer(-1...2_147_483_647), or: 86_400,
                "For how long a sender can edit a message. 0: never; -1: always.")
            reactionsPerMessage = setting(
                "reactionsPerMessage", .integer(0...1_000), or: 32, "The most kinds of reactions that a message has.")
            changeDays = setting(
                "changeDays", .integer(1...36_500), or: 30,
                "For how long a device that was away can learn of changes of messages.")
            search = setting(
                "search", .flag, or: true,
                "Users can search their messages; the file `search.db` in `data.directory` is the index. If off, there "
                    + "is no such file.")
            deliveryReceipts = setting(
                "deliveryReceipts", .flag, or: false,
                "Between two users, senders are told up to where their messages have come to a device of the other. "
                    + "Each burst of messages is one more write for each receiver.")
        }
    }

    package struct Conversations: Equatable, Sendable {
        package var perUser: Int
        package var retentionDays: Int
        package var drafts: Bool

        init(_ setting: inout SettingReader) {
            setting.section("conversations", "The users' lists of conversations.")
            perUser = setting(
                "perUser", .integer(1...10_000), or: 100,
                "The most conversations in a list; a further one replaces the last.")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7,
                "After this time without a change, a conversation leaves the list.")
            drafts = setting(
                "drafts", .flag, or: false,
                "Users' drafts of messages are kept here for their other devices. If off, clients keep them.")
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
            setting.section("streams", "The limits of what a returning device gets.")
            resumeMessages = setting(
                "resumeMessages", .integer(1...100_000), or: 2000,
                "The most messages in the reply that opens a session; a conversation with more gets the verdict `gap`.")
            resumeBytes = setting(
                "resumeBytes", .integer(1024...1_073_741_824), or: 524_288,
                "The most bytes of messages and events in that reply; never more than half of "
                    + "`outbox.bytesPerConnection`."
            )
            resumeEvents = setting(
                "resumeEvents", .integer(1...100_000), or: 1000, "The most events of the user's stream in that reply.")
            eventsPerUser = setting(
                "eventsPerUser", .integer(100...1_000_000), or: 10_000, "How many events a user's stream keeps.")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7, "How long a user's stream keeps its events.")
            devicesPerUser = setting(
                "devicesPerUser", .integer(1...1000), or: 20,
                "For how many devices of a user the gateway keeps what they were told; a further device replaces "
                    + "the one silent longest.")
        }
    }
}

extension SettingType<String> {
    fileprivate static let userID = checked("a user id") { UserID($0) != nil }
}

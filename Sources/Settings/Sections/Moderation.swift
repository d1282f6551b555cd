extension Configuration {
    package struct Moderation: Equatable, Sendable {
        package var refusedWords: [String]
        package var maskedWords: [String]
        package var queuedWords: [String]
        package var reportsPerHour: Int
        package var openReports: Int
        package var reportDays: Int

        init(_ setting: inout SettingReader) {
            setting.section("moderation", "What users may not say, and what they report (docs/moderation.md).")
            refusedWords = setting(
                "refusedWords", .list(of: .text, "texts"), or: [],
                "A user's message with one of these words is refused (gw 1026).")
            maskedWords = setting(
                "maskedWords", .list(of: .text, "texts"), or: [],
                "These words become stars in users' messages.")
            queuedWords = setting(
                "queuedWords", .list(of: .text, "texts"), or: [],
                "A user's message with one of these words is sent, and the gateway makes a report of it.")
            reportsPerHour = setting(
                "reportsPerHour", .integer(1...10_000), or: 20, "How many reports a user may make in an hour.")
            openReports = setting(
                "openReports", .integer(1...1_000_000), or: 100_000,
                "How many reports wait at most. Users' further ones are refused (gw 1013); of words none are made.")
            reportDays = setting(
                "reportDays", .integer(1...36_500), or: 90,
                "For how many days reports are kept, with the copies of what was reported.")
        }
    }
}

extension Configuration {
    package struct Statistics: Equatable, Sendable {
        package var retentionDays: Int

        init(_ setting: inout SettingReader) {
            setting.section("counts", "Numbers of each hour (docs/statistics.md).")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 400, "For how many days the numbers of an hour are kept.")
        }
    }
}

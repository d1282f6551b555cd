extension Configuration {
    package struct Audit: Equatable, Sendable {
        package var retentionDays: Int
        package var logins: Bool

        init(_ setting: inout SettingReader) {
            setting.section("audit", "The audit log: who did what, from where (docs/operating.md).")
            retentionDays = setting(
                "retentionDays", .integer(0...36_500), or: 90,
                "For how many days the store keeps its entries. 0: it keeps none, and the log on standard error alone "
                    + "has them.")
            logins = setting(
                "logins", .flag, or: true,
                "Whether users' logins, and the ends of their sessions, are recorded. Failed logins and administrators' "
                    + "logins are in any case.")
        }
    }
}

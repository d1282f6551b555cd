extension Configuration {
    package struct Broadcasts: Equatable, Sendable {
        package var perMinute: Int
        package var deliveriesPerSecond: Int
        package var kept: Int
        package var retentionDays: Int

        init(_ setting: inout SettingReader) {
            setting.section("broadcasts", "Broadcasts: backends tell all users something, or all who are online.")
            perMinute = setting(
                "perMinute", .integer(1...600), or: 10,
                "How many broadcasts are taken in a minute; further ones are refused.")
            deliveriesPerSecond = setting(
                "deliveriesPerSecond", .integer(10...1_000_000), or: 5_000,
                "How many sessions of this node are told of a broadcast in a second, so that nobody else waits.")
            kept = setting(
                "kept", .integer(1...1000), or: 100,
                "Devices that come get those of so many of the last broadcasts that they have missed.")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 30,
                "How old a broadcast may be that a device that comes is given.")
        }
    }
}

extension Configuration {
    package struct Channels: Equatable, Sendable {
        package var perUser: Int
        package var streamsPerUser: Int
        package var guests: Bool
        package var guestsPerAddress: Int
        package var messagesPerSecond: Int
        package var messagesPerChannel: Int
        package var retentionDays: Int

        init(_ setting: inout SettingReader) {
            setting.section("channels", "Channels: backends and some users publish, any number of users follow.")
            perUser = setting("perUser", .integer(1...1000), or: 100, "The most channels that a user follows.")
            streamsPerUser = setting(
                "streamsPerUser", .integer(1...10_000), or: 32,
                "How many channels, conversations and rooms a user may follow over HTTP "
                    + "(`GET /v1/channels/{id}/events`) at a time. Others are refused (gw 1003).")
            guests = setting(
                "guests", .flag, or: false,
                "Lets guests, who show no token, follow channels and rooms with the access `guests` over HTTP.")
            guestsPerAddress = setting(
                "guestsPerAddress", .integer(1...100_000), or: 50,
                "How many streams guests of one address (IPv6: a network of 64 bits) may have open. Others are refused "
                    + "(gw 1003).")
            messagesPerSecond = setting(
                "messagesPerSecond", .integer(1...10_000), or: 100,
                "How many messages may be published to a channel in a second; further ones are refused.")
            messagesPerChannel = setting(
                "messagesPerChannel", .integer(100...1_000_000), or: 10_000,
                "How many messages a channel keeps at least; older messages are deleted by the hundred.")
            retentionDays = setting(
                "retentionDays", .integer(1...36_500), or: 7,
                "How long messages of channels are kept. A channel's last message is always kept.")
        }
    }
}

extension Configuration {
    package struct Rooms: Equatable, Sendable {
        package var frameMilliseconds: Int
        package var framesPerSecond: Int
        package var bytesPerSecond: Int
        package var messagesPerSecond: Int
        package var highPerSecond: Int
        package var bodyBytes: Int
        package var keep: Int
        package var perSession: Int
        package var leaveSeconds: Int
        package var linkBytesPerSecond: Int
        /// The lowest first.
        package var occupancyThresholds: [Int]

        init(_ setting: inout SettingReader) {
            setting.section("rooms", "Live rooms: any number of users talk, and a fair draw says what all of them see.")
            frameMilliseconds = setting(
                "frameMilliseconds", .integer(20...2_000), or: 200,
                "A room gathers what is said for so long, and then tells it in one frame.")
            framesPerSecond = setting(
                "framesPerSecond", .integer(1...10_000_000), or: 100_000,
                "How many frames the process sends in a second. With more participants rooms gather for longer, up to "
                    + "2 seconds; then nobody else enters (gw 1013).")
            bytesPerSecond = setting(
                "bytesPerSecond", .integer(10_000...100_000_000_000), or: 100_000_000,
                "How many bytes of messages the process sends to participants in a second. What is beyond is not drawn."
            )
            messagesPerSecond = setting(
                "messagesPerSecond", .integer(1...1_000), or: 50,
                "How many messages a room tells in a second. Of more than that a draw takes so many, and the others are "
                    + "refused (gw 1024).")
            highPerSecond = setting(
                "highPerSecond", .integer(1...1_000), or: 20,
                "How many messages of the priority `high` a room takes in a second. They are always told; further ones "
                    + "are refused (gw 1003).")
            bodyBytes = setting(
                "bodyBytes", .integer(16...65_536), or: 4_096, "The longest body of a message in a room, as JSON.")
            keep = setting(
                "keep", .integer(0...200), or: 50, "So many of a room's last messages those who enter are given.")
            perSession = setting(
                "perSession", .integer(1...100), or: 10, "The most rooms that a session is in at a time.")
            leaveSeconds = setting(
                "leaveSeconds", .integer(1...3_600), or: 30,
                "The transient values of a user who is in a room no longer go after so long.")
            linkBytesPerSecond = setting(
                "linkBytesPerSecond", .integer(10_000...1_000_000_000), or: 1_000_000,
                "On a cluster: how many bytes a node sends to another one for rooms in a second. What is beyond is not drawn."
            )
            let thresholds = setting(
                "occupancyThresholds", .list(of: .integer(1...100_000_000), "integers from 1 to 100000000"),
                or: [1, 10, 100, 1_000, 10_000, 100_000],
                "Backends are told by `room.occupancy` that so many sessions are in a room, or a tenth fewer than that."
            )
            occupancyThresholds = Set(thresholds).sorted()
        }
    }
}

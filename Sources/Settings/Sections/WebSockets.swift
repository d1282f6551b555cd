extension Configuration {
    package struct WebSocket: Equatable, Sendable {
        package var frameBytes: Int
        package var messageBytes: Int
        package var fragments: Int
        package var controlFramesPerSecond: Int
        package var closeTimeoutMilliseconds: Int

        init(_ setting: inout SettingReader) {
            setting.section("websocket", "What a client may send over its WebSocket (RFC 6455).")
            frameBytes = setting(
                "frameBytes", .integer(125...16_777_216), or: 65_536,
                "The longest frame; a longer one closes with 1009.")
            messageBytes = setting(
                "messageBytes", .integer(125...67_108_864), or: 65_536,
                "The longest message, with all its fragments and inflated; a longer one closes with 1009.")
            fragments = setting(
                "fragments", .integer(1...65_536), or: 64,
                "The most frames of one message, including empty ones; more close with 1009.")
            controlFramesPerSecond = setting(
                "controlFramesPerSecond", .integer(1...10_000), or: 20,
                "The most pings and pongs of one connection within a second; more close with 4401.")
            closeTimeoutMilliseconds = setting(
                "closeTimeoutMilliseconds", .integer(100...60_000), or: 5000,
                "How long the other side may take to answer a close frame.")
        }
    }

    package struct Deflate: Equatable, Sendable {
        package var enabled: Bool
        package var contextTakeover: Bool
        package var windowBits: Int
        package var level: Int
        package var thresholdBytes: Int

        init(_ setting: inout SettingReader) {
            setting.section("deflate", "Compression of messages (permessage-deflate, RFC 7692).")
            enabled = setting(
                "enabled", .flag, or: false,
                "Accepts clients' offers to compress. Compression saves traffic and costs processor time and memory.")
            contextTakeover = setting(
                "contextTakeover", .flag, or: false,
                "Keeps a window for every connection: smaller messages for up to 300 KiB a connection. If off, a "
                    + "message is compressed once for all of its receivers.")
            windowBits = setting(
                "windowBits", .integer(9...15), or: 15, "The size of the window, as a power of two in bytes.")
            level = setting("level", .integer(1...9), or: 1, "zlib's level: 1 is fastest, 9 smallest.")
            thresholdBytes = setting(
                "thresholdBytes", .integer(0...1_048_576), or: 128, "Shorter messages are sent as they are.")
        }
    }

    package struct Connections: Equatable, Sendable {
        package var total: Int
        package var pendingPerAddress: Int
        package var closingPerAddress: Int
        package var openTimeoutMilliseconds: Int
        package var lingerTimeoutMilliseconds: Int

        init(_ setting: inout SettingReader) {
            setting.section("connections", "The limits of connections.")
            total = setting(
                "total", .integer(1...10_000_000), or: 100_000,
                "The most connections of this node; the process's limit of descriptors also counts. Further "
                    + "connections are closed at once.")
            pendingPerAddress = setting(
                "pendingPerAddress", .integer(1...1_000_000), or: 1000,
                "The most connections of one IP address that have no session, not yet or not any more. IPv6 "
                    + "counts by networks of 64 bits. Behind a proxy set `proxy.trusted`, or raise it: else all "
                    + "clients have the proxy's address.")
            closingPerAddress = setting(
                "closingPerAddress", .integer(0...1_000_000), or: 500,
                "The most connections of one IP address whose sessions have ended and that their clients have "
                    + "not closed yet; further ones are cut off.")
            lingerTimeoutMilliseconds = setting(
                "lingerTimeoutMilliseconds", .integer(0...60_000), or: 2000,
                "How long the gateway still reads from an ending connection, so that the client gets the last bytes.")
            openTimeoutMilliseconds = setting(
                "openTimeoutMilliseconds", .integer(100...600_000), or: 10_000,
                "How long a client may take from the upgrade to `session.open`.")
        }
    }

    package struct Input: Equatable, Sendable {
        package var bytesPerNode: Int
        package var bytesPerAddress: Int

        init(_ setting: inout SettingReader) {
            setting.section(
                "input",
                "What clients have sent and the gateway holds: requests and messages that are unfinished, or wait.")
            bytesPerNode = setting(
                "bytesPerNode", .integer(4_194_304...1_099_511_627_776), or: 268_435_456,
                "The most bytes of all connections together; those without a session or an admin key have half of "
                    + "them. A connection that takes more is ended: HTTP with 503, a WebSocket with 4101.")
            bytesPerAddress = setting(
                "bytesPerAddress", .integer(1_048_576...1_099_511_627_776), or: 33_554_432,
                "The most bytes of all connections of one IP address that have no session, not yet or not any more, "
                    + "and have shown no admin key. They count as for `connections.pendingPerAddress`. Beyond it: 429, "
                    + "or 4101.")
        }
    }

    package struct Outbox: Equatable, Sendable {
        package var bytesPerConnection: Int
        package var bytesPerNode: Int
        package var pageBytesPerAddress: Int
        package var kernelBytesPerConnection: Int
        package var pauseReadingBytes: Int

        init(_ setting: inout SettingReader) {
            setting.section("outbox", "The data that waits for clients that read slowly.")
            bytesPerConnection = setting(
                "bytesPerConnection", .integer(16_384...1_073_741_824), or: 1_048_576,
                "The most bytes that wait for one connection; with more it is closed as too slow, and can resume "
                    + "later.")
            bytesPerNode = setting(
                "bytesPerNode", .integer(1_048_576...1_099_511_627_776), or: 268_435_456,
                "The most bytes that wait for all connections together.")
            pageBytesPerAddress = setting(
                "pageBytesPerAddress", .integer(65_536...1_099_511_627_776), or: 16_777_216,
                "The most bytes of responses over HTTP that wait for the clients of one IP address. Each shard has its "
                    + "part of them, but two outboxes at least. Beyond it, those are cut off that their clients have "
                    + "left unread for longest.")
            kernelBytesPerConnection = setting(
                "kernelBytesPerConnection", .integer(4096...67_108_864), or: 131_072,
                "The kernel's send buffer of a connection (SO_SNDBUF), in addition. The kernel may take the same "
                    + "amount again for itself; net.core.wmem_max is the limit.")
            pauseReadingBytes = setting(
                "pauseReadingBytes", .integer(4096...1_073_741_824), or: 262_144,
                "While more bytes than this wait for a connection, nothing is read from it.")
        }
    }

    package struct Heartbeat: Equatable, Sendable {
        package var intervalMilliseconds: Int
        package var timeoutMilliseconds: Int

        init(_ setting: inout SettingReader) {
            setting.section("heartbeat", "How the gateway tells a dead connection from a silent one.")
            intervalMilliseconds = setting(
                "intervalMilliseconds", .integer(1000...3_600_000), or: 25_000,
                "After this long without a byte from the client, the gateway pings it.")
            timeoutMilliseconds = setting(
                "timeoutMilliseconds", .integer(2000...7_200_000), or: 60_000,
                "After this long without a byte from the client, the connection is closed.")
        }
    }
}

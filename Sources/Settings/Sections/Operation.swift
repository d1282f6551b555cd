import Telemetry

extension Configuration {
    package struct Drain: Equatable, Sendable {
        package var closesPerSecond: Int
        package var reconnectDelayMilliseconds: Int
        package var reconnectJitterMilliseconds: Int
        package var timeoutSeconds: Int

        init(_ setting: inout SettingReader) {
            setting.section("drain", "How the gateway shuts down on SIGTERM. A second SIGTERM ends it at once.")
            closesPerSecond = setting(
                "closesPerSecond", .integer(1...1_000_000), or: 500,
                "How many sessions are closed each second, so that other nodes are not overloaded.")
            reconnectDelayMilliseconds = setting(
                "reconnectDelayMilliseconds", .integer(0...600_000), or: 1000,
                "How long clients are told to wait before they connect again.")
            reconnectJitterMilliseconds = setting(
                "reconnectJitterMilliseconds", .integer(0...600_000), or: 5000,
                "The longest random time that each client waits in addition.")
            timeoutSeconds = setting(
                "timeoutSeconds", .integer(1...86_400), or: 60,
                "After this time the gateway ends even if sessions are left.")
        }
    }

    package struct Metrics: Equatable, Sendable {
        package var intervalMilliseconds: Int
        package var perOperation: Bool

        init(_ setting: inout SettingReader) {
            setting.section("metrics", "The page /metrics.")
            intervalMilliseconds = setting(
                "intervalMilliseconds", .integer(1...60_000), or: 1000,
                "The page is built at most once in this time; requests in between wait for the next one and share it.")
            perOperation = setting(
                "perOperation", .flag, or: true,
                "Counts requests by operation. An operation is on the page from its first request on; each adds 2 kB. If off, "
                    + "all are counted together, as the operation `all`.")
        }
    }

    package struct Log: Equatable, Sendable {
        package var format: LogFormat
        package var level: LogLevel
        package var queueLines: Int

        init(_ setting: inout SettingReader) {
            setting.section("log", "The log on standard error. It holds no tokens and no contents of messages.")
            format = setting("format", .choice, or: .json, "One JSON object or one text in each line.")
            level = setting("level", .choice, or: .info, "The least important lines to write.")
            queueLines = setting(
                "queueLines", .integer(16...1_048_576), or: 8192,
                "How many lines may wait for a slow reader of the log; further lines are dropped and counted.")
        }
    }
}

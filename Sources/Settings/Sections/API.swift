extension Configuration {
    package struct API: Equatable, Sendable {
        package var enabled: Bool
        package var callsPerBatch: Int
        package var requestsPerKey: Int
        package var failuresPerMinute: Int

        init(_ setting: inout SettingReader) {
            setting.section("api", "Operations over HTTP: `POST /v1/api/{operation}` (docs/http.md).")
            enabled = setting("enabled", .flag, or: true, "Serves operations over HTTP.")
            callsPerBatch = setting("callsPerBatch", .integer(1...1_000), or: 100, "The most calls of one batch.")
            requestsPerKey = setting(
                "requestsPerKey", .integer(1...65_536), or: 256,
                "How many requests of one admin key may be under way at a time. Others are refused (gw 1003).")
            failuresPerMinute = setting(
                "failuresPerMinute", .integer(1...1_000_000), or: 60,
                "How many requests with a wrong token or key an address may send in a minute, to each shard. Then all its "
                    + "requests are refused for a while (gw 1003).")
        }
    }
}

extension Configuration {
    package struct Data: Equatable, Sendable {
        package var directory: String
        package var clockOffsetSeconds: Int

        init(_ setting: inout SettingReader) {
            setting.section("data", "Where the gateway keeps its data.")
            directory = setting(
                "directory", .path, or: "data",
                "The folder of the store. Only one gateway may use it at a time, and only its user may read it.")
            clockOffsetSeconds = setting(
                "clockOffsetSeconds", .integer(0...3_153_600_000), or: 0,
                "How far the clock of messages is ahead of the machine's. For tests, only with auth.testMode.")
        }
    }

    package struct Store: Equatable, Sendable {
        package var readers: Int
        package var pendingWrites: Int
        package var pendingReads: Int
        package var batchOperations: Int
        package var batchMicroseconds: Int
        package var cacheBytes: Int

        init(_ setting: inout SettingReader) {
            setting.section(
                "store",
                "The store, and the requests that wait for it. Requests beyond the limits are refused (gw 1008).")
            readers = setting("readers", .integer(1...64), or: 2, "Queues that read the history.")
            pendingWrites = setting(
                "pendingWrites", .integer(16...10_000_000), or: 20_000, "How many requests may wait for the writer.")
            pendingReads = setting(
                "pendingReads", .integer(16...10_000_000), or: 2_000, "How many requests may wait for a reader.")
            batchOperations = setting(
                "batchOperations", .integer(1...100_000), or: 1_000, "The most requests that are committed together.")
            batchMicroseconds = setting(
                "batchMicroseconds", .integer(0...1_000_000), or: 1_000,
                "How long a request can still join a batch after the batch has begun.")
            cacheBytes = setting(
                "cacheBytes", .integer(1_048_576...1_099_511_627_776), or: 67_108_864,
                "About how much memory the accounts and conversations used last may take.")
        }
    }
}

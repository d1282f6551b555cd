extension Configuration {
    package struct Calls: Equatable, Sendable {
        package var waiting: Bool

        init(_ setting: inout SettingReader) {
            setting.section("calls", "Calls: the gateway rings, and the app carries sound and pictures.")
            waiting = setting(
                "waiting", .flag, or: false,
                "A call also rings for a user who is in another one; otherwise that user is `busy`.")
        }
    }
}

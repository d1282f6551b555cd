import ClientProtocol

/// `admin.events.…`: events for backends, other than by a request of the gateway's (docs/events.md).
enum EventParameters {
    private static let id = ValueType.pattern("^(evt_)?[0-9]{1,16}$", "an event's id, such as `evt_1700000000000000`")

    static func event(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        Parameter.string(name, bytes: 1...20, meaning).described(as: id)
    }

    static let limit = Parameter.integer("limit", in: 1...1000, standard: 100, "The most events of the page.")
    static let endpoint = Parameter.string("endpoint", bytes: 1...64, "The endpoint's name.")
}

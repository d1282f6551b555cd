import ClientProtocol
import Domain
import JSON

/// Y-03: what was set and removed together, or the sums that have grown.
struct GroupValuesChanged: GroupEventContent {
    static let kind = GroupEventKind.valuesChanged
    static let declaration = Event(
        ofGroup: "valuesChanged", "To all members.", to: .members, in: .group,
        Field("set", .list(GroupValue.type), "What was set. Its version is the event's `seq`."),
        Field("removed", .strings, "The keys that are gone."),
        Field(
            optional: "counters", .map(.integer),
            "Only if counters or their sums are others: all counters with their sums. Every second at most of what is "
                + "counted."))

    var set: [GroupValue] = []
    var removed: [ExactText] = []
    var counters: [ExactText: Int]?

    func write(to json: inout JSONWriter) {
        set.write(as: "set", to: &json)
        json.array("removed") { json in
            for key in removed { json.value(key.text) }
        }
        if let counters { GroupCounter.write(counters, to: &json) }
    }
}

extension GroupValue {
    package static let type = ValueType.object(
        [
            Field("key", .string, "The key."), Field("value", .string, "What was set."),
            Field("version", .integer, "The seq in the group's stream of the event that told of it, for `ifVersion`."),
            Field(optional: "by", .string, "The user who has set it; absent: a backend has."),
        ], called: "GroupValue")
}

extension [GroupValue] {
    package func write(as name: StaticString, to json: inout JSONWriter) {
        json.array(name) { json in
            for value in self {
                json.object { json in
                    json.field("key", value.key.text)
                    json.field("value", value.value)
                    json.field("version", value.version.rawValue)
                    if !value.setter.isEmpty { json.field("by", value.setter) }
                }
            }
        }
    }
}

extension GroupCounter {
    /// As the member `counters`.
    package static func write(_ sums: [ExactText: Int], to json: inout JSONWriter) {
        json.object("counters") { json in
            for (name, sum) in sums.sorted(by: { $0.key < $1.key }) {
                json.key(text: name.text)
                json.value(sum)
            }
        }
    }
}

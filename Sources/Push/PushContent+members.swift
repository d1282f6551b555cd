import Domain
import JSON

extension PushContent {
    func write(to json: inout JSONWriter) {
        if !title.isEmpty { json.field("title", title) }
        json.field("body", body)
    }

    /// P-32: by names that the app translates, if there are. `names`: the provider's of the four members.
    func write(
        to json: inout JSONWriter,
        names: (title: StaticString, titleArguments: StaticString, body: StaticString, bodyArguments: StaticString)
    ) {
        guard let keys else { return write(to: &json) }
        if let title = keys.title {
            json.field(names.title, title.key)
            json.array(names.titleArguments) { json in for text in title.arguments { json.value(text) } }
        }
        json.field(names.body, keys.body.key)
        json.array(names.bodyArguments) { json in for text in keys.body.arguments { json.value(text) } }
    }
}

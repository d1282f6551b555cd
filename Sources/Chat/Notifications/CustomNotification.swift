import JSON

/// A notification of a backend.
package struct CustomNotification: Sendable {
    private let name: String
    /// A JSON object.
    private let data: String

    package init(name: String, data: String) {
        self.name = name
        self.data = data
    }

    func write(to json: inout JSONWriter) {
        json.field("name", name)
        json.key("data")
        var data = data
        data.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
    }

    /// As the stream keeps it.
    var text: String {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return json.text
    }
}

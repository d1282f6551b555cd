import ClientProtocol
import Domain
import JSON

/// Custom fields as the store keeps them: the object that clients see.
enum CustomFields {
    static func write(_ fields: [String: CustomValue]) -> String {
        if fields.isEmpty { return "{}" }
        var json = JSONWriter()
        json.object { json in json.customFields(fields) }
        return json.text
    }

    /// Nil: the text is no such object.
    static func read(_ text: String) -> [String: CustomValue]? {
        if text == "{}" { return [:] }
        let document = JSONDocument()
        guard let members = try? document.parse(text).members else { return nil }
        var fields: [String: CustomValue] = [:]
        for (key, value) in members {
            guard let name = key.string,
                let value = value.int64.map(CustomValue.number) ?? value.bytes.map(CustomValue.bytes)
            else { return nil }
            fields[name] = value
        }
        return fields
    }

    /// only what is configured can be written.
    static func check(
        _ fields: [String: CustomValue], against kinds: [String: CustomFieldKind], called prefix: String,
        else unknown: ErrorCode, _ mistyped: ErrorCode
    ) throws(CommandError) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            guard let kind = kinds.first(where: { $0.key.isSpelled(like: name) })?.value else {
                throw .refused(unknown, "no custom field \(name) is configured", keys: [prefix + name])
            }
            if !kind.takes(value) {
                throw .refused(mistyped, "\(name) was configured as \(kind.rawValue)", keys: [prefix + name])
            }
        }
    }
}

extension JSONWriter {
    package mutating func customFields(_ fields: [String: CustomValue]) {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            key(text: name)
            switch value {
            case .number(let number): self.value(number)
            case .bytes(let bytes): self.value(bytes: bytes)
            }
        }
    }
}

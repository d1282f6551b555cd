import Bytes
import JSON

/// The shape that all files of keys share: an object with a list of keys.
package enum KeyFile {
    /// A new file with one random secret, ready to be written.
    package static func make(id: String) -> String {
        var json = JSONWriter(style: .indented)
        json.object {
            $0.array("keys") {
                $0.object {
                    $0.field("kid", id)
                    $0.field("alg", TokenAlgorithm.hs256.rawValue)
                    $0.field("secret", Base64.url.encode(Random.bytes(SecretStrength.minimumBytes)))
                }
            }
        }
        return json.text + "\n"
    }

    /// Every key with the place to name in an error.
    static func entries(
        of file: UnsafeRawBufferPointer, in document: JSONDocument
    ) throws(KeyFileError) -> [(place: String, entry: JSONValue)] {
        let root: JSONValue
        do {
            root = try document.parse(file)
        } catch {
            throw .json(error)
        }
        guard let list = root["keys"]?.elements, root.count == 1 else { throw .notAKeyFile }
        let entries = list.enumerated().map { number, entry in
            let name = entry["kid"]?.string ?? entry["name"]?.string
            return (place: "keys[\(number)]" + (name.map { " (\($0))" } ?? ""), entry: entry)
        }
        if entries.isEmpty { throw .empty }
        return entries
    }
}

extension JSONValue {
    /// nil if there is no such field.
    func text(_ field: StaticString) throws(KeyProblem) -> String? {
        guard let value = self[field] else { return nil }
        guard let text = value.string else { throw .notAString(field: "\(field)") }
        return text
    }

    func requiredText(_ field: StaticString) throws(KeyProblem) -> String {
        guard let text = try text(field) else { throw .missing(field: "\(field)") }
        return text
    }

    func requiredBytes(_ field: StaticString) throws(KeyProblem) -> [UInt8] {
        guard let bytes = Base64.url.decode(try requiredText(field).utf8) else {
            throw .notBase64URL(field: "\(field)")
        }
        return bytes
    }

    func refuseFields(otherThan known: Set<String>) throws(KeyProblem) {
        guard let members else { throw .notAnObject }
        for (key, _) in members {
            if let name = key.string, !known.contains(name) { throw .unknownField(name) }
        }
    }
}

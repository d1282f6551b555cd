import Chat
import ClientProtocol
import Domain
import JSON

extension Parameter<[ValueChange]> {
    /// The changes that a room or a group is asked for (L-23, Y-03). `more`: what each has beside key, text and version.
    static func values(with more: [Field] = [], _ meaning: String = "") -> Parameter<[ValueChange]> {
        Parameter(
            "values",
            type: .list(
                .object(
                    [
                        Field("key", .bytes(1...128)), Field(optional: "value", .bytes(0...4_096)),
                        Field(optional: "ifVersion", .integer(0...4_294_967_295)),
                    ] + more), 1...10),
            "1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key has this version; 0: "
                + "only if there is none." + (meaning.isEmpty ? "" : " \(meaning)")
        ) { value throws(Mismatch) in
            guard let elements = value.elements, (1...10).contains(elements.count) else {
                throw Mismatch("must be a list of 1 to 10 values")
            }
            var (changes, keys): ([ValueChange], Set<ExactText>) = ([], [])
            for element in elements {
                let change = try ValueChange(element)
                guard keys.insert(change.key).inserted else { throw Mismatch("has a key twice") }
                changes.append(change)
            }
            return changes
        }
    }
}

extension ValueChange {
    fileprivate init(_ json: JSONValue) throws(Mismatch) {
        guard let key = json["key"] else { throw Mismatch("has a value without a key") }
        var (value, version, isTransient): (String?, Int?, Bool) = (nil, nil, false)
        if let given = json["value"], !given.isNull { value = try given.text(bytes: 0...4_096) }
        if let given = json["ifVersion"], !given.isNull {
            guard let number = given.int64, (0...4_294_967_295).contains(number) else {
                throw Mismatch("has an ifVersion that is no version")
            }
            version = Int(number)
        }
        if let given = json["isTransient"], !given.isNull {
            guard let flag = given.bool else { throw Mismatch("has an isTransient that is no boolean") }
            isTransient = flag
        }
        self.init(key: try key.text(bytes: 1...128), value: value, version: version, isTransient: isTransient)
    }
}

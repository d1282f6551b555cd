import ClientProtocol
import Domain
import JSON

/// `message.…` and `receipt.…`: what people write to each other, in NIM's numbers (X-03).
enum MessageParameters {
    static let pushPayload = Parameter<PushPayload>(
        "apnsPayload",
        type: .object([
            Field(optional: "sound", word(0)), Field(optional: "badge", .boolean), Field(optional: "channel", word(1)),
            Field(optional: "category", word(1)), Field(optional: "collapseId", word(1)),
            Field(optional: "custom", .openObject),
        ]),
        "How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; "
            + "`channel`, `category`, `collapseId`: 1–64 characters. All are ASCII without spaces. `custom`: an "
            + "object of up to 1024 bytes. See [pushes.md](pushes.md)."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        var payload = PushPayload()
        for (name, value) in members where !value.isNull {
            let key = "apnsPayload.\(name.string ?? "")"
            switch name.string {
            case "sound": payload.sound = try value.word(0, key)
            case "channel": payload.channel = try value.word(1, key)
            case "category": payload.category = try value.word(1, key)
            case "collapseId": payload.collapseID = try value.word(1, key)
            case "badge":
                guard let flag = value.bool else { throw Mismatch("must be a boolean, not \(value.kind)", key: key) }
                payload.hasBadge = flag
            case "custom": payload.custom = try value.customMembers(key)
            default: throw Mismatch("is not a member of apnsPayload", key: key)
            }
        }
        return payload
    }.optional
}

private func word(_ shortest: Int) -> ValueType {
    .characters(shortest...PushPayload.longestWord).matching("^[!-~]*$")
}

extension JSONValue {
    /// A text that fits into a header of a provider.
    fileprivate func word(_ shortest: Int, _ key: String) throws(Mismatch) -> String {
        guard let text = string else { throw Mismatch("must be a string, not \(kind)", key: key) }
        let lengths = shortest...PushPayload.longestWord
        guard lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Mismatch(
                "must have \(shortest) to \(PushPayload.longestWord) printable characters of ASCII, without spaces",
                key: key)
        }
        return text
    }

    fileprivate func customMembers(_ key: String) throws(Mismatch) -> String {
        guard let members else { throw Mismatch("must be an object, not \(kind)", key: key) }
        let text = compactText
        guard text.utf8.count <= PushPayload.longestCustom else {
            throw Mismatch("is longer than \(PushPayload.longestCustom) bytes", key: key)
        }
        var names: Set<String> = []
        for (name, _) in members {
            guard let name = name.string, !name.isEmpty, !PushPayload.isReserved(name), names.insert(name).inserted
            else { throw Mismatch("has a member whose name is empty, reserved or used twice", key: key) }
        }
        return text
    }
}

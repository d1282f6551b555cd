import ClientProtocol
import Domain
import JSON

/// `apnsPayload`: how a push looks and sounds.
extension MessageParameters {
    static let pushPayload = pushPayload(forBackends: false)
    /// With what a user may not say: a picture's server would learn the address of each receiver.
    static let backendPushPayload = pushPayload(forBackends: true)

    private static func pushPayload(forBackends: Bool) -> Parameter<PushPayload?> {
        let own = [
            Field(optional: "title", .characters(1...PushPayload.longestWord)),
            Field(optional: "image", .characters(9...PushPayload.longestURL).matching("^https://[!-~]+$")),
            Field(optional: "level", .words(PushLevel.allCases.map(\.rawValue))),
            Field(optional: "class", .words(PushClass.allCases.map(\.rawValue))), Field(optional: "mutable", .boolean),
            Field(optional: "silent", .boolean),
        ]
        return Parameter<PushPayload>(
            "apnsPayload",
            type: .object(
                [
                    Field(optional: "sound", word(0)), Field(optional: "badge", .boolean),
                    Field(optional: "channel", word(1)), Field(optional: "category", word(1)),
                    Field(optional: "collapseId", word(1)), Field(optional: "subtitle", .characters(1...64)),
                    Field(optional: "thread", word(1)), Field(optional: "custom", .openObject),
                ] + (forBackends ? own : [])),
            "How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true; "
                + "`channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. "
                + "`subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. "
                + (forBackends
                    ? "`title`: its title, 1–64 characters; `image`: an https URL; `level`, `class`: how much it presses, and "
                        + "what it is about, by default `promotion`; `mutable`: the app's extension may change it; `silent`: nothing is "
                        + "shown, the app is woken. "
                    : "") + "See [pushes.md](pushes.md)."
        ) { value throws(Mismatch) in
            guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
            var payload = PushPayload()
            for (name, value) in members where !value.isNull {
                try payload.take(name.string ?? "", value, forBackends: forBackends)
            }
            return payload
        }.optional
    }
}

extension PushPayload {
    fileprivate mutating func take(_ name: String, _ value: JSONValue, forBackends: Bool) throws(Mismatch) {
        let key = "apnsPayload.\(name)"
        switch name {
        case "sound": sound = try value.word(0, key)
        case "channel": channel = try value.word(1, key)
        case "category": category = try value.word(1, key)
        case "collapseId": collapseID = try value.word(1, key)
        case "thread": thread = try value.word(1, key)
        case "subtitle": subtitle = try value.line(key)
        case "badge": hasBadge = try value.flag(key)
        case "custom": custom = try value.customMembers(key)
        case "title" where forBackends: title = try value.line(key)
        case "image" where forBackends:
            guard let url = value.string, url.hasPrefix("https://"), (9...Self.longestURL).contains(url.utf8.count),
                url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw Mismatch("must be an https URL of up to \(Self.longestURL) bytes", key: key) }
            image = url
        case "level" where forBackends: level = try value.choice(key)
        case "class" where forBackends: pushClass = try value.choice(key)
        case "mutable" where forBackends: isMutable = try value.flag(key)
        case "silent" where forBackends: isSilent = try value.flag(key)
        default: throw Mismatch("is not a member of apnsPayload", key: key)
        }
    }
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

    fileprivate func flag(_ key: String) throws(Mismatch) -> Bool {
        guard let flag = bool else { throw Mismatch("must be a boolean, not \(kind)", key: key) }
        return flag
    }

    /// 1 to 64 characters.
    fileprivate func line(_ key: String) throws(Mismatch) -> String {
        guard let text = string, (1...PushPayload.longestWord).contains(text.unicodeScalars.count) else {
            throw Mismatch("must be a text of 1 to \(PushPayload.longestWord) characters", key: key)
        }
        return text
    }

    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String) throws(Mismatch) -> Choice {
        guard let choice = string.flatMap(Choice.init) else {
            let words = Choice.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw Mismatch("must be one of \(words)", key: key)
        }
        return choice
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

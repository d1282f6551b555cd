/// Names a conversation as one of its members sees it (C-Q01, X-50): `c2c_<the other's id>` or `group_<the group's id>`.
package enum ConversationID: Hashable, Sendable, CustomStringConvertible {
    case c2c(UserID)
    case group(String)

    /// The longest one: a prefix and an id.
    package static let longestText = "c2c_".utf8.count + UserID.longest

    package init?(_ text: String) {
        if let rest = text.after("c2c_") {
            self = .c2c(UserID(naming: rest))
        } else if let rest = text.after("group_") {
            guard (1...64).contains(rest.utf8.count) else { return nil }
            self = .group(rest)
        } else {
            return nil
        }
    }

    /// It was named by a text that is no user's id.
    package var isNobodys: Bool {
        if case .c2c(let user) = self { user.isNobodys } else { false }
    }

    /// Of the text.
    package var bytes: Int {
        switch self {
        case .c2c(let user): "c2c_".utf8.count + user.text.utf8.count
        case .group(let group): "group_".utf8.count + group.utf8.count
        }
    }

    package var description: String {
        switch self {
        case .c2c(let user): "c2c_" + user.description
        case .group(let group): "group_" + group
        }
    }

    /// The beginning of the text, by the kind of conversation.
    package var prefix: StaticString {
        switch self {
        case .c2c: "c2c_"
        case .group: "group_"
        }
    }

    /// The rest of the text.
    package var name: String {
        switch self {
        case .c2c(let user): user.description
        case .group(let group): group
        }
    }
}

extension String {
    fileprivate func after(_ prefix: StaticString) -> String? {
        var text = self
        return text.withUTF8 { bytes in
            let prefix = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
            guard bytes.starts(with: prefix) else { return nil }
            return String(decoding: bytes.dropFirst(prefix.count), as: UTF8.self)
        }
    }
}

/// The two kinds of conversations, in TIM's numbers.
package enum ConversationType: Int64, Sendable {
    case c2c = 1
    case group = 2
}

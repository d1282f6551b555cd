import ClientProtocol
import Domain

/// what a user changes about a friend; nil leaves it as it is.
package struct FriendChange: Sendable {
    package var remark: String?
    /// Names; the friend is in these and no others (R-Q13).
    package var groups: [String]?
    package var custom: [String: CustomValue] = [:]

    package init() {}
}

extension Books {
    package func modifyFriend(_ user: String, _ change: FriendChange, of number: Int64) throws {
        let owner = try caller(number)
        try check(
            change.custom, against: options.friendFields, prefix: CustomFieldKind.friendPrefix, else: .friendParameters,
            .friendParameters)
        guard let other = try reachableOther(user, than: owner), var former = try contact(of: owner, towards: other),
            former.kind == .friend
        else { throw Refusal(.noFriend, keys: ["userID"]) }
        former.groups.formIntersection(try circle(of: owner).groups.map(\.number))
        var contact = former
        contact.remark = change.remark ?? contact.remark
        if let names = change.groups {
            contact.groups = try Set(names.map { try existingGroup($0, of: owner, key: "groups").number })
        }
        contact.custom.merge(change.custom) { $1 }
        guard contact != former else { return }
        var news = News()
        try replace(former, by: contact, of: owner, towards: other, &news)
        news.tellOwn(.friendEdited, [other], to: owner)
        try tell(news)
    }

    /// only what is configured can be written. A refusal names a field with its prefix, as it was sent.
    func check(
        _ fields: [String: CustomValue], against kinds: [String: CustomFieldKind], prefix: String,
        else unknown: ErrorCode, _ mistyped: ErrorCode
    ) throws {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            guard let kind = kinds[name] else {
                throw Refusal(unknown, "there is no custom field \(name)", keys: [prefix + name])
            }
            if !kind.takes(value) {
                throw Refusal(mistyped, "\(name) is a field for a \(kind.rawValue)", keys: [prefix + name])
            }
        }
    }
}

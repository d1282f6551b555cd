import ClientProtocol
import Domain

extension ChatState {
    package func modifyFriend(_ user: String, _ change: FriendChange, of number: Int64) throws {
        let owner = try caller(number)
        try check(
            change.custom, against: options.friendFields, called: "Tag_SNS_Custom_", else: .friendParameters,
            .friendParameters)
        guard let other = try reachableOther(user, than: owner), var former = try contact(of: owner, towards: other),
            former.kind.isFriend
        else { throw Refusal(.noFriend, keys: ["userID"]) }
        former.groups.formIntersection(try relationState(of: owner).groups.map(\.number))
        var contact = former
        contact.remark = change.remark ?? contact.remark
        if let names = change.groups {
            contact.groups = try Set(existingGroups(names, of: owner).map(\.number))
        }
        contact.custom.merge(change.custom) { $1 }
        guard contact != former else { return }
        var events = RelationEvents()
        try replace(former, by: contact, of: owner, towards: other, &events)
        events.emitOwn(.friendEdited, [other], to: owner)
        try emit(events)
    }

    /// only what is configured can be written.
    func check(
        _ fields: [String: CustomValue], against kinds: [String: CustomFieldKind], called prefix: String,
        else unknown: ErrorCode, _ mistyped: ErrorCode
    ) throws {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            guard let kind = kinds.first(where: { $0.key.isSpelled(like: name) })?.value else {
                throw Refusal(unknown, "no custom field \(name) is configured", keys: [prefix + name])
            }
            if !kind.takes(value) {
                throw Refusal(mistyped, "\(name) was configured as \(kind.rawValue)", keys: [prefix + name])
            }
        }
    }
}

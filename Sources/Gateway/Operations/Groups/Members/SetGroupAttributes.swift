import Chat
import ClientProtocol
import Domain
import JSON

/// `group.setAttributes`.
enum SetGroupAttributes: MemberOperation {
    static let declaration = Operation.group(
        "group.setAttributes", "Changes a member's attributes. Members change their own; the owner changes anybody's.",
        [GroupParameters.groupID.description, member.description, attributes.description],
        errors: [.noGroupRight, .attributesTooLarge, .badAttributeKey, .badAttributeValue]
    ).hooked(.replaces(except: ["groupID", "userID"]))

    private static let member = GroupParameters.user.optional
    private static let attributes = Parameter<[ExactText: String]>(
        "attributes", type: .map(.bytes(0...512), keys: .bytes(1...16)),
        "Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096 bytes in all."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        guard value.count > 0 else { throw Mismatch("must have a member") }
        var attributes: [ExactText: String] = [:]
        for (key, value) in members {
            // A key is a string.
            guard (1...16).contains(key.stringBytes!.count) else {
                throw Mismatch("has a key that is not of 1 to 16 bytes", .badAttributeKey)
            }
            guard let text = value.string else { throw Mismatch("must be an object of strings") }
            guard text.utf8.count <= 512 else {
                throw Mismatch("is longer than 512 bytes", .badAttributeValue, key: key.keyText)
            }
            if key.isString("nickname"), !text.isEmpty { try text.checkName(else: .badAttributeValue, key: "nickname") }
            attributes[ExactText(key.keyText)] = text
        }
        return attributes
    }

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let member = try request(Self.member)
        let attributes = try request(Self.attributes)
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.setAttributes(attributes, of: member, in: id, by: me)
        }
    }
}

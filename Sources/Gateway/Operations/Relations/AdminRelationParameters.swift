import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.friend.…`, `admin.blacklist.…`, `admin.profile.…`: what a backend does to the relations and profiles of users.
enum AdminRelationParameters {
    static let user = Parameter.user("userID", "The user.")
    static let addTime = Parameter.integer("addTime", in: 0...4_294_967_295, "In seconds since 1970.").optional

    /// A list of objects, each about a user: a refusal names the user.
    static func entries<Entry: Sendable>(
        _ name: StaticString, _ members: [ParameterDescription], _ meaning: String,
        read: @escaping @Sendable (String, JSONValue) throws(Refusal) -> Entry
    ) -> Parameter<[Entry]> {
        let fields = [Field("userID", .user)] + members.map { Field(optional: $0.name, $0.type) }
        return Parameter(name, type: .list(.object(fields), 1...100), meaning) { value throws(Mismatch) in
            guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)") }
            guard (1...100).contains(elements.count) else {
                throw Mismatch("must have 1 to 100 elements, not \(elements.count)")
            }
            var entries: [Entry] = []
            for element in elements {
                guard let user = element["userID"]?.string else {
                    throw Mismatch("must be a list of objects with a string userID")
                }
                do throws(Refusal) {
                    entries.append(try read(user, element))
                } catch {
                    throw Mismatch("is not valid: \(error.message)", error.code, key: user)
                }
            }
            return entries
        }
    }
}

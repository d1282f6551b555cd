import ClientProtocol

/// `friendGroup.…`: how a user sorts the friends.
enum FriendGroupParameters {
    static let name = groupName("name", "The friend group.")

    static func groupName(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        .string(name, bytes: 1...30, else: .badFriendGroupName, meaning)
    }
    static let names = Parameter.everyString(
        "names", count: 1...1000, bytes: 1...30, else: .badFriendGroupName, "The friend groups.")
}

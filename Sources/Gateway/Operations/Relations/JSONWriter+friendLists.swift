import Chat
import JSON

extension JSONWriter {
    mutating func friends(_ friends: [FriendView]) {
        array("friends") { json in
            for friend in friends { json.object { $0.friend(friend) } }
        }
    }
}

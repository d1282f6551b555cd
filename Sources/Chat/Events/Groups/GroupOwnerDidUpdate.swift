import ClientProtocol
import Domain
import JSON

struct GroupOwnerDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.ownerDidUpdate
    static let declaration = Event(
        ofGroup: "ownerDidUpdate", "To the new and the old owner.", to: .user, in: .user,
        .user("newOwner"), .user("oldOwner"))

    let newOwner: UserID
    let oldOwner: UserID

    func write(to json: inout JSONWriter) {
        json.field("newOwner", newOwner.text)
        json.field("oldOwner", oldOwner.text)
    }
}

import ClientProtocol
import Domain
import JSON

/// an event of the backend's own.
struct GroupNotificationDidReceive: GroupEventContent {
    static let kind = GroupEventKind.notificationDidReceive
    static let declaration = Event(
        ofGroup: "notificationDidReceive",
        "The application's backend has called `admin.notification.send` for the group. To all members. In the group's "
            + "stream, unless it was sent live.", to: .members, in: .group,
        .text("name"), Field("data", .openObject, "As it was sent."))

    let notification: CustomNotification

    func write(to json: inout JSONWriter) { notification.write(to: &json) }
}

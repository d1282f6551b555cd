import ClientProtocol
import Domain
import JSON

/// the user's own profile, or a friend's. TIM has a nickName here and never fills it in.
package struct ProfileChanged: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "profile.changed", "The profile of the user, or of a user's friend, has changed. In the user's stream.",
        to: .user, in: .user,
        data: [Field("type", .integer, "1."), Field("fromUser", .string, "The user whose profile changed.")])

    let user: UserID

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> ProfileChanged? {
        ProfileChanged(user: try replay.user(row.subject.account))
    }

    package var weight: Int { 96 + user.text.utf8.count }

    package func write(to json: inout JSONWriter) {
        json.field("type", 1)
        json.field("fromUser", user.text)
    }
}

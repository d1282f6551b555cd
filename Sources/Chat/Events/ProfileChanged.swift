import ClientProtocol
import Domain
import JSON

/// the user's own profile, or a friend's. TIM has a nickName here and never fills it in; beside TIM's fields
/// the name, the avatar and the version tell a client what its lists show.
package struct ProfileChanged: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "profile.changed", "The profile of the user, or of a user's friend, has changed. In the user's stream.",
        to: .user, in: .user,
        data: [
            Field("type", .integer, "1."), Field("fromUser", .string, "The user whose profile changed."),
            Field("nickname", .string, "The name that others see."), Field("faceUrl", .string, "The avatar."),
            Field("version", .integer, "The profile's version, as in `profile.get`."),
        ])

    let user: UserID
    private let nickname: String
    private let faceURL: String
    private let version: Stamp

    init(of account: Account) {
        user = account.id
        nickname = account.nickname
        faceURL = account.faceURL
        version = account.profileVersion
    }

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> ProfileChanged? {
        ProfileChanged(of: try replay.account(row.subject.account))
    }

    package var weight: Int { 160 + user.text.utf8.count + nickname.utf8.count + faceURL.utf8.count }

    package func write(to json: inout JSONWriter) {
        json.field("type", 1)
        json.field("fromUser", user.text)
        json.field("nickname", nickname)
        json.field("faceUrl", faceURL)
        json.field("version", version.rawValue)
    }
}

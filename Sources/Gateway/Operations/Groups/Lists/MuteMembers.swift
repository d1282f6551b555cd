import Chat
import ClientProtocol
import Domain
import JSON

/// `group.mute`, and `admin.group.mute` in a member's name.
enum MuteMembers: LeaderOperation {
    static let declaration = Operation.groupLists(
        "group.mute", "Mutes members: all of them or none.",
        [GroupParameters.groupID.description, GroupParameters.users.description, duration.description])

    private static let duration = Parameter<Milliseconds?>(
        "duration", type: .either([.numbers([-1]), .integer(1...315_360_000_000)]),
        "The time in milliseconds; -1: for ever."
    ) { value throws(Mismatch) in
        guard let number = value.int64, number == -1 || (1...315_360_000_000).contains(number) else {
            throw Mismatch("must be -1, or 1 to 315360000000")
        }
        return number == -1 ? nil : Milliseconds(number)
    }

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupParameters.users)
        let duration = try request(Self.duration)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.mute(users, forMilliseconds: duration, in: id, by: me)
        }
    }
}

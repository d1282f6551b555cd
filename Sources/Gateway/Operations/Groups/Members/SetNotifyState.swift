import Chat
import ClientProtocol
import Domain
import JSON

/// `group.setNotifyState`.
enum SetNotifyState: MemberOperation {
    static let declaration = Operation.groupNotifyState(
        "group.setNotifyState", "Sets which senders' messages are pushed to the caller.",
        [GroupParameters.groupID.description, state.description])

    private static let state = Parameter<GroupNotify>(
        "state", type: .numbers([0, 1, 2]),
        "The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins."
    ) { value throws(Mismatch) in
        guard let state = value.int64.flatMap(GroupNotify.init) else { throw Mismatch("must be 0, 1 or 2") }
        return state
    }

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let state = try request(Self.state)
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.setNotifyState(state, in: id, by: me)
        }
    }
}

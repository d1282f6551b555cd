import Chat
import ClientProtocol

/// `admin.group.disable`.
enum DisableGroup: AdminOperation {
    static let declaration = Operation.groupForAdministrator(
        "admin.group.disable",
        "Disables a group: nobody can send to it or change it. `group.specificationDidUpdate` tells the members.",
        [GroupParameters.groupID.description, disabled.description], errors: [.emptyGroupID, .noGroup])

    private static let disabled = Parameter.flag("disabled", standard: true, "False: the group can be used again.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let isDisabled = try request(disabled)
        return .change { chat, _ throws(CommandError) in
            try chat.groupSettings.disableGroup(id, isDisabled)
        }
    }
}

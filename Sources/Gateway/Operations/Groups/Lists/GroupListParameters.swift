import ClientProtocol

/// The lists of a group: who may speak, and who leads.
enum GroupListParameters {
    static let candidate = GroupParameters.user.optional
    static let candidates = GroupParameters.users.optional
    static let paging = [
        GroupParameters.groupID.description, GroupParameters.cursor.description, GroupParameters.pageSize.description,
    ]
    static let whiteListed = [
        Field("whiteList", .strings, "The newest members first."), GroupParameters.nextPage,
    ]
    static let muted = [
        Field(
            "muteList", .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
            "`muteExpire` in milliseconds, or -1."),
        GroupParameters.nextPage,
    ]
}

extension Operation {
    static func groupListForAdministrator(_ name: String, _ summary: String, _ result: [Field]) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: GroupListParameters.paging, result: result,
            errors: [.emptyGroupID, .noGroup, .unavailable], badParameter: .groupParameters)
    }

    static func groupLists(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], _ errors: [ErrorCode] = []
    ) -> Operation {
        let alternatives = [
            GroupListParameters.candidate.description.name, GroupListParameters.candidates.description.name,
        ]
        let hasAlternatives = Set(alternatives).isSubset(of: parameters.map(\.name))
        return Operation.group(
            name, summary, parameters, alternatives: hasAlternatives ? alternatives : [],
            errors: [.noGroupRight] + errors)
    }
}

import ClientProtocol

/// Invitations and requests to join that wait for an answer.
package enum GroupRequests {
    static let all = [invitations, joinRequests]

    package static let groupID = GroupOperations.groupID.optional

    package static let invitations = GroupOperations.operation(
        "group.invitations", "Lists the invitations that wait for the caller's answer, newest first.",
        paging,
        result: [
            Field(
                "invitations",
                .list(
                    .object([
                        Field("groupID", .string), Field("name", .string), Field("avatar", .string),
                        Field("memberCount", .integer), Field("inviter", .string), Field("message", .string),
                        Field("time", .integer),
                    ])),
                "The group as it is now; `time` in milliseconds."),
            GroupOperations.nextPage,
        ])

    package static let joinRequests = GroupOperations.operation(
        "group.joinRequests",
        "Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups "
            + "where the caller is owner or admin.",
        [groupID.description] + paging, result: requests, errors: [.noGroupRight])
    package static let joinRequestsForAdministrator = Operation(
        "admin.group.joinRequests", "Lists the requests to join a group that wait for an answer, newest first.",
        roles: .admin, parameters: [GroupOperations.groupID.description] + paging, result: requests,
        errors: [.emptyGroupID, .noGroup, .unavailable], badParameter: .groupParameters)

    private static let paging = [GroupOperations.cursor.description, GroupOperations.pageSize.description]
    private static let requests = [
        Field(
            "requests",
            .list(
                .object([
                    Field("groupID", .string), Field("userID", .string), Field("reason", .string),
                    Field("time", .integer),
                ])), "`time` in milliseconds."),
        GroupOperations.nextPage,
    ]
}

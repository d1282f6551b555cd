import ClientProtocol

/// Invitations and requests to join that wait for an answer.
enum GroupRequestParameters {
    static let paging = [GroupParameters.cursor.description, GroupParameters.pageSize.description]
    static let requests = [
        Field(
            "requests",
            .list(
                .object([
                    Field("groupID", .string), Field("userID", .string), Field("reason", .string),
                    Field("time", .integer),
                ])), "`time` in milliseconds."),
        GroupParameters.nextPage,
    ]
}

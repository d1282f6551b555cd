import ClientProtocol

/// The parameters and fields that the operations on relations share.
enum RelationParameters {
    static let users = Parameter.everyString("userIDs", count: 1...100, "The users.")
        .described(as: .list(.user, 1...100))
    static let version = Field(
        "version", .integer,
        "Rises with every change of the friends, friend groups or blacklist.")
    static let isFinished = Field("isFinished", .boolean, "Whether this was the last page.")
    static let result = [Field("userID", .string), Field("code", .integer), Field("info", .string)]

    static func result(_ codes: String) -> Field {
        Field("result", .object(result), "`code`: \(codes); `info` says it in words.")
    }

    static func results(_ codes: String, with more: [Field] = []) -> Field {
        Field("results", .list(.object(result + more)), "One for each id, in the order sent. `code`: \(codes).")
    }
}

extension Operation {
    static func relation(
        _ name: String, _ summary: String, roles: Roles = .user, _ parameters: [ParameterDescription],
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: roles, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .friendParameters)
    }
}

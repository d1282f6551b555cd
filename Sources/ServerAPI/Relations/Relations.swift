import ClientProtocol

/// The parameters and fields that the operations on relations share.
enum Relations {
    static let users = Parameter.everyString("userIDs", count: 1...100, "The users.")

    static let version = Field(
        "version", "integer",
        "Rises with every change of the friends, friend groups or blacklist.")
    static let isFinished = Field("isFinished", "boolean", "Whether this was the last page.")

    static func result(_ codes: String) -> Field {
        Field("result", "{userID, code, info}", "`code`: \(codes); `info` says it in words.")
    }

    static func results(_ codes: String) -> Field {
        Field("results", "list of {userID, code, info}", "One for each id, in the order sent. `code`: \(codes).")
    }

    static func operation(
        _ name: String, _ summary: String, roles: Roles = .user, _ parameters: [ParameterDescription],
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: roles, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .friendParameters)
    }
}

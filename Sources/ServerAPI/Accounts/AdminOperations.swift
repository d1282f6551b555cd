import ClientProtocol

/// `admin.…`: for connections that were opened with an administrator's key.
package enum AdminOperations {
    package static let all = [ping]

    package static let ping = Operation(
        "admin.ping", "Replies, which shows that the key is valid.", roles: .admin,
        result: [
            Field("key", .string, "The name of the key that opened the session."),
            Field(
                optional: "operatorId", .string, "The user in whose name the session acts. Absent if none was given."),
            Field("version", .string, "The gateway's version."),
            Field("serverTime", .milliseconds, "The gateway's clock."),
        ])
}

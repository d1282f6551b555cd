import ClientProtocol
import Domain

/// `push.…`: how devices without a session are reached, and why they were, or were not.
enum PushParameters {
    private static let deviceFields = [
        Field("device", .string), Field("platform", .platform),
        Field("provider", .words(PushProvider.allCases.map(\.rawValue))), Field("token", .string),
    ]
    static let deviceList = Field(
        "devices", .list(.object(deviceFields + [Field("since", .milliseconds)])),
        "In the order of registration. `token`: its last 8 characters.")
    static let message = Parameter.string("msgId", bytes: 1...20, "The message.")
    static let user = Parameter.user("userID", "The user.")
    static let story = [
        Field("pushed", .orNull(.boolean), "Whether the message was pushed; null: not decided yet."),
        Field(
            optional: "reason", .string,
            "Only if not: " + PushObstacle.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + "; see [pushes.md](pushes.md)."),
        Field(optional: "rule", .string, "The rule that gives the reason."),
        Field(optional: "text", .string, "Only if pushed: the push's text."),
        Field(optional: "badge", .integer, "Only if pushed: the number of all unread messages."),
        Field(optional: "forced", .boolean, "Only if pushed: whether the sender forced it."),
        Field(
            optional: "sessionLost", .onlyTrue,
            "True if it was pushed because a session that had been sent the message was lost; else left out."),
        Field(
            optional: "recalled", .onlyTrue,
            "True if it was recalled after it was pushed: the text is that of the push that takes its place."),
        Field(optional: "expired", .onlyTrue, "The same if it has expired since."),
        Field(
            optional: "devices",
            .list(
                .object(
                    deviceFields + [
                        Field("state", .words(["waiting", "accepted", "refused", "unregistered", "expired"])),
                        Field("attempts", .integer), Field("status", .integer), Field("answer", .string),
                        Field("answeredAt", .milliseconds),
                    ])),
            "Only if pushed: the result for each device. `state`: `waiting`, `accepted`, `refused`, "
                + "`unregistered`, `expired`; `status` and `answer` are the provider's."),
    ]
}

import Chat
import ClientProtocol
import Domain

/// `receipt.send`.
enum SendReceipt: UserOperation {
    static let declaration = Operation(
        "receipt.send",
        "Tells the other user that the caller has read everything up to a time. An older time does nothing.",
        roles: .user, parameters: [other, timestamp.description],
        errors: [.noTarget, .unavailable], badParameter: .messageParameters)

    private static let timestamp = Parameter.integer(
        "timestamp", in: 0...9_007_199_254_740_991,
        "The `time` of the newest message read, in milliseconds. A time in the future counts as now.")
    private static let other = ParameterDescription(
        name: "conversationID", type: .conversationID, isRequired: true, meaning: "`c2c_` and the other user's id.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let time = Milliseconds(try request(timestamp))
        return .change { chat, _ throws(CommandError) in
            try chat.readMarks.acknowledge(id, upTo: time, of: caller.account)
        }
    }
}

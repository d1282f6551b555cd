import Chat
import ClientProtocol

/// `groupReceipt.…`: who has read a message in a group, in NIM's numbers.
enum GroupReceiptParameters {
    static let messageIDs = Parameter.strings("msgIds", count: 1...50, "Messages of the group.")
}

extension Operation {
    static func groupReceipt(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: errors + [.nimNoGroup, .nimNotInGroup, .receiptsOff, .unavailable], badParameter: .messageParameters
        )
    }
}

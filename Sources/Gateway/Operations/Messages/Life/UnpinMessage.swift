import ClientProtocol

/// `message.unpin`.
enum UnpinMessage: UserOperation {
    static let declaration = Operation(
        "message.unpin", "Pins a message no longer. In a group the owner and admins can.", roles: .user,
        parameters: PinMessage.parameters, result: PinMessage.result, errors: PinMessage.errors,
        badParameter: .messageParameters)

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.pin(false, caller)
    }
}

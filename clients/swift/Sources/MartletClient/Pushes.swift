/// Registering at Apple's push service.
extension PushCalls {
    /// Registers this device by the token that Apple's service has given the application. Both may change: register at
    /// each start, when the service gives another token, and when the user changes the language or the preview.
    ///
    /// - Parameter deviceToken: The `Data` of `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
    /// - Parameter app: One of `push.apps`, such as that of the development environment.
    /// - Parameter language: The language of the pushes' own words, by BCP 47.
    /// - Parameter preview: The most that a push shows on this device.
    public func register(
        deviceToken: some Sequence<UInt8>, app: String? = nil, language: String? = nil, preview: PushPreview? = nil
    ) async throws {
        let digits = deviceToken.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try await register(
            provider: .apns, token: JSON(digits), app: app, language: language, preview: preview)
    }
}

/// The part of a push that is for the application. The other part is shown.
public struct PushedMessage: Sendable, Equatable {
    /// The conversation to open when the user taps it; nil for a notification of a backend.
    public let conversation: String?
    public let msgId: String?
    /// Proves the push in a receipt, if the gateway has `push.receipts`.
    public let ticket: String?

    /// - Parameter userInfo: of the push; nil for one that is not of the gateway
    public init?(userInfo: [AnyHashable: Any]) {
        guard let martlet = userInfo["martlet"] as? [String: Any] else { return nil }
        conversation = martlet["conversation"] as? String
        msgId = martlet["message"] as? String
        ticket = martlet["ticket"] as? String
    }
}

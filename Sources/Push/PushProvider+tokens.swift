import Domain

extension PushProvider {
    /// Why no device can have that token; nil: the provider will know.
    package func objection(to token: String) -> String? {
        switch self {
        case .apns: return isDeviceToken(token) ? nil : "it is not 1 to 200 hexadecimal digits"
        case .webPush:
            do throws(Undeliverable) {
                _ = try PushSubscription(token)
                return nil
            } catch {
                return error.reason
            }
        case .fcm, .webhook: return nil
        }
    }
}

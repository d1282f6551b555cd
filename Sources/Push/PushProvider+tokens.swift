import Curl
import Domain
import Security

extension PushProvider {
    /// Why no device can have that token; nil: the provider will know.
    package func objection(to token: String) -> String? {
        switch self {
        case .apns, .apnsVoip: return isDeviceToken(token) ? nil : "it is not 1 to 200 hexadecimal digits"
        case .webPush:
            do throws(Undeliverable) {
                let subscription = try PushSubscription(token)
                return AgreementKey.isPoint(subscription.point) ? nil : "its p256dh is not a point of the curve P-256"
            } catch {
                return error.reason
            }
        case .huawei, .harmony, .honor, .xiaomi, .oppo, .vivo, .meizu:
            return token.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? nil : "it is not printable"
        case .fcm, .webhook: return nil
        }
    }

    /// A form that all spellings of one token share. A device is known by it: else a phone that changes hands would be
    /// pushed to for both users.
    package func key(of token: String) -> String {
        switch self {
        case .apns, .apnsVoip: token.lowercased()
        case .webPush: (try? PushSubscription(token))?.endpoint.address ?? token
        case .fcm, .huawei, .harmony, .honor, .xiaomi, .oppo, .vivo, .meizu, .webhook: token
        }
    }
}

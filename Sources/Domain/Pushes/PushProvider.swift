/// The services that carry pushes to devices. The raw values are on the wire and in the store.
package enum PushProvider: String, CaseIterable, Sendable {
    case apns
    /// APNs' pushes of calls, with a token of their own (P-41).
    case apnsVoip
    case fcm
    case huawei
    case harmony
    case honor
    case xiaomi
    case oppo
    case vivo
    case meizu
    case webPush
    case webhook

    /// Phone makers, whose service shows a push while the app is dead.
    package static let makers: [PushProvider] = [.huawei, .harmony, .honor, .xiaomi, .oppo, .vivo, .meizu]
}

/// The services that carry pushes to devices.
package enum PushProvider: String, CaseIterable, Sendable {
    case apns
    case fcm
    case webPush
    case webhook
}

/// Whom a courier brings its parcels to.
package enum Provider: Sendable {
    case apns(APNs)
    case fcm(FCM)
    case webPush(WebPush)
    case webhook(Webhook)

    /// What the courier's thread is called by.
    var name: String {
        switch self {
        case .apns: "apns"
        case .fcm: "fcm"
        case .webPush: "webPush"
        case .webhook: "webhook"
        }
    }

    var carrier: any Carrier {
        switch self {
        case .apns(let apns): APNsCarrier(apns)
        case .fcm(let fcm): FCMCarrier(fcm)
        case .webPush(let webPush): WebPushCarrier(webPush)
        case .webhook(let webhook): WebhookCarrier(webhook)
        }
    }
}

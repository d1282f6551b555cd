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

    /// How many connections one host may get. libcurl puts requests on the connections there are as long as the host takes
    /// them together (HTTP/2), and opens one for each where it does not (HTTP/1.1).
    ///
    /// APNs speaks HTTP/2 alone, but takes one request at a time until it has seen the first token: it gets a few connections,
    /// since Apple holds many for an attack.
    func connections(_ options: CourierOptions) -> Int {
        switch self {
        case .apns: options.sharedConnections
        case .fcm, .webPush, .webhook: min(options.requests, options.mostConnections)
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

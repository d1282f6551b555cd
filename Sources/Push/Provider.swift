/// The provider to which a client brings its pushes.
package enum Provider: Sendable {
    case apns(APNs)
    case fcm(FCM)
    case webPush(WebPush)
    case webhook(Webhook)

    /// The provider's name, which the provider client's queue has, too.
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
    func connections(_ options: ProviderClientOptions) -> Int {
        switch self {
        case .apns: options.sharedConnections
        case .fcm, .webPush, .webhook: min(options.requests, options.mostConnections)
        }
    }

    var adapter: any ProviderAdapter {
        switch self {
        case .apns(let apns): APNsAdapter(apns)
        case .fcm(let fcm): FCMAdapter(fcm)
        case .webPush(let webPush): WebPushAdapter(webPush)
        case .webhook(let webhook): WebhookAdapter(webhook)
        }
    }
}

import Domain

/// A provider to which a client brings its pushes, set up.
package struct Provider: Sendable {
    let name: PushProvider
    /// Over how few connections a host that speaks HTTP/2 alone is to be asked.
    let sharesConnections: Bool
    /// The key with which a page subscribes to Web Push.
    package let webPushKey: String?
    /// P-45: with what it signs its receipts. Nil: with nothing that its key file names.
    package let receiptSecret: ReceiptSecret?
    let makeAdapter: @Sendable () -> any ProviderAdapter

    private init(
        _ name: PushProvider, sharesConnections: Bool = false, webPushKey: String? = nil,
        receiptSecret: ReceiptSecret? = nil, _ makeAdapter: @escaping @Sendable () -> any ProviderAdapter
    ) {
        self.name = name
        self.sharesConnections = sharesConnections
        self.webPushKey = webPushKey
        self.receiptSecret = receiptSecret
        self.makeAdapter = makeAdapter
    }

    /// APNs speaks HTTP/2 alone, but takes one request at a time until it has seen the first token: it gets a few connections,
    /// since Apple holds many for an attack.
    package static func apns(_ apns: APNs) -> Provider {
        Provider(apns.isForCalls ? .apnsVoip : .apns, sharesConnections: true) { APNsAdapter(apns) }
    }

    package static func fcm(_ fcm: FCM) -> Provider { Provider(.fcm) { FCMAdapter(fcm) } }

    package static func huawei(_ huawei: Huawei) -> Provider {
        Provider(.huawei, receiptSecret: huawei.receiptSecret) { MakerAdapter(huawei) }
    }

    package static func harmony(_ harmony: Harmony) -> Provider {
        Provider(.harmony, receiptSecret: harmony.receiptSecret) { MakerAdapter(harmony) }
    }

    package static func honor(_ honor: Honor) -> Provider { Provider(.honor) { MakerAdapter(honor) } }
    package static func xiaomi(_ xiaomi: Xiaomi) -> Provider { Provider(.xiaomi) { MakerAdapter(xiaomi) } }
    package static func oppo(_ oppo: Oppo) -> Provider { Provider(.oppo) { MakerAdapter(oppo) } }
    package static func vivo(_ vivo: Vivo) -> Provider { Provider(.vivo) { MakerAdapter(vivo) } }
    package static func meizu(_ meizu: Meizu) -> Provider { Provider(.meizu) { MakerAdapter(meizu) } }

    package static func webPush(_ webPush: WebPush) -> Provider {
        Provider(.webPush, webPushKey: webPush.publicKey) { WebPushAdapter(webPush) }
    }

    package static func webhook(_ webhook: Webhook) -> Provider { Provider(.webhook) { WebhookAdapter(webhook) } }

    /// How many connections one host may get. libcurl puts requests on the connections there are as long as the host takes
    /// them together (HTTP/2), and opens one for each where it does not (HTTP/1.1).
    func connections(_ options: ProviderClientOptions) -> Int {
        sharesConnections ? options.sharedConnections : min(options.requests, options.mostConnections)
    }
}

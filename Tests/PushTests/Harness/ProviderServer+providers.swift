import Push
import TestSupport

/// Configured as an operator would.
extension ProviderServer {
    var webhook: Provider {
        get throws { try .webhook(Webhook(url: "\(url)/hook", secrets: .init(file("webhook.secret")))) }
    }

    /// Over HTTP/1.1.
    var plainWebhook: Provider {
        get throws {
            try .webhook(
                Webhook(url: "http://127.0.0.1:\(plainPort)/hook", secrets: .init(file("webhook.secret"))))
        }
    }

    var apns: Provider {
        get throws {
            try .apns(
                APNs(key: file("apns.p8"), keyID: "KEY1234567", team: "TEAM123456", topic: "test.birds", endpoint: url))
        }
    }

    var fcm: Provider {
        get throws { try .fcm(FCM(serviceAccount: file("service-account.json"), endpoint: url)) }
    }

    func webPush(allowsPrivateHosts: Bool = true) throws -> Provider {
        try .webPush(
            WebPush(
                key: file("vapid.pem"), subject: "mailto:push@birds.test", allowsPrivateHosts: allowsPrivateHosts))
    }
}

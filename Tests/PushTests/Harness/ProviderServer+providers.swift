import Domain
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
        get throws { try apns() }
    }

    func apns(isForCalls: Bool = false) throws -> Provider {
        try .apns(
            APNs(
                key: file("apns.p8"), keyID: "KEY1234567", team: "TEAM123456", topic: "test.birds", endpoint: url,
                isForCalls: isForCalls))
    }

    var fcm: Provider {
        get throws { try .fcm(FCM(serviceAccount: file("service-account.json"), endpoint: url)) }
    }

    func webPush(allowsPrivateHosts: Bool = true) throws -> Provider {
        try .webPush(
            WebPush(
                key: file("vapid.pem"), subject: "mailto:push@birds.test", allowsPrivateHosts: allowsPrivateHosts))
    }

    func provider(_ provider: PushProvider) throws -> Provider {
        switch provider {
        case .apns: try apns
        case .apnsVoip: try apns(isForCalls: true)
        case .fcm: try fcm
        case .webPush: try webPush()
        case .webhook: try webhook
        default: try maker(provider)
        }
    }

    /// A phone maker, with a title, a badge's class, and a category and a channel for chats.
    func maker(
        _ provider: PushProvider, key: String? = nil, _ change: (inout MakerOptions) -> Void = { _ in }
    ) throws -> Provider {
        let key = try key ?? file("\(provider.rawValue).json")
        var options = MakerOptions(endpoint: url)
        options.title = "Birds"
        options.badgeClass = "birds.Main"
        options.classes = [.chat: (provider.chatCategory, "chat", "")]
        change(&options)
        switch provider {
        case .huawei: return try .huawei(Huawei(key: key, options: options, tokens: url))
        case .harmony: return try .harmony(Harmony(key: key, options: options))
        case .honor: return try .honor(Honor(key: key, options: options, tokens: url))
        case .xiaomi: return try .xiaomi(Xiaomi(key: key, options: options))
        case .oppo: return try .oppo(Oppo(key: key, options: options))
        case .vivo: return try .vivo(Vivo(key: key, options: options))
        case .meizu: return try .meizu(Meizu(key: key, options: options))
        case .apns, .apnsVoip, .fcm, .webPush, .webhook: preconditionFailure("\(provider) is no phone maker")
        }
    }
}

extension PushProvider {
    /// What the maker calls messages of users. OPPO's own name for them wants a template.
    var chatCategory: String {
        switch self {
        case .honor: "NORMAL"
        case .oppo: "ACCOUNT"
        case .meizu: "1"
        default: "IM"
        }
    }
}

import Domain
import Push
import Settings

extension Configuration {
    var clientOptions: ProviderClientOptions {
        var options = ProviderClientOptions()
        options.requests = push.requests
        options.perSecond = push.perSecond
        options.burst = push.perSecond
        options.answerMilliseconds = push.timeoutMilliseconds
        options.connectMilliseconds = min(options.connectMilliseconds, push.timeoutMilliseconds)
        options.authorities = push.authorities
        return options
    }
}

extension Provider {
    /// Those that are set up, with their keys.
    static func all(in configuration: Configuration) throws(ConfigurationError) -> [PushProvider: Provider] {
        if let file = configuration.push.authorities {
            try read("push.authorities", file, isSecret: false) { text throws(ProviderProblem) in
                guard holdsCertificate(text) else { throw .noCertificate }
            }
        }
        let (apns, fcm) = (configuration.apns, configuration.fcm)
        let (webPush, webhook) = (configuration.webPush, configuration.webhook)
        var providers: [PushProvider: Provider] = [:]
        if let file = apns.keyFile {
            providers[.apns] = try read("apns.keyFile", file) { key throws(ProviderProblem) in
                .apns(
                    try APNs(
                        key: key, keyID: apns.keyId, team: apns.teamId, topic: apns.topic, endpoint: apns.endpoint))
            }
        }
        if let file = fcm.serviceAccountFile {
            providers[.fcm] = try read("fcm.serviceAccountFile", file) { account throws(ProviderProblem) in
                .fcm(try FCM(serviceAccount: account, endpoint: fcm.endpoint))
            }
        }
        if let file = webPush.keyFile {
            providers[.webPush] = try read("webPush.keyFile", file) { key throws(ProviderProblem) in
                .webPush(
                    try WebPush(key: key, subject: webPush.subject, allowsPrivateHosts: webPush.privateHosts))
            }
        }
        if !webhook.url.isEmpty, let file = webhook.secretFile {
            providers[.webhook] = try read("webhook.secretFile", file) { secret throws(ProviderProblem) in
                .webhook(try Webhook(url: webhook.url, secrets: Webhook.Secrets(secret)))
            }
        }
        return providers
    }

    /// Reads the webhook's secrets again, if there is a webhook.
    func renewSecrets(_ configuration: Configuration) throws(ConfigurationError) {
        guard case .webhook(let webhook) = self, let file = configuration.webhook.secretFile else { return }
        webhook.use(
            try Self.read("webhook.secretFile", file) { text throws(ProviderProblem) in
                try Webhook.Secrets(text)
            })
    }

    private static func read<Made>(
        _ setting: String, _ path: String, isSecret: Bool = true, _ make: (String) throws(ProviderProblem) -> Made
    ) throws(ConfigurationError) -> Made {
        let problem: String
        do throws(FileError) {
            let bytes = try isSecret ? File.readSecret(path) : File.read(path)
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(ProviderProblem) {
                return try make(String(text.reversed().drop(while: \.isNewline).reversed()))
            } catch {
                problem = "the file \(path): \(error)"
            }
        } catch {
            problem = "the file \(error)"
        }
        throw ConfigurationError(problems: [Problem(place: setting, message: problem)])
    }
}

func holdsCertificate(_ text: String) -> Bool {
    text.contains("-----BEGIN CERTIFICATE-----") || text.contains("-----BEGIN TRUSTED CERTIFICATE-----")
}

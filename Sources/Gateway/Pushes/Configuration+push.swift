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

    var pushTemplates: PushTemplates {
        PushTemplates(push.templates, language: push.language, isLocalised: push.localised == .device)
    }

    /// All that are set up, with their keys as the files have them now.
    func providers() throws(ConfigurationError) -> [PushService: Provider] {
        if let file = push.authorities {
            try read("push.authorities", file, isSecret: false) { text throws(ProviderProblem) in
                guard holdsCertificate(text) else { throw .noCertificate }
            }
        }
        var providers: [PushService: Provider] = [:]
        for (service, setup) in pushSetups {
            guard let file = setup.keyFile else { continue }
            let place = service.app.isEmpty ? "\(setup.provider.rawValue).\(setup.keyFileSetting)" : "push.apps"
            providers[service] = try read(place, file) { [push] key throws(ProviderProblem) in
                try setup.provider(key, push, isForCalls: service.provider == .apnsVoip)
            }
        }
        return providers
    }

    private func read<Made>(
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

extension PushSetup {
    fileprivate var keyFile: String? {
        switch self {
        case .apns(let apns): apns.keyFile
        case .fcm(let fcm): fcm.serviceAccountFile
        case .webPush(let webPush): webPush.keyFile
        case .webhook(let webhook): webhook.secretFile
        case .maker(let maker): maker.keyFile
        }
    }

    fileprivate var keyFileSetting: String {
        switch self {
        case .apns, .webPush, .maker: "keyFile"
        case .fcm: "serviceAccountFile"
        case .webhook: "secretFile"
        }
    }

    /// `key`: what stands in its key file.
    fileprivate func provider(
        _ key: String, _ push: Configuration.Push, isForCalls: Bool
    ) throws(ProviderProblem) -> Provider {
        switch self {
        case .apns(let apns):
            .apns(
                try APNs(
                    key: key, keyID: apns.keyId, team: apns.teamId, topic: apns.topic, endpoint: apns.endpoint,
                    isForCalls: isForCalls))
        case .fcm(let fcm): .fcm(try FCM(serviceAccount: key, endpoint: fcm.endpoint))
        case .webPush(let webPush):
            .webPush(try WebPush(key: key, subject: webPush.subject, allowsPrivateHosts: webPush.privateHosts))
        case .webhook(let webhook): .webhook(try Webhook(url: webhook.url, secrets: Webhook.Secrets(key)))
        case .maker(let maker): try maker.provider(key, push)
        }
    }
}

extension Configuration.Maker {
    fileprivate func provider(_ key: String, _ push: Configuration.Push) throws(ProviderProblem) -> Provider {
        var options = MakerOptions(endpoint: endpoint)
        for placing in classes {
            options.classes[placing.pushClass] = (placing.category, placing.channel, placing.template)
        }
        options.title = push.title
        options.receiptURL = push.receipts ? push.receiptURL : ""
        options.clickIntent = clickIntent
        options.badgeClass = badgeClass
        options.isTest = testing
        switch provider {
        case .huawei: return .huawei(try Huawei(key: key, options: options, tokens: tokenEndpoint ?? endpoint))
        case .harmony: return .harmony(try Harmony(key: key, options: options))
        case .honor: return .honor(try Honor(key: key, options: options, tokens: tokenEndpoint ?? endpoint))
        case .xiaomi: return .xiaomi(try Xiaomi(key: key, options: options))
        case .oppo: return .oppo(try Oppo(key: key, options: options))
        case .vivo: return .vivo(try Vivo(key: key, options: options))
        case .meizu: return .meizu(try Meizu(key: key, options: options))
        case .apns, .apnsVoip, .fcm, .webPush, .webhook: preconditionFailure("\(provider) is no phone maker")
        }
    }
}

func holdsCertificate(_ text: String) -> Bool {
    text.contains("-----BEGIN CERTIFICATE-----") || text.contains("-----BEGIN TRUSTED CERTIFICATE-----")
}

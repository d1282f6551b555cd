import Domain

extension Configuration {
    /// The section of a phone maker's push service.
    package struct Maker: Equatable, Sendable {
        package let provider: PushProvider
        package var keyFile: String?
        package var endpoint: String
        package var classes: [PushPlacing]
        package var clickIntent: String
        package var badgeClass = ""
        package var testing = false
        /// Where access tokens come from; nil: from the endpoint, or from nowhere.
        package var tokenEndpoint: String?

        init(_ provider: PushProvider, _ setting: inout SettingReader) {
            self.provider = provider
            let facts = MakerFacts(of: provider)
            setting.section(provider.rawValue, "\(facts.phones), by \(facts.service).")
            keyFile = setting(
                "keyFile", .optional(.path), or: nil,
                "A JSON file with \(facts.members); null: no pushes by this service. SIGHUP reads it again.")
            endpoint = setting("endpoint", .secureEndpoint, or: facts.endpoint, "The service's URL.")
            if let standard = facts.tokenEndpoint {
                tokenEndpoint = setting(
                    "tokenEndpoint", .secureEndpoint, or: standard, "The URL of the server that gives access tokens.")
            }
            classes = setting(
                "classes", .list(of: .pushPlacing, "objects {class, category, channel, template}"), or: facts.classes,
                "The maker's category, the app's channel, and the maker's template where it wants one, for `chat`, `call`, "
                    + "`notice` and `promotion` (docs/pushes.md#classes).")
            clickIntent = setting(
                "clickIntent", .shortText, or: "", "What a tap opens, as the maker writes it; empty: the app.")
            if facts.hasBadgeClass {
                badgeClass = setting(
                    "badgeClass", .shortText, or: "",
                    "The class of the app's first page, which the maker wants for a badge; empty: no badge is sent.")
            }
            if facts.hasTesting {
                testing = setting(
                    "testing", .flag, or: false,
                    "Marks pushes as tests, which the maker takes before the app is approved.")
            }
        }
    }
}

/// The words by which a maker is told of a class of pushes.
package struct PushPlacing: Equatable, Sendable {
    package let pushClass: PushClass
    /// The maker's own word for it.
    package let category: String
    /// The app's.
    package let channel: String
    /// The id of a text that the maker has approved.
    package let template: String
}

/// The texts and defaults of a maker's section.
private struct MakerFacts {
    let phones: String
    let service: String
    let members: String
    let endpoint: String
    var tokenEndpoint: String?
    var classes: [PushPlacing] = []
    var hasBadgeClass = false
    var hasTesting = false

    init(of provider: PushProvider) {
        switch provider {
        case .huawei:
            (phones, service) = ("Huawei's phones up to HarmonyOS 4", "Push Kit")
            (members, endpoint) = ("`clientId` and `clientSecret`", "https://push-api.cloud.huawei.com")
            tokenEndpoint = "https://oauth-login.cloud.huawei.com"
            classes = Self.placings(chat: "IM", call: "VOIP", promotion: "MARKETING")
            hasBadgeClass = true
        case .harmony:
            (phones, service) = ("Phones with HarmonyOS NEXT", "Push Kit")
            members =
                "`project_id`, `key_id`, `sub_account` and `private_key`, as AppGallery Connect gives it, and "
                + "perhaps `client_id`"
            endpoint = "https://push-api.cloud.huawei.com"
            classes = Self.placings(chat: "IM", call: "VOIP", promotion: "MARKETING")
            hasTesting = true
        case .honor:
            (phones, service) = ("Honor's phones", "Honor Push")
            (members, endpoint) = ("`appId`, `clientId` and `clientSecret`", "https://push-api.cloud.honor.com")
            tokenEndpoint = "https://iam.developer.honor.com"
            classes = Self.placings(chat: "NORMAL", call: "NORMAL", notice: "NORMAL", promotion: "LOW")
            hasBadgeClass = true
        case .xiaomi:
            (phones, service) = ("Xiaomi's and Redmi's phones", "Mi Push")
            (members, endpoint) = ("`appSecret` and `packageName`", "https://api.xmpush.xiaomi.com")
        case .oppo:
            (phones, service) = ("OPPO's, OnePlus's and realme's phones", "OPPO Push")
            (members, endpoint) = ("`appKey` and `masterSecret`", "https://api.push.oppomobile.com")
            // `IM` wants a template.
            classes = Self.placings(promotion: "MARKETING")
        case .vivo:
            (phones, service) = ("vivo's and iQOO's phones", "vivo Push")
            (members, endpoint) = ("`appId`, `appKey` and `appSecret`", "https://api-push.vivo.com.cn")
            classes = Self.placings(chat: "IM", call: "IM", promotion: "MARKETING")
            hasTesting = true
        case .meizu:
            (phones, service) = ("Meizu's phones", "Flyme Push")
            (members, endpoint) = ("`appId` and `appSecret`", "https://server-api-push.meizu.com")
            // 1: for one, 0: for many.
            classes = Self.placings(chat: "1", call: "1", notice: "1", promotion: "0")
        case .apns, .apnsVoip, .fcm, .webPush, .webhook: preconditionFailure("\(provider) is no phone maker")
        }
    }

    private static func placings(
        chat: String = "", call: String = "", notice: String = "", promotion: String
    ) -> [PushPlacing] {
        let categories = [(PushClass.chat, chat), (.call, call), (.notice, notice), (.promotion, promotion)]
        return categories.filter { !$0.1.isEmpty }.map {
            PushPlacing(pushClass: $0, category: $1, channel: "", template: "")
        }
    }
}

/// A further app, or a further service of an app.
package struct PushApp: Equatable, Sendable {
    package let name: String
    package let setup: PushSetup

    static let most = 20
    static let mostTemplates = 200

    /// As it stands in the file: the provider's own settings are read like those of its section.
    struct Written: Equatable, Sendable {
        let name: String
        let provider: PushProvider
        let members: [JSON5.Member]
    }

    init(_ written: Written, _ setting: inout SettingReader) {
        name = written.name
        let provider = written.provider
        setup = setting.object(written.members, as: provider.rawValue, of: "push.apps") { inner in
            switch provider {
            case .apns, .apnsVoip: .apns(Configuration.APNs(&inner))
            case .fcm: .fcm(Configuration.FCM(&inner))
            case .webPush: .webPush(Configuration.WebPush(&inner))
            case .webhook: .webhook(Configuration.Webhook(&inner))
            case .huawei, .harmony, .honor, .xiaomi, .oppo, .vivo, .meizu:
                .maker(Configuration.Maker(provider, &inner))
            }
        }
    }
}

/// The settings of a provider's section.
package enum PushSetup: Equatable, Sendable {
    case apns(Configuration.APNs)
    case fcm(Configuration.FCM)
    case webPush(Configuration.WebPush)
    case webhook(Configuration.Webhook)
    case maker(Configuration.Maker)

    package var provider: PushProvider {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        case .webPush: .webPush
        case .webhook: .webhook
        case .maker(let maker): maker.provider
        }
    }

    var isOn: Bool {
        switch self {
        case .apns(let apns): apns.keyFile != nil
        case .fcm(let fcm): fcm.serviceAccountFile != nil
        case .webPush(let webPush): webPush.keyFile != nil
        case .webhook(let webhook): !webhook.url.isEmpty
        case .maker(let maker): maker.keyFile != nil
        }
    }
}

extension SettingType<PushApp.Written> {
    /// The webhook and Web Push have one place each: the pages and the backend tell apps apart. Calls at APNs come with the app.
    static let pushApp = Self(name: "{name, provider, …}", environmentForm: .list) { kind, directory in
        guard case .object(let members) = kind,
            let name = members.text("name"), (1...32).contains(name.utf8.count),
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }),
            let provider = members.text("provider").flatMap(PushProvider.init),
            ![.webPush, .webhook, .apnsVoip].contains(provider)
        else { return nil }
        return PushApp.Written(
            name: name, provider: provider, members: members.filter { !["name", "provider"].contains($0.name) })
    } show: { app in
        let own = [("name", app.name), ("provider", app.provider.rawValue)].map { "\($0): \(quoted($1))" }
        return "{" + (own + app.members.map { "\($0.name): \($0.value.literal)" }).joined(separator: ", ") + "}"
    }
}

extension SettingType<PushPlacing> {
    static let pushPlacing = Self(name: "{class, category, channel, template}", environmentForm: .list) { kind, _ in
        guard case .object(let members) = kind,
            members.allSatisfy({ ["class", "category", "channel", "template"].contains($0.name) }),
            let pushClass = members.text("class").flatMap(PushClass.init)
        else { return nil }
        return PushPlacing(
            pushClass: pushClass, category: members.text("category") ?? "", channel: members.text("channel") ?? "",
            template: members.text("template") ?? "")
    } show: { placing in
        let members = [
            ("class", placing.pushClass.rawValue), ("category", placing.category), ("channel", placing.channel),
            ("template", placing.template),
        ]
        return "{" + members.filter { !$1.isEmpty }.map { "\($0): \(quoted($1))" }.joined(separator: ", ") + "}"
    }
}

extension SettingType<PushTemplate> {
    static let pushTemplate = Self(name: "{language, kind, title, body}", environmentForm: .list) { kind, _ in
        guard case .object(let members) = kind,
            members.allSatisfy({ ["language", "kind", "title", "body"].contains($0.name) }),
            let language = members.text("language"), isLanguageTag(language), let word = members.text("kind"),
            let body = members.text("body"), !body.isEmpty
        else { return nil }
        let title = members.text("title") ?? ""
        guard title.utf8.count <= 256, body.utf8.count <= 256 else { return nil }
        switch word {
        case "user": return PushTemplate(language: language, kind: .user, title: title, body: body)
        case "group": return PushTemplate(language: language, kind: .group, title: title, body: body)
        default:
            guard title.isEmpty, let phrase = PushPhrase(rawValue: word) else { return nil }
            return PushTemplate(language: language, kind: .phrase(phrase), title: "", body: body)
        }
    } show: { template in
        let word =
            switch template.kind {
            case .user: "user"
            case .group: "group"
            case .phrase(let phrase): phrase.rawValue
            }
        let members = [
            ("language", template.language), ("kind", word), ("title", template.title), ("body", template.body),
        ]
        return "{" + members.filter { !$1.isEmpty }.map { "\($0): \(quoted($1))" }.joined(separator: ", ") + "}"
    }
}

extension SettingType<String> {
    static let languageTag = checked("a language's tag, such as zh-Hans", isLanguageTag)
    static let shortText = checked("a text of up to 255 bytes") { $0.utf8.count <= 255 }
}

/// BCP 47, as far as its shape goes.
package func isLanguageTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return text.utf8.count <= 35 && (2...8).contains(parts[0].count)
        && parts.allSatisfy {
            (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
}

extension [JSON5.Member] {
    fileprivate func text(_ name: String) -> String? {
        guard case .text(let text) = first(where: { $0.name == name })?.value.kind else { return nil }
        return text
    }
}

extension JSON5 {
    /// As the file could have it.
    fileprivate var literal: String {
        switch kind {
        case .text(let text): quoted(text)
        case .list(let elements): "[" + elements.map(\.literal).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\($0.name): \($0.value.literal)" }.joined(separator: ", ") + "}"
        case .null, .boolean, .integer, .number: description
        }
    }
}

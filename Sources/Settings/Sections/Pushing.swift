import Domain

extension Configuration {
    package struct Push: Equatable, Sendable {
        package var desktopIsAway: Bool
        package var expirySeconds: Int
        package var explainDays: Int
        package var perSecond: Int
        package var requests: Int
        package var timeoutMilliseconds: Int
        package var authorities: String?
        package var apps: [PushApp]
        package var templates: [PushTemplate]
        package var language: String
        package var localised: PushLocaliser
        package var title: String
        package var content: PushPreview
        package var replacesEdited: Bool
        package var clearsRead: Bool
        package var receipts: Bool
        package var receiptURL: String

        init(_ setting: inout SettingReader) {
            setting.section(
                "push", "Pushes to devices without a session. They are on if one of the sections below names a key.")
            desktopIsAway = setting(
                "desktopIsAway", .flag, or: false,
                "Users whose only sessions are on `pc` or `web` get pushes too.")
            expirySeconds = setting(
                "expirySeconds", .integer(1...2_419_200), or: 86_400,
                "How long after its message a push may still be delivered.")
            explainDays = setting(
                "explainDays", .integer(1...90), or: 7, "How many days `push.explain` can tell about a message.")
            perSecond = setting(
                "perSecond", .integer(1...1_000_000), or: 500, "The most pushes a second to one provider.")
            requests = setting(
                "requests", .integer(1...10_000), or: 100,
                "The most requests under way at one provider; up to 256 over HTTP/1.1, where each needs its own "
                    + "connection.")
            timeoutMilliseconds = setting(
                "timeoutMilliseconds", .integer(100...600_000), or: 30_000, "How long a provider may take to answer.")
            authorities = setting(
                "authorities", .optional(.path), or: nil,
                "A PEM file with the certificate authorities to trust for providers, instead of the system's.")
            templates = setting(
                "templates", .list(of: .pushTemplate, "objects {language, kind, title, body}"), or: [],
                "Your own wordings of pushes, by language (docs/pushes.md#wordings); at most 200.")
            language = setting(
                "language", .languageTag, or: "en",
                "The language of pushes to devices that name none, or one without a wording.")
            localised = setting(
                "localised", .choice, or: .gateway,
                "Who puts a push into words: the gateway, or the app on the device by names of texts, at APNs, FCM and Huawei "
                    + "(docs/pushes.md#wordings).")
            title = setting(
                "title", .shortText, or: "",
                "The title of a push that has none, for phone makers that want one: the app's name.")
            content = setting(
                "content", .choice, or: .full,
                "The most that a push shows: all of it, who wrote in which group, or that there is a message. A device can "
                    + "lower it.")
            replacesEdited = setting(
                "replacesEdited", .flag, or: true,
                "A push that is shown is followed by another, without a sound, when its message is edited before it is read: at "
                    + "most three times.")
            clearsRead = setting(
                "clearsRead", .flag, or: false,
                "A device of APNs or FCM gets its badge anew, and nothing else, when messages are read on another one: once a "
                    + "minute at most.")
            receipts = setting(
                "receipts", .flag, or: false,
                "Each push has a ticket, by which devices and makers tell that it was delivered or opened "
                    + "(docs/pushes.md#receipts).")
            receiptURL = setting(
                "receiptURL", .optionalSecureEndpoint, or: "",
                "The URL by which makers reach `/v1/push/receipts`, such as https://chat.example.com/v1/push/receipts; "
                    + "empty: they are told none.")
            let written = setting(
                "apps", .list(of: .pushApp, "objects {name, provider, …}"), or: [],
                "Further apps, or an app's further services: each with a name, the provider, and the settings of the "
                    + "provider's section below (docs/pushes.md#several-apps); at most 20.")
            apps = written.map { PushApp($0, &setting) }
        }
    }

    package struct APNs: Equatable, Sendable {
        package var keyFile: String?
        package var keyId: String
        package var teamId: String
        package var topic: String
        package var endpoint: String

        init(_ setting: inout SettingReader) {
            setting.section("apns", "Apple's push service, with token authentication.")
            keyFile = setting(
                "keyFile", .optional(.path), or: nil, "The `.p8` key; null: no pushes by APNs.")
            keyId = setting("keyId", .appleID, or: "", "The key's id, of 10 characters.")
            teamId = setting("teamId", .appleID, or: "", "The developer team's id, of 10 characters.")
            topic = setting("topic", .word, or: "", "The app's bundle id.")
            endpoint = setting(
                "endpoint", .secureEndpoint, or: "https://api.push.apple.com",
                "The service's URL; for apps of the development environment `https://api.sandbox.push.apple.com`.")
        }
    }

    package struct FCM: Equatable, Sendable {
        package var serviceAccountFile: String?
        package var endpoint: String

        init(_ setting: inout SettingReader) {
            setting.section("fcm", "Google's push service, HTTP v1.")
            serviceAccountFile = setting(
                "serviceAccountFile", .optional(.path), or: nil,
                "The service account's key as JSON; null: no pushes by FCM.")
            endpoint = setting("endpoint", .secureEndpoint, or: "https://fcm.googleapis.com", "The service's URL.")
        }
    }

    package struct WebPush: Equatable, Sendable {
        package var keyFile: String?
        package var subject: String
        package var privateHosts: Bool

        init(_ setting: inout SettingReader) {
            setting.section("webPush", "Browsers' push services, with VAPID and encryption.")
            keyFile = setting(
                "keyFile", .optional(.path), or: nil,
                "The VAPID key, a P-256 key as PEM; null: no pushes to browsers.")
            subject = setting(
                "subject", .word, or: "",
                "The contact for the push services: `mailto:` with an address, or an https URL.")
            privateHosts = setting(
                "privateHosts", .flag, or: false,
                "Lets subscriptions name hosts with private addresses. For tests only, since clients choose the hosts.")
        }
    }

    package struct Webhook: Equatable, Sendable {
        package var url: String
        package var secretFile: String?

        init(_ setting: inout SettingReader) {
            setting.section("webhook", "Pushes as signed requests to your own backend, for all other cases.")
            url = setting("url", .endpoint, or: "", "The URL of the backend; empty: no pushes.")
            secretFile = setting(
                "secretFile", .optional(.path), or: nil,
                "The secret that signs the requests, of 32 bytes or more. To change it, write the next secret on "
                    + "a second line. SIGHUP reads the file again.")
        }
    }

    /// Those that are set up.
    package var pushSetups: [PushService: PushSetup] {
        var setups: [PushService: PushSetup] = [:]
        let own: [PushSetup] =
            [.apns(apns), .fcm(fcm), .webPush(webPush), .webhook(webhook)] + makers.map { .maker($0) }
        for (setup, app) in own.map({ ($0, "") }) + push.apps.map({ ($0.setup, $0.name) }) where setup.isOn {
            setups[PushService(setup.provider, app: app)] = setup
            if case .apns = setup { setups[PushService(.apnsVoip, app: app)] = setup }
        }
        return setups
    }

    /// Asked often, so nothing is put together for it.
    package var hasPushes: Bool {
        apns.keyFile != nil || fcm.serviceAccountFile != nil || webPush.keyFile != nil || !webhook.url.isEmpty
            || makers.contains { $0.keyFile != nil } || push.apps.contains { $0.setup.isOn }
    }

    func reportUnfinishedProviders(to reader: inout SettingReader) {
        apns.reportUnfinished("apns", to: &reader)
        if webPush.keyFile != nil, webPush.subject.isEmpty {
            reader.report("webPush.subject", "is not set, but webPush.keyFile is", with: "webPush.keyFile")
        }
        if !webhook.url.isEmpty, webhook.secretFile == nil {
            reader.report("webhook.secretFile", "is not set, but webhook.url is", with: "webhook.url")
        }
        for maker in makers where maker.keyFile != nil && push.title.isEmpty {
            reader.report("push.title", "is not set, but \(maker.provider.rawValue) wants a title for each push")
        }
        let names = push.apps.map { PushService($0.setup.provider, app: $0.name) }
        if push.apps.count > PushApp.most { reader.report("push.apps", "are more than \(PushApp.most)") }
        if Set(names).count < names.count { reader.report("push.apps", "have a name twice at one provider") }
        if push.templates.count > PushApp.mostTemplates {
            reader.report("push.templates", "are more than \(PushApp.mostTemplates)")
        }
        for app in push.apps {
            if !app.setup.isOn { reader.report("push.apps", "have `\(app.name)`, which names no key file") }
            if case .apns(let apns) = app.setup { apns.reportUnfinished("push.apps", to: &reader) }
        }
    }
}

extension Configuration.APNs {
    fileprivate func reportUnfinished(_ place: String, to reader: inout SettingReader) {
        guard keyFile != nil else { return }
        for (name, value) in [("keyId", keyId), ("teamId", teamId), ("topic", topic)] where value.isEmpty {
            let isSection = place == "apns"
            reader.report(
                isSection ? "apns.\(name)" : place, isSection ? "is not set, but apns.keyFile is" : "lack `\(name)`",
                with: isSection ? "apns.keyFile" : nil)
        }
    }
}

extension SettingType<String> {
    fileprivate static let appleID = checked("a text of 10 letters and digits") { text in
        text.isEmpty || text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    fileprivate static let word = checked("a text of up to 255 printable characters without spaces") { text in
        text.utf8.count <= 255 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    static let optionalSecureEndpoint = checked("a URL of up to 118 bytes that begins with https://, or empty") {
        // Makers take 128, with their names behind it.
        $0.isEmpty || $0.utf8.count <= 118 && isURL($0, ["https://"])
    }
    static let secureEndpoint = checked("a URL that begins with https://") { isURL($0, ["https://"]) }
    static let endpoint = checked("a URL that begins with https:// or http://, or empty") {
        $0.isEmpty || isURL($0, ["https://", "http://"])
    }

    static let anyEndpoint = checked("a URL that begins with https:// or http://") {
        isURL($0, ["https://", "http://"])
    }

    private static func isURL(_ text: String, _ schemes: [String]) -> Bool {
        text.utf8.count <= 1024 && schemes.contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// The side that puts a push into words (P-32).
package enum PushLocaliser: String, CaseIterable, Sendable {
    case gateway
    case device
}

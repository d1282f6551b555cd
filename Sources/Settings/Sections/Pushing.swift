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
    package var pushProviders: Set<PushProvider> {
        var providers: Set<PushProvider> = []
        if apns.keyFile != nil { providers.insert(.apns) }
        if fcm.serviceAccountFile != nil { providers.insert(.fcm) }
        if webPush.keyFile != nil { providers.insert(.webPush) }
        if !webhook.url.isEmpty { providers.insert(.webhook) }
        return providers
    }

    func reportUnfinishedProviders(to reader: inout SettingReader) {
        func need(_ path: String, _ isSet: Bool, with other: String) {
            if !isSet { reader.report(path, "is not set, but \(other) is", with: other) }
        }
        if apns.keyFile != nil {
            need("apns.keyId", !apns.keyId.isEmpty, with: "apns.keyFile")
            need("apns.teamId", !apns.teamId.isEmpty, with: "apns.keyFile")
            need("apns.topic", !apns.topic.isEmpty, with: "apns.keyFile")
        }
        if webPush.keyFile != nil { need("webPush.subject", !webPush.subject.isEmpty, with: "webPush.keyFile") }
        if !webhook.url.isEmpty { need("webhook.secretFile", webhook.secretFile != nil, with: "webhook.url") }
    }
}

extension SettingType<String> {
    fileprivate static let appleID = checked("a text of 10 letters and digits") { text in
        text.isEmpty || text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    fileprivate static let word = checked("a text of up to 255 printable characters without spaces") { text in
        text.utf8.count <= 255 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
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

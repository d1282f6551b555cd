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
                "push", "Pushes to devices without a session: there are some if one of the sections below names a key.")
            desktopIsAway = setting(
                "desktopIsAway", .flag, or: false,
                "Users who have sessions on `pc` or `web` alone are pushed to as well.")
            expirySeconds = setting(
                "expirySeconds", .integer(1...2_419_200), or: 86_400,
                "How long after its message a push is still worth being delivered.")
            explainDays = setting(
                "explainDays", .integer(1...90), or: 7, "For how long `push.explain` knows why, in days.")
            perSecond = setting(
                "perSecond", .integer(1...1_000_000), or: 500, "The most pushes a second to one provider.")
            requests = setting(
                "requests", .integer(1...10_000), or: 100,
                "The most requests under way at one provider; over HTTP/1.1, where each has a connection to itself, up to "
                    + "256.")
            timeoutMilliseconds = setting(
                "timeoutMilliseconds", .integer(100...600_000), or: 30_000, "How long a provider may take to answer.")
            authorities = setting(
                "authorities", .optional(.path), or: nil,
                "A PEM file with the authorities to trust at providers instead of the system's.")
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
                "keyFile", .optional(.path), or: nil, "The `.p8` key; null: nothing is pushed by APNs.")
            keyId = setting("keyId", .appleID, or: "", "The key's id, of 10 characters.")
            teamId = setting("teamId", .appleID, or: "", "The developer team's id, of 10 characters.")
            topic = setting("topic", .word, or: "", "The app's bundle id.")
            endpoint = setting(
                "endpoint", .secureEndpoint, or: "https://api.push.apple.com",
                "Where the service is; apps of the development environment have `https://api.sandbox.push.apple.com`.")
        }
    }

    package struct FCM: Equatable, Sendable {
        package var serviceAccountFile: String?
        package var endpoint: String

        init(_ setting: inout SettingReader) {
            setting.section("fcm", "Google's push service, HTTP v1.")
            serviceAccountFile = setting(
                "serviceAccountFile", .optional(.path), or: nil,
                "The service account's key as JSON; null: nothing is pushed by FCM.")
            endpoint = setting("endpoint", .secureEndpoint, or: "https://fcm.googleapis.com", "Where the service is.")
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
                "The VAPID key, a P-256 key as PEM; null: nothing is pushed to browsers.")
            subject = setting(
                "subject", .word, or: "", "Whom the services can turn to: `mailto:` with an address, or an https URL.")
            privateHosts = setting(
                "privateHosts", .flag, or: false,
                "Lets subscriptions name hosts with private addresses: for tests, since clients choose them.")
        }
    }

    package struct Webhook: Equatable, Sendable {
        package var url: String
        package var secretFile: String?

        init(_ setting: inout SettingReader) {
            setting.section("webhook", "Pushes as signed requests to a backend of your own, for everything else.")
            url = setting("url", .endpoint, or: "", "Where they go; empty: nowhere.")
            secretFile = setting(
                "secretFile", .optional(.path), or: nil,
                "The secret that signs them, of 32 bytes or more; on a second line, while it is changed, the next one. "
                    + "SIGHUP reads the file again.")
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

    fileprivate static let secureEndpoint = checked("a URL that begins with https://") { isURL($0, ["https://"]) }
    fileprivate static let endpoint = checked("a URL that begins with https:// or http://, or empty") {
        $0.isEmpty || isURL($0, ["https://", "http://"])
    }

    private static func isURL(_ text: String, _ schemes: [String]) -> Bool {
        text.utf8.count <= 1024 && schemes.contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

import Domain

extension Configuration {
    package struct Requests: Equatable, Sendable {
        package var perSecondPerSession: Int
        package var burstPerSession: Int
        package var perSecondPerUser: Int
        package var burstPerUser: Int
        package var refusalsBeforeClose: Int
        package var perSecondPerAddress: Int
        package var burstPerAddress: Int

        init(_ setting: inout SettingReader) {
            setting.section(
                "requests",
                "How fast clients may send requests. A session that sends faster is read no faster than that.")
            perSecondPerSession = setting(
                "perSecondPerSession", .integer(1...100_000), or: 50, "The sustained rate of one session.")
            burstPerSession = setting(
                "burstPerSession", .integer(1...1_000_000), or: 100,
                "How many requests a session may send at once after a pause.")
            perSecondPerUser = setting(
                "perSecondPerUser", .integer(1...100_000), or: 100,
                "The sustained rate of all sessions of one user together.")
            burstPerUser = setting(
                "burstPerUser", .integer(1...1_000_000), or: 200,
                "How many requests all sessions of a user may send at once after a pause.")
            refusalsBeforeClose = setting(
                "refusalsBeforeClose", .integer(1...1_000_000), or: 200,
                "After how many requests in a row that were refused since they came too fast the connection of a client is "
                    + "closed (4402), or one for HTTP ends.")
            perSecondPerAddress = setting(
                "perSecondPerAddress", .integer(1...1_000_000), or: 200,
                "The sustained rate of requests over HTTP of one address whose sender is not known, to each shard: for pages, "
                    + "before a page's request, and without a good token or key. Beyond it they get 429 and their "
                    + "connection ends. IPv6 counts by networks of 64 bits. Behind a proxy set `proxy.trusted`, or raise it."
            )
            burstPerAddress = setting(
                "burstPerAddress", .integer(1...1_000_000), or: 1000,
                "How many such requests an address may send at once after a pause.")
        }
    }

    package struct Sessions: Equatable, Sendable {
        package var perUser: Int
        package var exclusive: [[Platform]]
        package var expiryNoticeSeconds: Int

        init(_ setting: inout SettingReader) {
            setting.section("sessions", "The users' devices. A new session of a device always ends its older one.")
            perUser = setting(
                "perUser", .integer(1...1000), or: 10,
                "The most sessions of one user; a further session ends the oldest.")
            exclusive = setting(
                "exclusive", .list(of: .platforms, "lists of platforms: \(platforms)"), or: [],
                "Groups of platforms. A user may use one device of a group at a time: with `[[\"ios\", "
                    + "\"android\"], [\"web\"]]` a new phone ends the session of the old phone, a new browser "
                    + "that of the old browser.")
            expiryNoticeSeconds = setting(
                "expiryNoticeSeconds", .integer(0...86_400), or: 60,
                "How long before its token expires a session is told to refresh it. 0: it is not told.")
        }
    }

    package struct Auth: Equatable, Sendable {
        package var keysFile: String?
        package var adminKeysFile: String?
        package var jwks: [PublishedKeys]
        package var jwksAgeSeconds: Int
        package var jwksPauseMilliseconds: Int
        package var jwksTimeoutMilliseconds: Int
        package var jwksAuthorities: String?
        package var userClaim: String
        package var leewaySeconds: Int
        package var issuer: String?
        package var audience: String?
        package var sdkAppId: Int?
        package var userIdBytes: Int
        package var userIdAscii: Bool
        package var tokenBytes: Int
        package var failedOpensPerConnection: Int
        package var testMode: Bool

        init(_ setting: inout SettingReader) {
            setting.section("auth", "Who may open a session.")
            keysFile = setting(
                "keysFile", .optional(.path), or: nil,
                "The keys that sign users' tokens. Required unless there is jwks or testMode is on. SIGHUP reads the file "
                    + "again.")
            adminKeysFile = setting(
                "adminKeysFile", .optional(.path), or: nil,
                "The keys of backends and administrators. Without this file they have no sessions.")
            jwks = setting(
                "jwks", .list(of: .publishedKeys, "objects {url or file, issuer, audience}"), or: [],
                "Issuers of tokens that publish their keys as a JWK Set, at an https URL or in a file. Each has the "
                    + "`iss` of its tokens as `issuer`, and what their `aud` must contain as `audience`; without an "
                    + "audience, tokens must have none. SIGHUP reads the files and fetches the URLs again.")
            jwksAgeSeconds = setting(
                "jwksAgeSeconds", .integer(1...86_400), or: 600,
                "After how long the keys of a URL are fetched again. Until others come, the former stay in force.")
            jwksPauseMilliseconds = setting(
                "jwksPauseMilliseconds", .integer(100...3_600_000), or: 10_000,
                "The least time between two fetches of a URL: for a token with an unknown key, and after a failure.")
            jwksTimeoutMilliseconds = setting(
                "jwksTimeoutMilliseconds", .integer(100...60_000), or: 5_000,
                "How long a fetch may take. A login that waits for it is refused afterwards.")
            jwksAuthorities = setting(
                "jwksAuthorities", .optional(.path), or: nil,
                "A PEM file with the authorities to trust for jwks instead of the system's.")
            userClaim = setting(
                "userClaim", .text, or: "sub",
                "The claim of a token that names the user. Its value must be a string.")
            leewaySeconds = setting(
                "leewaySeconds", .integer(0...600), or: 30,
                "How far the clock of the tokens' issuer may differ.")
            issuer = setting(
                "issuer", .optional(.text), or: nil, "The required `iss` of a token that a key of keysFile signs.")
            audience = setting(
                "audience", .optional(.text), or: nil,
                "The text that the `aud` of a token must contain that a key of keysFile signs.")
            sdkAppId = setting(
                "sdkAppId", .optional(.integer(1...4_294_967_295)), or: nil, "The required `sdkAppId` of a token.")
            userIdBytes = setting(
                "userIdBytes", .integer(1...UserID.longest), or: UserID.longest,
                "The longest user id, in bytes of UTF-8. Users whose ids are longer open no session and get no account."
            )
            userIdAscii = setting(
                "userIdAscii", .flag, or: false,
                "Allows only printable ASCII in user ids. With userIdBytes 32 it is the form that TIM has.")
            tokenBytes = setting("tokenBytes", .integer(256...65_536), or: 8192, "The longest token.")
            failedOpensPerConnection = setting(
                "failedOpensPerConnection", .integer(1...1000), or: 5,
                "After how many refused requests a connection without a session is closed (4201).")
            testMode = setting(
                "testMode", .flag, or: false,
                "Lets clients open a session as any user with an empty token. For tests only: it gives no "
                    + "protection at all."
            )
        }
    }
}

/// An issuer of tokens, and where its keys are.
package struct PublishedKeys: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        case url(String)
        case file(String)
    }

    package let source: Source
    package let issuer: String
    package let audience: String?
}

extension SettingType<PublishedKeys> {
    fileprivate static let publishedKeys = Self(
        name: "{url or file, issuer, audience}", environmentForm: .list
    ) { kind, directory in
        guard case .object(let members) = kind,
            members.allSatisfy({ ["url", "file", "issuer", "audience"].contains($0.name) })
        else { return nil }
        func value(_ name: String, _ type: SettingType<String>) -> String?? {
            guard let member = members.first(where: { $0.name == name }) else { return .some(nil) }
            return type.read(member.value.kind, directory).map { .some($0) }
        }
        guard case .some(.some(let issuer)) = value("issuer", .text), let audience = value("audience", .text),
            let url = value("url", .secureEndpoint), let file = value("file", .path)
        else { return nil }
        switch (url, file) {
        case (let url?, nil): return PublishedKeys(source: .url(url), issuer: issuer, audience: audience)
        case (nil, let file?): return PublishedKeys(source: .file(file), issuer: issuer, audience: audience)
        default: return nil
        }
    } show: { keys in
        let source =
            switch keys.source {
            case .url(let url): "url: \(quoted(url))"
            case .file(let file): "file: \(quoted(file))"
            }
        let audience = keys.audience.map { ", audience: \(quoted($0))" } ?? ""
        return "{\(source), issuer: \(quoted(keys.issuer))\(audience)}"
    }
}

private let platforms = Platform.allCases.map { quoted($0.rawValue) }.joined(separator: ", ")

extension SettingType<[Platform]> {
    fileprivate static let platforms = list(of: .choice, "platforms")
}

import Framing

extension Configuration {
    /// By what the gateway gets certificates itself (RFC 8555).
    package struct CertificateOrder: Equatable, Sendable {
        package let hosts: [String]
        package let email: String?
        package let directory: String
        /// Where a plain port answers HTTP-01 challenges; nil: TLS-ALPN-01 alone.
        package let http: PlainAddress?
        package let authorities: String?
        package let account: ExternalAccountFile?
        package let retrySeconds: Int
    }

    package struct PlainAddress: Equatable, Sendable {
        package let host: String
        package let port: Int
    }

    /// An authority's customer: an id, and a file with a secret in Base64url.
    package struct ExternalAccountFile: Equatable, Sendable {
        package let id: String
        package let secretFile: String
    }
}

extension SettingType<Configuration.CertificateOrder> {
    static let acme = Self(
        name: "{hosts, email, directory, http, authorities, account, retrySeconds}", environmentForm: .literal
    ) { kind, directory in
        guard case .object(let members) = kind, members.allSatisfy({ memberNames.contains($0.name) }) else {
            return nil
        }
        func value<Member>(_ name: String, _ type: SettingType<Member>, or standard: Member? = nil) -> Member? {
            guard let member = members.first(where: { $0.name == name }) else { return standard }
            return type.read(member.value.kind, directory)
        }
        guard let hosts = value("hosts", .list(of: .dnsName, "names")), (1...100).contains(hosts.count),
            Set(hosts).count == hosts.count, let email = value("email", .optional(.email), or: .some(nil)),
            let server = value("directory", .secureURL, or: letsEncrypt),
            let http = value("http", .optional(.plainAddress), or: .some(nil)),
            let authorities = value("authorities", .optional(.path), or: .some(nil)),
            let account = value("account", .optional(.externalAccount), or: .some(nil)),
            let retrySeconds = value("retrySeconds", .integer(1...86_400), or: 120)
        else { return nil }
        return Configuration.CertificateOrder(
            hosts: hosts, email: email, directory: server, http: http, authorities: authorities, account: account,
            retrySeconds: retrySeconds)
    } show: { acme in
        func shown<Member>(_ value: Member?, _ type: SettingType<Member>) -> String {
            SettingType<Member?>.optional(type).show(value)
        }
        let hosts = acme.hosts.map(quoted).joined(separator: ", ")
        return "{hosts: [\(hosts)], email: \(shown(acme.email, .email)), directory: \(quoted(acme.directory)), "
            + "http: \(shown(acme.http, .plainAddress)), authorities: \(shown(acme.authorities, .path)), "
            + "account: \(shown(acme.account, .externalAccount)), retrySeconds: \(acme.retrySeconds)}"
    }
}

extension SettingType<String> {
    /// RFC 1123 §2.1, in lower case; no wildcard, since neither challenge can prove one.
    fileprivate static let dnsName = Self(name: "a host's name", environmentForm: .text) { kind, _ in
        guard case .text(let text) = kind, text.utf8.count <= 253 else { return nil }
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy(isLabel) && !isNumericAddress(name) ? name : nil
    } show: {
        quoted($0)
    }

    fileprivate static let email = checked("an address like ops@example.com") { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        // A URL of mailto: takes these characters for more than an address (RFC 6068 §2).
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !",?#%<>\"".utf8.contains($0) }
        return isPlain && text.utf8.count <= 254 && parts.count == 2 && !parts.contains("")
    }

    /// RFC 8555 §6.1 allows no other.
    fileprivate static let secureURL = checked("a URL that begins with https://") { text in
        SettingType<String>.anyEndpoint.read(.text(text), "") != nil && text.hasPrefix("https://")
    }
}

extension SettingType<Configuration.PlainAddress> {
    fileprivate static let plainAddress = Self(
        name: "an address and a port, like \"0.0.0.0:80\"", environmentForm: .text
    ) { kind, _ in
        guard case .text(let text) = kind, let authority = HTTPAuthority(text.utf8), let port = authority.port else {
            return nil
        }
        let host = authority.host.filter { $0 != "[" && $0 != "]" }
        return isNumericAddress(host) ? Configuration.PlainAddress(host: host, port: Int(port)) : nil
    } show: { address in
        quoted(address.host.contains(":") ? "[\(address.host)]:\(address.port)" : "\(address.host):\(address.port)")
    }
}

extension SettingType<Configuration.ExternalAccountFile> {
    fileprivate static let externalAccount = Self(name: "{id, secretFile}", environmentForm: .literal) {
        kind, directory in
        guard case .object(let members) = kind, members.count == 2 else { return nil }
        func value(_ name: String, _ type: SettingType<String>) -> String? {
            members.first { $0.name == name }.flatMap { type.read($0.value.kind, directory) }
        }
        guard let id = value("id", .text), let file = value("secretFile", .path) else { return nil }
        return Configuration.ExternalAccountFile(id: id, secretFile: file)
    } show: {
        "{id: \(quoted($0.id)), secretFile: \(quoted($0.secretFile))}"
    }
}

private func isLabel(_ label: Substring) -> Bool {
    let areLetters = label.unicodeScalars.allSatisfy { character in
        switch character {
        case "a"..."z", "0"..."9", "-": true
        default: false
        }
    }
    return areLetters && (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
}

private let letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"
private let memberNames: Set = ["hosts", "email", "directory", "http", "authorities", "account", "retrySeconds"]

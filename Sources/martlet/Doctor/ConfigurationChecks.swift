import Gateway
import Security
import Settings
import Transport

/// Looks for what the configuration allows and its owner may not want. It could be loaded, so it has no faults.
struct ConfigurationChecks {
    let configuration: Configuration
    /// Seconds since 1970.
    let now: Int64

    var findings: [Finding] { [testMode, wire, operators, proxies, origins] + adminKeys + certificates + issued }

    private var testMode: Finding {
        guard configuration.auth.testMode else { return .fine("auth.testMode", "It is off.") }
        return .risky("auth.testMode", "It lets everybody in as any user.", "Leave it out, and set auth.keysFile.")
    }

    private var wire: Finding {
        let isLocal = SocketAddress(configuration.listen.address, port: 0)?.isLoopback ?? false
        if configuration.tls.isSpoken { return .fine("tls.certificates", "Clients speak TLS.") }
        if isLocal || !configuration.proxy.trusted.isEmpty {
            return .fine("tls.certificates", "There are none; a proxy must end TLS.")
        }
        return .risky(
            "tls.certificates",
            "There are none, and \(configuration.listen.address) is not this machine alone: tokens and "
                + "messages can be read on the way.",
            "Set tls.certificates; or if a proxy ends TLS, name it in proxy.trusted.")
    }

    private var operators: Finding {
        guard case .address(let host, _) = configuration.admin.listen,
            SocketAddress(host, port: 0)?.isLoopback == false, !configuration.tls.isSpoken
        else { return .fine("admin.listen", "Operators are listened to on this machine alone, by TLS, or not at all.") }
        return .risky(
            "admin.listen", "Others can reach \(host) without TLS: admin keys can be read on the way.",
            "Listen on 127.0.0.1 or a Unix socket, or set tls.certificates.")
    }

    private var proxies: Finding {
        let wide = configuration.proxy.trusted.filter { block in
            guard let bits = block.split(separator: "/").dropFirst().first.flatMap({ Int($0) }) else { return false }
            return bits < (block.contains(":") ? 32 : 8)
        }
        guard let widest = wide.first else {
            return .fine("proxy.trusted", "\(configuration.proxy.trusted.count) are trusted.")
        }
        return .risky(
            "proxy.trusted", "Everybody in \(widest) can claim any address, past every limit per address.",
            "Name the proxies alone.")
    }

    private var origins: Finding {
        guard configuration.origins.allowed.contains("*") else { return .fine("origins.allowed", "Not every page.") }
        return .better("origins.allowed", "Every page on the internet may connect.", "Name the origins of your pages.")
    }

    /// Keys that are weak or readable by others have kept the configuration from being loaded.
    private var adminKeys: [Finding] {
        guard let file = configuration.auth.adminKeysFile else {
            return [
                .better(
                    "auth.adminKeysFile",
                    "There is none: nobody can use martlet ctl or the operations of administrators.",
                    "docs/ctl.md says how to make one.")
            ]
        }
        guard configuration.listen.serves.contains(.backends), let bytes = try? File.readSecret(file),
            let keys = try? bytes.withUnsafeBytes({ try AdminKeys($0) })
        else { return [] }
        return keys.keys.filter { $0.addresses == nil }.map { key in
            .better(
                "auth.adminKeysFile",
                "The key \(key.name) is good on the clients' port, from everywhere"
                    + (key.scopes == nil ? ", for everything." : "."),
                "Take \"backends\" out of listen.serves, or give the key addresses.")
        }
    }

    // MARK: - Certificates

    private var certificates: [Finding] {
        configuration.tls.certificates.flatMap { certificate -> [Finding] in
            guard let chain = CertificateFacts.read(chain: certificate.certificate), let own = chain.first else {
                return []
            }
            return [
                end(of: chain, certificate.certificate), strength(of: own, certificate.certificate),
                isWhole(chain, certificate.certificate),
            ]
        }
    }

    /// The certificate of `tls.acme`. A gateway that runs renews it at two thirds of its life.
    private var issued: [Finding] {
        guard let order = configuration.tls.acme else { return [] }
        let (about, server) = ("tls.acme", order.directory)
        let file = CertificateFolder(in: configuration.data.directory, of: server).certificate
        let advice =
            "Look for \"certificate not issued\" in the log, which says why; martlet ctl reload tries again at once."
        guard let own = CertificateFacts.read(chain: file)?.first else {
            return [.risky(about, "There is no certificate of \(server) yet: clients are refused.", advice)]
        }
        if own.ends <= now { return [.wrong(about, "The certificate has ended: clients refuse it.", advice)] }
        let days = "ends in \((own.ends - now) / 86_400) days"
        // A week of a quarter of a year, and as much of others.
        if now > own.ends - (own.ends - own.begins) / 4 {
            return [.risky(about, "The certificate \(days) and should have been renewed by now.", advice)]
        }
        return [.fine(about, "The certificate \(days).")]
    }

    private func end(of chain: [CertificateFacts], _ file: String) -> Finding {
        let first = chain.min { $0.ends < $1.ends } ?? chain[0]
        let days = (first.ends - now) / 86_400
        let renew = "Renew it on disk, then martlet ctl reload."
        if let early = chain.first(where: { $0.begins > now }) {
            return .wrong(file, "\(early.subject) is not valid yet.", "Set the clock, or wait for it.")
        }
        if first.ends <= now { return .wrong(file, "\(first.subject) has ended: clients refuse it.", renew) }
        if days < 7 { return .risky(file, "\(first.subject) ends in \(days) days.", renew) }
        if days < 21 { return .better(file, "\(first.subject) ends in \(days) days.", renew) }
        return .fine(file, "It is good for \(days) days.")
    }

    private func strength(of own: CertificateFacts, _ file: String) -> Finding {
        let key = "\(own.keyType) with \(own.keyBits) bits"
        guard own.keyType == "RSA" else { return .fine(file, "Its key is \(key).") }
        if own.keyBits < 2_048 {
            return .risky(
                file, "Its key is \(key), which clients refuse.", "Make one with EC P-256, and a new certificate.")
        }
        return .better(
            file, "Its key is \(key): a handshake takes many times the processor time of EC.",
            "Make a key with EC P-256 at the next renewal.")
    }

    private func isWhole(_ chain: [CertificateFacts], _ file: String) -> Finding {
        guard chain.count == 1, !chain[0].isSelfSigned else {
            return .fine(file, "It has \(chain.count) certificates.")
        }
        return .better(
            file, "It has the server's certificate alone: many clients do not find its issuer's.",
            "Use the full chain, as fullchain.pem of ACME clients.")
    }
}

/// The command line of OpenSSL, for keys and certificates as an operator makes them.
enum OpenSSL {
    static func run(_ arguments: [String], in workspace: Workspace) throws {
        let process = try ChildProcess(
            "/usr/bin/openssl", arguments, output: workspace("openssl"), errors: workspace("openssl"))
        guard try process.wait() == .exited(0) else {
            throw ChildProcess.Failure(description: "openssl \(arguments): \(try workspace.read("openssl"))")
        }
    }

    /// What its client says of a handshake: the server's certificate, or why there was none. `protocols` are offered by ALPN.
    static func handshake(_ port: UInt16, name: String, protocols: String? = nil) throws -> String {
        let workspace = try Workspace()
        let process = try ChildProcess(
            "/usr/bin/openssl",
            ["s_client", "-connect", "127.0.0.1:\(port)", "-servername", name]
                + (protocols.map { ["-alpn", $0] } ?? []), output: workspace("output"), errors: workspace("output"))
        defer { process.kill() }
        _ = try process.wait()
        return try workspace.read("output")
    }

    /// A self-signed certificate; returns its entry for `tls.certificates`. `names` are its DNS names.
    static func certificate(
        _ name: String, _ kind: CertificateKind = .ecdsa, names: [String] = ["localhost"], in workspace: Workspace
    ) throws -> String {
        let (certificate, key) = (workspace("\(name).crt"), workspace("\(name).key"))
        try run(
            ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-keyout", key, "-out", certificate]
                + [
                    "-addext",
                    "subjectAltName=\((names.map { "DNS:\($0)" } + ["IP:127.0.0.1"]).joined(separator: ","))",
                ]
                + kind.arguments, in: workspace)
        return #"{certificate: "\#(certificate)", key: "\#(key)"}"#
    }
}

enum CertificateKind: CaseIterable {
    case ecdsa
    case rsa

    fileprivate var arguments: [String] {
        switch self {
        case .ecdsa: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        case .rsa: ["-newkey", "rsa:2048"]
        }
    }
}

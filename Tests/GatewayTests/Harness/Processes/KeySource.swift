import Bytes
import Glibc
import JSON
import Security
import TestSupport

/// An HTTPS server that publishes keys as an issuer does, `Tests/providers/jwks.py`.
final class KeySource {
    let workspace: Workspace
    private var process: ChildProcess
    private(set) var port = 0

    init() throws {
        workspace = try Workspace()
        _ = try OpenSSL.certificate("source", in: workspace)
        try workspace.write("jwks.record", "")
        try workspace.write("jwks.json", #"{"keys": []}"#)
        try workspace.write("jwks.mode", "ok")
        process = try Self.start(in: workspace, port: 0)
        port = try until("the source of keys listens") {
            try Int(workspace.read("output").split(separator: "\n").last ?? "")
        }
    }

    deinit {
        process.kill()
    }

    private static func start(in workspace: Workspace, port: Int) throws -> ChildProcess {
        try ChildProcess(
            repositoryPath(".build/providers/bin/python"),
            ["-B", repositoryPath("Tests/providers/jwks.py"), workspace.path, "\(port)"],
            output: workspace("output"), errors: workspace("errors"))
    }

    /// Nobody listens at its port any more.
    func stop() {
        process.kill()
    }

    func startAgain() throws {
        process = try Self.start(in: workspace, port: port)
    }

    var url: String { "https://localhost:\(port)/jwks" }

    /// The certificate's own authority.
    var authorities: String { workspace("source.crt") }

    func publish(_ keys: IssuerKey...) throws {
        try publish(text: #"{"keys": [\#(keys.map(\.jwk).joined(separator: ", "))]}"#)
    }

    func publish(text: String) throws {
        try workspace.write("jwks.json", text)
    }

    /// See `jwks.py`.
    func answer(_ mode: String) throws {
        try workspace.write("jwks.mode", mode)
    }

    /// How often it has been asked.
    var requests: Int {
        get throws { try workspace.read("jwks.record").split(separator: "\n").count }
    }

    /// Settings of a gateway that takes this source's keys for those of that issuer.
    func settings(issuer: String = "idp", audience: String? = "chat", _ more: [String: String] = [:]) -> [String:
        String]
    {
        let audience = audience.map { #", audience: "\#($0)""# } ?? ""
        return [
            "auth.jwks": #"[{url: "\#(url)", issuer: "\#(issuer)"\#(audience)}]"#,
            "auth.jwksAuthorities": #""\#(authorities)""#, "auth.jwksPauseMilliseconds": "500",
            "auth.jwksTimeoutMilliseconds": "30000",
        ].merging(more) { $1 }
    }
}

/// A pair of keys of an issuer.
struct IssuerKey {
    let signer: TokenSigner
    let jwk: String

    /// `more` are further members of the JWK.
    init(
        _ name: String?, _ algorithm: TokenAlgorithm = .es256, _ more: String = #""use": "sig""#,
        in workspace: Workspace
    ) throws {
        let kind =
            switch algorithm {
            case .rs256: ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
            case .es256: ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .edDSA: ["ED25519"]
            case .hs256: preconditionFailure("secrets are not published")
            }
        let file = workspace("\(name ?? "nameless").pem")
        try OpenSSL.run(["genpkey", "-out", file, "-algorithm"] + kind, in: workspace)
        try OpenSSL.run(["pkey", "-in", file, "-pubout", "-out", file + ".public"], in: workspace)
        signer = try TokenSigner(privateKey: Workspace.read(file), algorithm, id: name)
        let lines = try Workspace.read(file + ".public").split(separator: "\n").dropFirst().dropLast()
        let bytes = Base64.standard.decode(Array(lines.joined().utf8))!
        // The numbers stand at the end of a SubjectPublicKeyInfo; those of an RSA key at fixed places.
        let numbers =
            switch algorithm {
            case .rs256: #""kty": "RSA", "n": "\#(Base64.url.encode(bytes[33..<289]))", "e": "AQAB""#
            case .es256:
                #""kty": "EC", "crv": "P-256", "x": "\#(Base64.url.encode(bytes.suffix(64).prefix(32)))", "#
                    + #""y": "\#(Base64.url.encode(bytes.suffix(32)))""#
            case .edDSA: #""kty": "OKP", "crv": "Ed25519", "x": "\#(Base64.url.encode(bytes.suffix(32)))""#
            case .hs256: ""
            }
        let id = name.map { #""kid": "\#($0)", "# } ?? ""
        jwk = #"{\#(id)\#(numbers), \#(more)}"#
    }

    /// `more` are further claims as JSON members.
    func token(
        _ user: String, issuer: String = "idp", _ more: String = #""aud": "chat""#, expiresIn seconds: Int = 3600
    ) -> String {
        signer.token(user, expiresIn: seconds, #""iss": "\#(issuer)", \#(more)"#)
    }
}

import Client
import Commands
import Framing
import JSON
import Security
import Settings
import Transport

extension Flag {
    static let url = Flag(
        "url", "URL",
        "Where the gateway's operators are listened to: http://HOST:PORT, https://HOST:PORT or the path of a Unix socket; "
            + "default: `admin.listen` of the configuration.")
    static let adminKeyFile = Flag(
        "key-file", "FILE", "The file of admin keys; default: `auth.adminKeysFile` of the configuration.")
    static let adminKey = Flag("key", "NAME", "The key of that file to ask with; default: the first one.")
    static let json = Flag("json", nil, "Prints the gateway's results as one line of JSON, for programs.")
    static let authorities = Flag(
        "ca", "FILE", "Trusts the certificate authorities in this PEM file instead of the machine's.")
    static let insecure = Flag("insecure", nil, "Trusts any certificate. For tests only.")
}

/// A running gateway that is asked with an admin key.
final class ControlConnection {
    static let flags: [Flag] = [.config, .url, .adminKeyFile, .adminKey, .authorities, .insecure, .json]

    private let http: HTTPConnection
    private let secret: String
    private let endpoint: Endpoint
    private let options: Channel.Options

    /// `patience`: how long an answer may take.
    init(_ invocation: Invocation, patience: Duration = .seconds(10)) throws {
        var configuration: Configuration?
        if invocation[.url] == nil || invocation[.adminKeyFile] == nil {
            configuration = try invocation.configuration()
        }
        endpoint = try Self.endpoint(invocation[.url], configuration)
        guard let file = invocation[.adminKeyFile] ?? configuration?.auth.adminKeysFile else {
            throw CommandFailure(
                reason:
                    "there is no admin key: auth.adminKeysFile is not set; set it, and `martlet admin-key add NAME` makes "
                    + "one; or give --key-file",
                exitCode: ExitCode.configuration)
        }
        secret = try Self.secret(in: file, named: invocation[.adminKey])
        var options = Channel.Options()
        options.patience = patience
        if invocation.has(.insecure) { options.tls.trust = .nobodyChecks }
        if let authorities = invocation[.authorities] { options.tls.trust = .file(authorities) }
        self.options = options
        do {
            http = try HTTPConnection(endpoint, options)
        } catch {
            throw CommandFailure(reason: "cannot connect to \(endpoint): \(error)", exitCode: ExitCode.unavailable)
        }
    }

    // MARK: - Asking

    /// The result of an operation; `data` writes its parameters.
    func request(_ operation: String, _ data: (inout JSONWriter) -> Void = { _ in }) throws -> JSONValue {
        var json = JSONWriter()
        json.object(data)
        return try request(operation, json.text, as: nil)
    }

    /// `data` is the JSON text of an object; nil: none.
    func request(_ operation: String, _ data: String?, as user: String?) throws -> JSONValue {
        var headers = [HTTPHeader("Martlet-Key", secret)]
        if let user { headers.append(HTTPHeader("Martlet-As", user.percentEncoded)) }
        let (reply, response): (Reply, HTTPClientResponse)
        do throws(ClientError) {
            (reply, response) = try HTTPAPI(http, headers: headers).exchange(operation, data)
        } catch {
            throw CommandFailure(reason: "no answer of the gateway: \(error)", exitCode: ExitCode.unavailable)
        }
        switch reply {
        case .ok(let result): return result
        case .error(let error):
            let isOfKey = response.status == 401 || error.keys == ["Martlet-Key"]
            throw CommandFailure(
                reason: "the gateway refuses: \(error)", exitCode: isOfKey ? ExitCode.noPermission : ExitCode.refused)
        }
    }

    /// The page of metrics.
    func metrics() throws -> String {
        do throws(ClientError) {
            return try metrics(by: http)
        } catch {
            throw CommandFailure(reason: "no metrics of the gateway: \(error)", exitCode: ExitCode.unavailable)
        }
    }

    /// Asked for on a new connection; nil: the gateway is not there any more.
    func metricsAnew() -> String? {
        do throws(ClientError) {
            return try metrics(by: try HTTPConnection(endpoint, options))
        } catch {
            return nil
        }
    }

    /// Why the gateway is not ready, and its warnings; nil: it does not say.
    func health() -> JSONValue? {
        do {
            return try JSONDocument().parse(http.request(.get, "/readyz").text)
        } catch {
            return nil
        }
    }

    private func metrics(by http: HTTPConnection) throws(ClientError) -> String {
        let response = try http.request(.get, "/metrics")
        if response.status == 200 { return response.text }
        throw .refused(response)
    }

    /// Events as they happen, behind that one, or from now on.
    func events(_ types: String?, about id: String?, after event: String?) throws -> EventStreamReader {
        var headers = [HTTPHeader("Martlet-Key", secret), HTTPHeader("Accept", "text/event-stream")]
        if let event { headers.append(HTTPHeader("Last-Event-ID", event)) }
        let wanted = [("types", types), ("about", id)].compactMap { name, text in
            text.map { "\(name)=\($0.percentEncoded)" }
        }
        let target = "/v1/api/events" + (wanted.isEmpty ? "" : "?" + wanted.joined(separator: "&"))
        do throws(ClientError) {
            return try EventStreamReader(endpoint, options, target: target, headers: headers)
        } catch .refused(let response) {
            let code =
                [401, 403].contains(response.status)
                ? ExitCode.noPermission : response.status >= 500 ? ExitCode.unavailable : ExitCode.refused
            throw CommandFailure(
                reason: "the gateway refuses: \(response.status) \(TextTable.harmless(response.text))", exitCode: code)
        } catch {
            throw CommandFailure(reason: "no events of the gateway: \(error)", exitCode: ExitCode.unavailable)
        }
    }

    // MARK: - Finding the gateway

    private static func endpoint(_ url: String?, _ configuration: Configuration?) throws -> Endpoint {
        if let url {
            if url.hasPrefix("/") { return Endpoint(unixSocket: url) }
            guard let endpoint = Endpoint(url) else {
                throw UsageError(reason: "\(url) is not an http:// or https:// URL, and no path of a Unix socket")
            }
            return endpoint
        }
        guard let configuration, let endpoint = configuration.operatorsEndpoint else {
            throw CommandFailure(
                reason: "admin.listen names no place where the gateway can be found; give --url",
                exitCode: ExitCode.configuration)
        }
        return endpoint
    }

    private static func secret(in file: String, named name: String?) throws -> String {
        let keys: AdminKeyFile
        do {
            keys = try AdminKeyFile(try File.readSecret(file))
        } catch {
            throw CommandFailure(reason: "the file of admin keys \(file): \(error)", exitCode: ExitCode.configuration)
        }
        // Without a name the first one.
        guard let key = keys.entries.first(where: { name == nil || $0.name == name }) else {
            throw CommandFailure(
                reason: "the file of admin keys \(file) has no key \(name ?? "")", exitCode: ExitCode.configuration)
        }
        return key.secret
    }
}

extension Configuration {
    /// As seen from this machine; nil: nobody knows.
    fileprivate var operatorsEndpoint: Endpoint? {
        switch admin.listen {
        case .off, .address(_, port: 0): return nil
        case .unixSocket(let path): return Endpoint(unixSocket: path)
        case .address(let host, let port):
            let isLocal = SocketAddress(host, port: 0)?.isLoopback ?? false
            let reached = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
            return Endpoint(isSecure: !isLocal && tls.isSpoken, host: reached, port: UInt16(port))
        }
    }
}

extension String {
    /// As a header's value may have it (RFC 3986 §2.1).
    fileprivate var percentEncoded: String {
        utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = character.isLetter || character.isNumber || "-._~".contains(character)
            if byte < 128, isPlain { return String(character) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

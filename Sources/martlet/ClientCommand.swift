import Client
import Commands
import Glibc
import JSON

extension Command {
    private static let bearer = Flag("token", "TOKEN", "The token to open a session with; or give --user.")
    private static let user = Flag(
        "user", "ID", "With --key-file: creates a token for this user. Alone: works only in the gateway's test mode.")
    private static let device = Flag("device", "ID", "The device id; default `terminal`.")
    private static let platform = Flag("platform", "NAME", "ios, android, web, pc …; default `pc`.")

    static let client = Command(
        "client", "Opens a session, sends the requests you type, and prints replies and events.",
        operands: "URL [REQUEST…]",
        flags: [bearer, user, keyFile, keyID, device, platform, .authorities, .insecure],
        notes: """
            URL is ws://HOST:PORT or wss://HOST:PORT. A REQUEST is an operation with its data, if it has any:
              session.list
              session.close {"session":"0123456789abcdef"}
            Requests on the command line are sent first. Then standard input is read, one request a line; but not if the
            command line has requests and standard input is no terminal. Each reply and event is printed as one line of
            JSON.

            Exit codes: 0 every request was answered and none refused, 1 the connection failed or an answer did
            not come, 2 a request was refused, 64 the command line is wrong, 69 the gateway cannot be reached,
            77 the session was refused. Refused requests from a terminal do not count.

            """
    ) { invocation in
        guard let url = invocation.operands.first else { throw UsageError(reason: "give the gateway's URL") }
        guard let endpoint = Endpoint(url) else { throw UsageError(reason: "\(url) is not a ws:// or wss:// URL") }
        let opening = try opening(invocation)
        let requests = try invocation.operands.dropFirst().map { line in
            guard let request = TypedRequest(line) else { throw UsageError(reason: "'\(line)' is not a request") }
            return request
        }
        var client = TerminalClient(try connect(to: endpoint, invocation))
        return try client.run(opening: opening, requests)
    }

    private static func connect(to endpoint: Endpoint, _ invocation: Invocation) throws -> ClientConnection {
        var options = ClientConnection.Options()
        options.subprotocols = [ClientSession.subprotocol]
        if invocation.has(.insecure) { options.channel.tls.trust = .nobodyChecks }
        if let file = invocation[.authorities] { options.channel.tls.trust = .file(file) }
        let endpoint = endpoint.target.isEmpty ? endpoint.with(target: ClientSession.path) : endpoint
        do {
            return try ClientConnection(endpoint, options)
        } catch {
            throw CommandFailure(reason: "cannot connect to \(endpoint): \(error)", exitCode: ExitCode.unavailable)
        }
    }

    /// The data of `session.open`.
    private static func opening(_ invocation: Invocation) throws -> String {
        let user = invocation[user]
        var token = invocation[bearer]
        if let path = invocation[keyFile] {
            guard let user, token == nil else {
                throw UsageError(
                    reason: "--key-file needs --user and excludes --token")
            }
            token = try sign(user, keysAt: path, invocation)
        }
        guard token != nil || user != nil else {
            throw UsageError(reason: "give --token, or --user with --key-file")
        }
        var json = JSONWriter()
        json.object { json in
            if let token { json.field("token", token) }
            if let user { json.field("user", user) }
            json.field("device", invocation[device] ?? "terminal")
            json.field("platform", invocation[platform] ?? "pc")
        }
        return json.text
    }
}

extension ExitCode {
    static let refused: Int32 = 2
    static let noPermission: Int32 = 77
}

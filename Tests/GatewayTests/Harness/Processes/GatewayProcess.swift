import CLinux
import Client
import Framing
import Glibc
import JSON
import Security
import Testing

/// A gateway as its users have it: the real program, in a process of its own, with files of its own.
final class GatewayProcess {
    let workspace: Workspace
    private(set) var process: ChildProcess
    let keys: Keys
    private(set) var host = ""
    private(set) var port: UInt16 = 0
    /// Where its operators come in; nil: nowhere.
    private(set) var adminEndpoint: Endpoint?
    let isSecure: Bool
    /// Where the sessions of this gateway send their requests.
    private let door: RequestDoor
    private var settings: [String: String]
    private let launcher: [String]
    /// How often it will have listened, this time included; its log goes on over all starts.
    private var starts = 1

    init(
        _ settings: [String: String], keys: Keys, door: RequestDoor, launcher: [String], workspace: Workspace
    ) throws {
        self.door = door
        self.workspace = workspace
        self.keys = keys
        isSecure = settings["tls.certificates"] != nil
        try workspace.write("keys.json", Keys.file(keys.entry))
        try workspace.write("admin.json", keys.adminFile)
        self.settings = Self.standard.merging(settings) { $1 }
        self.launcher = launcher
        process = try Self.start(self.settings, launcher: launcher, in: workspace)
    }

    private static func start(
        _ settings: [String: String], launcher: [String], in workspace: Workspace
    ) throws -> ChildProcess {
        try workspace.write("martlet.json5", text(of: settings))
        return try Martlet.start(
            ["serve", "--config", workspace("martlet.json5")], launcher: launcher, in: workspace)
    }

    /// Ends it as an operator does and starts it again on the same data, with some settings changed.
    func restart(_ changes: [String: String] = [:]) throws {
        try stop()
        settings.merge(changes) { $1 }
        try launchAgain()
        try waitUntilReady()
    }

    /// Ends it as an operator does.
    func stop() throws {
        process.signal(SIGTERM)
        let end = try process.wait()
        guard end == .exited(0) else { throw ChildProcess.Failure(description: "the gateway's end was \(end)") }
    }

    /// After its end, on the same data; returns at once.
    func launchAgain() throws {
        starts = try logged("listening").count + 1
        process = try Self.start(settings, launcher: launcher, in: workspace)
    }

    /// Settings in which tests differ from the defaults.
    private static let standard = [
        "listen.port": "0", "admin.listen": "0", "shards.count": "2", "auth.keysFile": #""keys.json""#,
        "auth.adminKeysFile": #""admin.json""#, "auth.leewaySeconds": "0", "log.level": #""debug""#,
        "drain.closesPerSecond": "1000000", "metrics.intervalMilliseconds": "1",
    ]

    /// `["listen.port": "0"]` as a configuration file.
    static func text(of settings: [String: String]) -> String {
        let sections = Dictionary(grouping: settings) { $0.key.prefix { $0 != "." } }
        let texts = sections.map { section, members in
            let lines = members.map { "\($0.key.dropFirst(section.count + 1)): \($0.value)" }
            return "\(section): {\(lines.joined(separator: ", "))}"
        }
        return "{\(texts.joined(separator: ",\n"))}\n"
    }

    func waitUntilReady() throws {
        let line = try until("the gateway listens") {
            if let end = process.ended { throw Overdue(description: "the gateway ended with \(end): \(try errors)") }
            return try logged("listening").dropFirst(starts - 1).first
        }
        let listening = try #require(line["address"]?.string.flatMap { Endpoint("ws://\($0)") })
        (host, port) = (listening.host, listening.port)
        adminEndpoint = line["admin"]?.string.flatMap { place in
            place == "off" ? nil : place.hasPrefix("/") ? Endpoint(unixSocket: place) : Endpoint("http://\(place)")
        }
        try until("the gateway is ready") { try http().request(.get, "/readyz").status == 200 }
    }

    // MARK: - Ways in

    var endpoint: Endpoint { Endpoint(isSecure: isSecure, host: host, port: port, target: ClientSession.path) }

    var channelOptions: Channel.Options {
        var options = Channel.Options()
        options.tls = TLSOptions(trust: .nobodyChecks)
        return options
    }

    func http() throws -> HTTPConnection {
        try HTTPConnection(endpoint, channelOptions)
    }

    /// To its operators' listener.
    func adminHTTP() throws -> HTTPConnection {
        try HTTPConnection(try #require(adminEndpoint, "the gateway has no listener for operators"))
    }

    /// A WebSocket without a session.
    func connect(
        headers: [HTTPHeader] = [], _ adjust: (inout ClientConnection.Options) -> Void = { _ in }
    ) throws -> ClientConnection {
        var options = ClientConnection.Options()
        options.channel = channelOptions
        options.subprotocols = [ClientSession.subprotocol]
        options.headers = headers
        adjust(&options)
        return try ClientConnection(endpoint, options)
    }

    /// The same, speaking requests.
    func guest(
        headers: [HTTPHeader] = [], _ adjust: (inout ClientConnection.Options) -> Void = { _ in }
    ) throws -> ClientSession {
        let session = ClientSession(try connect(headers: headers, adjust))
        session.witness = Declared.check
        return session
    }

    /// An open session that has taken the events of its opening.
    func session(
        _ user: String, device: String = "d1", platform: String = "web",
        _ adjust: (inout ClientConnection.Options) -> Void = { _ in }
    ) throws -> ClientSession {
        let session = try guest(adjust)
        let about = #""device": "\#(device)", "platform": "\#(platform)""#
        _ = try session.request("session.open", #"{"token": "\#(token(user))", \#(about)}"#).get()
        _ = try session.event("conversation.syncFinish")
        if settings["subscriptions.enabled"] != "false" {
            for _ in 1...4 { _ = try session.event("subscription.syncCompleted") }
        }
        _ = session.takeEvents()
        if door == .http {
            session.api = try api([.bearer(token(user))])
            session.api?.device = about
        }
        return session
    }

    /// Good for an hour of the gateway's clock.
    func token(_ user: String) -> String {
        let offset = settings["data.clockOffsetSeconds"].flatMap(Int.init) ?? 0
        return keys.token(user, expiresIn: 3600 + offset, #""iat": \#(wallSeconds() + offset)"#)
    }

    func admin() throws -> ClientSession {
        let session = try guest()
        _ = try session.request("session.open", #"{"adminKey": "\#(keys.adminKey)", "device": "a"}"#).get()
        if door == .http { session.api = try api([.adminKey(keys.adminKey)]) }
        return session
    }

    /// Requests over HTTP.
    func api(_ headers: [HTTPHeader]) throws -> HTTPAPI {
        let api = HTTPAPI(try http(), headers: headers)
        api.witness = Declared.check
        return api
    }

    // MARK: - What it shows

    /// The text that it wrote to standard error: its log.
    var errors: String {
        get throws { try workspace.read("errors") }
    }

    /// The log's lines with that message.
    func logged(_ message: String) throws -> [JSONValue] {
        try errors.split(separator: "\n").compactMap { line in
            // The last line may be half written.
            guard let line = try? JSONDocument().parse(String(line)) else { return nil }
            return line["message"]?.string == message ? line : nil
        }
    }

    func waitForLog(_ message: String, count: Int = 1) throws {
        try until("'\(message)' in the log") { try logged(message).count >= count }
    }

    /// The value of a metric, by its name with its labels as the page has them.
    func metric(_ name: String) throws -> Double {
        let page = try adminHTTP().request(.get, "/metrics").text
        let line = page.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        // An operation is there from its first request on.
        if line == nil, name.contains("{operation=") { return 0 }
        return try #require(line.flatMap { Double($0.dropFirst(name.count + 1)) }, "no metric \(name)")
    }
}

/// Runs a gateway for as long as the body takes. It must still be there at the end, unless the body has waited for its end.
func withGateway(
    _ settings: [String: String] = [:], door: RequestDoor = .webSocket, launcher: [String] = [],
    workspace: Workspace? = nil, _ body: (GatewayProcess) throws -> Void
) throws {
    let gateway = try GatewayProcess(
        settings, keys: Keys(), door: door, launcher: launcher, workspace: workspace ?? Workspace())
    defer { gateway.process.kill() }
    do {
        try gateway.waitUntilReady()
        try body(gateway)
        if case .killed(let signal) = gateway.process.ended {
            Issue.record("signal \(signal) killed the gateway:\n\(try gateway.errors.suffix(4000))")
        }
    } catch {
        Issue.record("the gateway's log:\n\(try gateway.errors.suffix(4000))")
        throw error
    }
}

func wallSeconds() -> Int { Int(martlet_wall_microseconds() / 1_000_000) }

func wallMilliseconds() -> Int { Int(martlet_wall_microseconds() / 1_000) }

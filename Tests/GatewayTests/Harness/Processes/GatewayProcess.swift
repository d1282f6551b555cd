import CLinux
import Client
import Foundation
import Framing
import Glibc
import JSON
import Security
import Testing

/// A gateway as its users have it: the real program, in a process of its own, with files of its own. Where the tests run on a
/// cluster (see `TestCluster`) it is the first of several nodes, which the test has as one.
final class GatewayProcess {
    let workspace: Workspace
    private(set) var process: ChildProcess
    let keys: Keys
    let cluster: TestCluster?
    private(set) var host = ""
    private(set) var port: UInt16 = 0
    /// Where its operators come in; nil: nowhere.
    private(set) var adminEndpoint: Endpoint?
    let isSecure: Bool
    /// Where the sessions of this gateway send their requests.
    let door: RequestDoor
    private var settings: [String: String]
    private let launcher: [String]
    /// How many were opened that have two doors.
    private var sessions = 0
    /// Of the names of its files, which nodes of one test have in one folder.
    private let suffix: String
    /// How often it will have listened, this time included; its log goes on over all starts.
    private var starts = 1

    init(
        _ settings: [String: String], keys: Keys, door: RequestDoor, launcher: [String], workspace: Workspace,
        cluster: TestCluster? = nil, suffix: String = ""
    ) throws {
        self.door = door
        self.cluster = cluster
        self.suffix = suffix
        self.workspace = workspace
        self.keys = keys
        isSecure = settings["tls.certificates"] != nil || settings["tls.acme"] != nil
        try workspace.write("keys.json", Keys.file(keys.entry))
        try workspace.write("admin.json", keys.adminFile)
        self.settings = Self.standard.merging(settings) { $1 }
        // One that has waited for the others' requests to go through all nodes is still there.
        if cluster != nil {
            let patient = ["http.idleTimeoutMilliseconds": "3600000", "http.headTimeoutMilliseconds": "600000"]
            self.settings.merge(patient.filter { settings[$0.key] == nil }) { $1 }
        }
        self.launcher = launcher
        process = try Self.start(self.settings, launcher: launcher, in: workspace, suffix)
    }

    private static func start(
        _ settings: [String: String], launcher: [String], in workspace: Workspace, _ suffix: String
    ) throws -> ChildProcess {
        if TestCluster.isUsual, let setting = settings["auth.adminKeysFile"], setting != "null" {
            let keys = setting.trimmingCharacters(in: ["\""])
            try workspace.write(keys, Keys.observed(workspace.read(keys)))
        }
        let file = try workspace.write("martlet.json5" + suffix, text(of: settings))
        return try Martlet.start(["serve", "--config", file], launcher: launcher, in: workspace, suffix: suffix)
    }

    /// All nodes, or this one alone.
    private var nodes: [GatewayProcess] { cluster?.nodes ?? [self] }

    /// The one that has the next client.
    private var next: GatewayProcess { cluster?.next() ?? self }

    // MARK: - Its life

    /// What each node of a cluster counts for itself is tested at one.
    func keepToOneNode() { cluster?.isAtOneNode = true }

    /// In the place of the administrators' keys.
    func writeAdminKeys(_ text: String, to file: String = "admin.json") throws {
        try workspace.write(file, Keys.observed(text))
    }

    /// Whether `/readyz` of a node has that warning, whichever it is that does the work.
    func warns(of problem: String) throws -> Bool {
        try nodes.contains {
            try HTTPConnection($0.endpoint, channelOptions).request(.get, "/readyz").text.contains(problem)
        }
    }

    /// While it is stopped.
    func removeFromData(_ name: String) throws {
        for node in nodes { try FileManager.default.removeItem(atPath: workspace("data\(node.suffix)/\(name)")) }
    }

    /// Ends it as an operator does and starts it again on the same data, with some settings changed.
    func restart(_ changes: [String: String] = [:]) throws {
        try stop()
        for node in nodes { node.settings.merge(changes) { $1 } }
        try launchAgain()
        try waitUntilReady()
    }

    /// Changes its settings while it is stopped; nil takes one away.
    func configure(_ changes: [String: String?]) throws {
        for (name, value) in changes { settings[name] = value }
        try workspace.write("martlet.json5", Self.text(of: settings))
    }

    /// Runs a command of the program with its configuration. Returns what that writes.
    func command(_ words: String...) throws -> String { try command(words) }

    func command(_ words: [String]) throws -> String {
        let place = try Workspace()
        let run = try Martlet.run(
            words + ["--config", workspace("martlet.json5")],
            environment: ["MARTLET_DATA_DIRECTORY": workspace("data")], in: place)
        guard run.end == .exited(0) else {
            throw ChildProcess.Failure(description: "\(words) has ended with \(run.end): \(run.errors)")
        }
        return run.output
    }

    /// The digests of its store's tables, with the numbers of rows.
    func digests() throws -> [String: String] {
        let lines = try command("store", "digest").split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(
            try lines.map { words in (String(try #require(words.dropFirst().first)), words.joined(separator: " ")) }
        ) { $1 }
    }

    /// Ends it as an operator does.
    func stop() throws {
        signal(SIGTERM)
        let end = try wait()
        guard end == .exited(0) else { throw ChildProcess.Failure(description: "the gateway's end was \(end)") }
    }

    /// After its end, on the same data; returns at once.
    func launchAgain() throws {
        for node in nodes {
            node.starts = try node.ownLogged("listening").count + 1
            node.process = try Self.start(node.settings, launcher: launcher, in: workspace, node.suffix)
        }
    }

    func signal(_ number: Int32) {
        for node in nodes { node.process.signal(number) }
    }

    func kill() {
        for node in nodes { node.process.kill() }
    }

    /// How it ended: of several nodes the first that did not end well.
    func wait(within patience: Duration = ample) throws -> ChildProcess.End {
        let ends = try nodes.map { try $0.process.wait(within: patience) }
        return ends.first { $0 != .exited(0) } ?? .exited(0)
    }

    /// The signal that killed it, or one of its nodes.
    var killer: Int32? {
        for node in nodes { if case .killed(let signal) = node.process.ended { return signal } }
        return nil
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
        for node in nodes { try node.waitUntilThisIsReady() }
    }

    /// From then on it can be asked whether it is ready.
    func waitUntilListening() throws {
        let line = try until("the gateway listens") {
            if let end = process.ended { throw Overdue(description: "the gateway ended with \(end): \(try ownErrors)") }
            return try ownLogged("listening").dropFirst(starts - 1).first
        }
        let listening = try #require(line["address"]?.string.flatMap { Endpoint("ws://\($0)") })
        (host, port) = (listening.host, listening.port)
        adminEndpoint = line["admin"]?.string.flatMap { place in
            place == "off" ? nil : place.hasPrefix("/") ? Endpoint(unixSocket: place) : Endpoint("http://\(place)")
        }
    }

    private func waitUntilThisIsReady() throws {
        try waitUntilListening()
        // Clients are refused as long as there is no certificate.
        let isBeforeCertificates = settings["tls.acme"] != nil
        try until("the gateway is ready") {
            let asked = try isBeforeCertificates ? adminHTTP() : HTTPConnection(endpoint, channelOptions)
            return try asked.request(.get, "/readyz").status == 200
        }
    }

    // MARK: - Ways in

    var endpoint: Endpoint { Endpoint(isSecure: isSecure, host: host, port: port, target: ClientSession.path) }

    var channelOptions: Channel.Options {
        var options = Channel.Options()
        options.patience = ample
        options.tls = TLSOptions(trust: .nobodyChecks)
        return options
    }

    func http() throws -> HTTPConnection { try HTTPConnection(nextEndpoint(), channelOptions) }

    /// Where another client comes in.
    func nextEndpoint() -> Endpoint {
        let node = next
        cluster?.level(node)
        return node.endpoint
    }

    /// To its operators' listener.
    func adminHTTP() throws -> HTTPConnection {
        cluster?.level(self)
        let endpoint = try #require(adminEndpoint, "the gateway has no listener for operators")
        return try HTTPConnection(endpoint, channelOptions)
    }

    /// A WebSocket without a session.
    func connect(
        headers: [HTTPHeader] = [], _ adjust: (inout ClientConnection.Options) -> Void = { _ in }
    ) throws -> ClientConnection {
        try next.connectHere(headers, adjust)
    }

    private func connectHere(
        _ headers: [HTTPHeader], _ adjust: (inout ClientConnection.Options) -> Void
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
        let node = next
        let session = ClientSession(try node.connectHere(headers, adjust))
        session.witness = Declared.check
        session.beforeRequest = cluster.map { cluster in { cluster.level(node) } }
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
        try open(door, of: session, [.bearer(token(user))])
        session.api?.device = about
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
        try open(door, of: session, [.adminKey(keys.adminKey)])
        return session
    }

    private func open(_ door: RequestDoor, of session: ClientSession, _ headers: [HTTPHeader]) throws {
        if door == .webSocket { return }
        session.api = try api(headers)
        sessions += 1
        if door == .both { session.isNextAtAPI = sessions % 2 == 0 }
    }

    /// Requests over HTTP.
    func api(_ headers: [HTTPHeader]) throws -> HTTPAPI {
        let node = next
        let api = HTTPAPI(try HTTPConnection(node.endpoint, channelOptions), headers: headers)
        api.witness = Declared.check
        api.beforeRequest = cluster.map { cluster in { cluster.level(node) } }
        return api
    }

    // MARK: - What it shows

    /// The text that it wrote to standard error: its log.
    var errors: String {
        get throws { try nodes.map { try $0.ownErrors }.joined() }
    }

    private var ownErrors: String {
        get throws { try workspace.read("errors" + suffix) }
    }

    /// The log's lines with that message.
    func logged(_ message: String) throws -> [JSONValue] {
        try nodes.flatMap { try $0.ownLogged(message) }
    }

    private func ownLogged(_ message: String) throws -> [JSONValue] {
        try ownErrors.split(separator: "\n").compactMap { line in
            // The last line may be half written.
            guard let line = try? JSONDocument().parse(String(line)) else { return nil }
            return line["message"]?.string == message ? line : nil
        }
    }

    func waitForLog(_ message: String, count: Int = 1) throws {
        try until("'\(message)' in the log") { try logged(message).count >= count }
    }

    /// The value of a metric, by its name with its labels as the page has them; of several nodes the sum.
    func metric(_ name: String) throws -> Double {
        try metrics(name).reduce(0, +)
    }

    /// At each node.
    func metrics(_ name: String) throws -> [Double] { try nodes.map { try $0.ownMetric(name) } }

    private func ownMetric(_ name: String) throws -> Double {
        let page = try adminHTTP().request(.get, "/metrics").text
        let line = page.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        // An operation is there from its first request on, and a provider from its first answer on.
        if line == nil, name.contains("{operation=") || name.contains("answers_total{provider=") { return 0 }
        return try #require(line.flatMap { Double($0.dropFirst(name.count + 1)) }, "no metric \(name)")
    }
}

/// Runs a gateway for as long as the body takes. It must still be there at the end, unless the body has waited for its end.
func withGateway(
    _ settings: [String: String] = [:], door: RequestDoor = .webSocket, launcher: [String] = [],
    workspace: Workspace? = nil, _ body: (GatewayProcess) throws -> Void
) throws {
    let (keys, workspace) = (Keys(), try workspace ?? Workspace())
    func start(_ own: [String: String], _ cluster: TestCluster?, suffix: String) throws -> GatewayProcess {
        try GatewayProcess(
            own.merging(settings) { $1 }, keys: keys, door: door, launcher: launcher, workspace: workspace,
            cluster: cluster, suffix: suffix)
    }
    let cluster = try TestCluster.isUsual ? TestCluster() : nil
    let gateway = try cluster?.start { try start($0, cluster, suffix: $1) } ?? start([:], nil, suffix: "")
    defer {
        gateway.kill()
        cluster?.end()
    }
    do {
        try gateway.waitUntilReady()
        try body(gateway)
        if let signal = gateway.killer {
            Issue.record("signal \(signal) killed the gateway:\n\(try gateway.errors.suffix(4000))")
        }
    } catch {
        Issue.record("the gateway's log:\n\(try gateway.errors.suffix(4000))")
        throw error
    }
}

func wallSeconds() -> Int { Int(martlet_wall_microseconds() / 1_000_000) }

func wallMilliseconds() -> Int { Int(martlet_wall_microseconds() / 1_000) }

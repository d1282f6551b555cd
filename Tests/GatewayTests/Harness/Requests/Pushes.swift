import Client
import JSON
import Locking
import TestSupport
import Testing

/// A gateway for tests of pushes, and the providers that it pushes to: some of `webhook`, `apns`, `fcm`, `webPush` and the phone
/// makers. `server`
/// is for tests that tell the providers how to answer; the others share one.
func withPushes(
    _ settings: [String: String] = [:], to kinds: [String] = ["webhook"], server: ProviderServer? = nil,
    door: RequestDoor = .usual, _ body: (GatewayProcess, Pushes) throws -> Void
) throws {
    let server = try server ?? .shared()
    var all = try server.settings(of: kinds)
    // A test's clients read nothing while the gateway ends.
    all["websocket.closeTimeoutMilliseconds"] = "100"
    try withChat(all.merging(settings) { $1 }, door: door) { gateway in try body(gateway, Pushes(gateway, server)) }
}

/// The devices that are pushed to, the result for each message, and the requests that providers got.
final class Pushes {
    let server: ProviderServer
    private let gateway: GatewayProcess
    /// All that were ever registered, by user.
    private var tokens: [String: [String]] = [:]
    private var administrator: ClientSession?

    init(_ gateway: GatewayProcess, _ server: ProviderServer) {
        (self.gateway, self.server) = (gateway, server)
    }

    // MARK: - Devices

    /// Registers the device of an open session. Returns its token, which no other device has, whatever the provider.
    ///
    /// `more`: members of the request.
    @discardableResult
    func register(
        _ session: ClientSession, _ user: String, at provider: String = "webhook", _ more: String = ""
    ) throws -> String {
        // 64 hexadecimal digits, as Apple's have.
        let token = (0..<4).map { _ in String(UInt64.random(in: 1 << 60...(.max)), radix: 16) }.joined()
        let rest = more.isEmpty ? "" : ", \(more)"
        let data = #"{"provider": "\#(provider)", "token": \#(try parameter(token, of: provider))\#(rest)}"#
        _ = try session.request("push.register", data).get()
        tokens[user, default: []].append(token)
        return token
    }

    private func parameter(_ token: String, of provider: String) throws -> String {
        provider == "webPush" ? try server.subscription(token) : #""\#(token)""#
    }

    /// A user with a phone that can be pushed to, and with no session. Returns its token.
    @discardableResult
    func away(
        _ user: String, device: String = "phone", platform: String = "ios", at provider: String = "webhook",
        _ more: String = ""
    ) throws -> String {
        let session = try gateway.session(user, device: device, platform: platform)
        let token = try register(session, user, at: provider, more)
        try session.leave()
        // On a cluster the leader hears of it a moment later.
        let list = #"{"userID": "\#(user)"}"#
        try until("\(user) has left with the \(device)") {
            let sessions = try admin().request("admin.session.list", list).get()["sessions"]?.elements
            return sessions?.contains { $0["device"]?.string == device } == false
        }
        return token
    }

    // MARK: - What became of a message

    /// The reply of `push.explain` once the message is decided, and once none of its pushes waits for a provider any more.
    func explanation(of message: String, for user: String) throws -> ExplainedPush {
        try until("the push of \(message) to \(user) is over") {
            let explanation = try ExplainedPush(explain(message, for: user).get())
            return explanation.isOver ? explanation : nil
        }
    }

    /// The reply of `push.explain` now.
    func explain(_ message: String, for user: String) throws -> Reply {
        try admin().request("admin.push.explain", #"{"userID": "\#(user)", "msgId": "\#(message)"}"#)
    }

    /// The session ends with the gateway.
    private func admin() throws -> ClientSession {
        if let administrator, let ping = try? administrator.send("admin.ping"),
            (try? administrator.reply(to: ping)) != nil
        {
            return administrator
        }
        let session = try gateway.admin()
        administrator = session
        return session
    }

    /// How a message ended for a receiver, in a line: `2 alice:hello` for a push with badge and text, `2! hello` for a forced
    /// one, and `notifyNone X-M11` for none. Whether providers were sent just that is checked here.
    func outcome(of sent: Sent, for user: String) throws -> String {
        try outcome(of: sent.msgID, in: sent.conversation, for: user)
    }

    func outcome(of message: String, in conversation: String, for user: String) throws -> String {
        let explanation = try explanation(of: message, for: user)
        let arrived = try requests(message, to: user)
        // Subscriptions of browsers end all alike.
        let tails = explanation.devices.filter { $0.provider != "webPush" }.map(\.token)
        let arrivedTails = arrived.filter { $0.kind != "webpush" }.map { String(($0.token ?? "").suffix(8)) }
        #expect(arrived.count == explanation.devices.count, "\(user): \(explanation)")
        #expect(arrivedTails.sorted() == tails.sorted(), "\(user): \(explanation)")
        #expect(explanation.devices.allSatisfy { $0.state == "accepted" }, "\(user): \(explanation)")
        for request in arrived {
            #expect(request.problem == nil)
            try expect(request, as: explanation)
            // Between two it is the sender's, whom the conversation is named after at the receiver's.
            if conversation.hasPrefix("group_") { #expect(request.conversation == conversation) }
            if request.kind == "webhook" { #expect(request.user == user) }
        }
        return explanation.line
    }

    private func expect(_ request: ProviderServer.Request, as explanation: ExplainedPush) throws {
        let isMaker = PushMakers.all.contains(request.kind)
        // Makers tell apart neither what is forced, nor, but for some of them, numbers.
        if !isMaker {
            #expect(request.badge == explanation.badge && request.forced == explanation.isForced)
        }
        if request.kind == "webhook" || request.kind == "webpush" {
            #expect(request.text == explanation.text)
        } else {
            let shown = explanation.devices.map { [$0.title ?? (isMaker ? PushMakers.title : nil), $0.body] }
            #expect(shown.contains([request.title, request.text]), "\(shown): \(request)")
        }
    }

    /// The same for several receivers of one message.
    func outcomes(of sent: Sent, for users: String...) throws -> [String] {
        try users.map { try outcome(of: sent, for: $0) }
    }

    /// The providers' requests with a message for a user, on all devices that the user ever registered.
    func requests(_ message: String, to user: String) throws -> [ProviderServer.Request] {
        try requests(to: user).filter { $0.message == message }
    }

    /// The providers' requests for a user, in the order in which they came.
    func requests(to user: String) throws -> [ProviderServer.Request] {
        let tokens = tokens[user, default: []]
        return try server.requests().filter { request in tokens.contains { $0 == request.token } }
    }

    /// Waits until a user has been sent that many, and returns their texts.
    func texts(_ count: Int, to user: String) throws -> [String] {
        try until("\(count) pushes to \(user)") {
            let texts = try requests(to: user).map { $0.text ?? "" }
            return texts.count >= count ? texts : nil
        }
    }
}

/// A reply of `push.explain`.
struct ExplainedPush {
    struct Device: Equatable {
        let device: String
        let platform: String
        let provider: String
        /// The end of it.
        let token: String
        let state: String
        let attempts: Int
        let status: Int
        let answer: String
        let answeredAt: Int
        /// What the device shows.
        let title: String?
        let body: String
    }

    /// Nil: it is being decided.
    let isPushed: Bool?
    let reason: String?
    let rule: String?
    let text: String?
    let badge: Int?
    let isForced: Bool?
    /// It was made when a session had ended unheard.
    let isLate: Bool
    /// M-45: it is about what takes the place of the push.
    let isRecalled: Bool
    /// M-50: likewise.
    let isExpired: Bool
    /// P-50: it was pushed again since it was edited.
    let isEdited: Bool
    let devices: [Device]

    init(_ json: JSONValue) throws {
        isPushed = json["pushed"]?.bool
        reason = json["reason"]?.string
        rule = json["rule"]?.string
        text = json["text"]?.string
        badge = json["badge"]?.int
        isForced = json["forced"]?.bool
        isLate = json["sessionLost"]?.bool ?? false
        isRecalled = json["recalled"]?.bool ?? false
        isExpired = json["expired"]?.bool ?? false
        isEdited = json["edited"]?.bool ?? false
        devices = try json["devices"]?.elements?.map { try Device($0) } ?? []
        let keys: Set<String> =
            switch isPushed {
            case true?: ["pushed", "rule", "text", "badge", "forced", "devices"]
            case false?: ["pushed", "reason", "rule"]
            case nil: ["pushed"]
            }
        #expect(json.keys.subtracting(["sessionLost", "recalled", "expired", "edited"]) == keys)
    }

    var isOver: Bool { isPushed != nil && devices.allSatisfy { $0.state != "waiting" } }

    var line: String {
        guard isPushed == true, let badge, let isForced, let text else { return "\(reason ?? "") \(rule ?? "")" }
        return "\(badge)\(isForced ? "!" : "") \(text)"
    }
}

extension ExplainedPush.Device {
    init(_ json: JSONValue) throws {
        device = try #require(json["device"]?.string)
        platform = try #require(json["platform"]?.string)
        provider = try #require(json["provider"]?.string)
        token = try #require(json["token"]?.string)
        state = try #require(json["state"]?.string)
        attempts = try #require(json["attempts"]?.int)
        status = try #require(json["status"]?.int)
        answer = try #require(json["answer"]?.string)
        answeredAt = try #require(json["answeredAt"]?.int)
        title = json["title"]?.string
        body = try #require(json["body"]?.string)
    }
}

extension ClientSession {
    /// Devices that are pushed to, as `phone ios webhook`, first registered first.
    func pushDevices() throws -> [String] {
        try #require(try request("push.devices").get()["devices"]?.elements).map { device in
            let keys: Set<String> = ["device", "platform", "provider", "token", "preview", "since"]
            #expect(device.keys.subtracting(["app", "language"]) == keys)
            return try ["device", "platform", "provider"].map { try #require(device[$0]?.string) }.joined(
                separator: " ")
        }
    }

    /// As its own user.
    func explain(_ message: String) throws -> Reply {
        try request("push.explain", #"{"msgId": "\#(message)"}"#)
    }
}

extension ClientSession {
    /// Do not disturb, the whole day unless told otherwise.
    func setQuietHours(_ start: String = "0:00", _ end: String = "0:00", ahead: Int = 0, isOn: Bool = true) throws {
        let data = #"{"enabled": \#(isOn), "start": "\#(start)", "end": "\#(end)", "utcOffset": \#(ahead)}"#
        _ = try request("push.setGlobalDnd", data).get()
    }
}

extension GatewayProcess {
    /// The user comes back for a moment, on the device that is pushed to.
    func briefly(_ user: String, _ body: (ClientSession) throws -> Void) throws {
        let session = try session(user, device: "phone", platform: "ios")
        try body(session)
        try session.leave()
    }

    /// The id of a new group of `kind`, whose members are in it at once.
    func createGroup(_ kind: String, by owner: String, with members: [String]) throws -> String {
        let data =
            #"{"owner": "\#(owner)", "kind": "\#(kind)", "name": "g", "style": 3, "invitees": \#(list(members))}"#
        return try #require(try admin().request("admin.group.create", data).get()["groupID"]?.string)
    }
}

/// Phones' makers, by their sections' names.
enum PushMakers {
    static let all = ["huawei", "harmony", "honor", "xiaomi", "oppo", "vivo", "meizu"]
    static let withTokenServer = ["huawei", "honor"]
    /// Above a text that has no title.
    static let title = "Birds"
}

extension ProviderServer {
    /// One for all tests that run at the same time.
    static func shared() throws -> ProviderServer {
        try common.withLock { common in
            if let server = common.server { return server }
            let server = try ProviderServer()
            common.server = server
            return server
        }
    }

    private static let common = Lock(Common())

    private struct Common {
        weak var server: ProviderServer?
    }

    /// As an operator sets them up.
    func settings(of kinds: [String]) throws -> [String: String] {
        var all = [
            "webhook": ["url": "http://127.0.0.1:\(plainPort)/hook", "secretFile": path("webhook.secret")],
            "apns": [
                "keyFile": path("apns.p8"), "keyId": "KEY1234567", "teamId": "TEAM123456", "topic": "test.birds",
                "endpoint": url,
            ],
            "fcm": ["serviceAccountFile": path("service-account.json"), "endpoint": url],
            "webPush": [
                "keyFile": path("vapid.pem"), "subject": "mailto:push@birds.test", "privateHosts": "true",
            ],
        ]
        for maker in PushMakers.all {
            all[maker] = ["keyFile": path("\(maker).json"), "endpoint": url]
            if PushMakers.withTokenServer.contains(maker) { all[maker]?["tokenEndpoint"] = url }
        }
        var settings = ["push.authorities": #""\#(path("authority.pem"))""#]
        if kinds.contains(where: PushMakers.all.contains) { settings["push.title"] = #""\#(PushMakers.title)""# }
        for kind in kinds {
            for (name, value) in try #require(all[kind]) {
                settings["\(kind).\(name)"] = value == "true" ? value : #""\#(value)""#
            }
        }
        return settings
    }
}

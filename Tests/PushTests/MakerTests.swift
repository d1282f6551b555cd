import Domain
import TestSupport
import Testing

@testable import Push

private let makers: [PushProvider] = [.huawei, .harmony, .honor, .xiaomi, .oppo, .vivo, .meizu]
/// Those that know us by a token that they gave us, or that we made.
private let makersWithTokens: [PushProvider] = [.huawei, .harmony, .honor, .oppo, .vivo]

/// What holds of each phone maker. A push's token says how the server answers.
struct MakerTests {
    private let server: ProviderServer

    init() throws {
        server = try ProviderServer()
    }

    private func posting(
        to provider: PushProvider, _ change: (inout ProviderClientOptions) -> Void = { _ in }
    ) throws -> Posting {
        try Posting(to: server, server.maker(provider), change)
    }

    /// The requests of pushes, without those for access tokens.
    private func pushes(to provider: PushProvider) throws -> [ProviderServer.Request] {
        try server.requests().filter { $0.kind == provider.rawValue }
    }

    @Test(arguments: makers)
    func `a push has what the device shows, and what the app needs`(provider: PushProvider) throws {
        let pushRequest = PushRequest.test(token: "ok-1")
        #expect(try posting(to: provider).send(pushRequest).outcome == .accepted)
        let request = try #require(try pushes(to: provider).first)
        #expect(try server.requests().allSatisfy { $0.problem == nil })
        #expect(request.token == "ok-1" && request.title == "Alice" && request.text == "hello")
        #expect(request.badge == ([.huawei, .harmony, .honor].contains(provider) ? 3 : nil))
        #expect(request.category == (provider == .xiaomi ? nil : provider.chatCategory))
        #expect(request.channel == ([.huawei, .xiaomi, .oppo].contains(provider) ? "chat" : nil))
        #expect(request.conversation == "c2c_alice" && request.message == "m1")
        #expect((3_590...3_600).contains(request.ttl ?? 0))
        let digits = String(pushRequest.notifyID, radix: 16)
        let key = String(repeating: "0", count: 8 - digits.count) + digits
        #expect(request.notifyId == (provider == .meizu ? nil : pushRequest.notifyID))
        #expect(request.notifyKey == (provider == .meizu ? key : nil))
    }

    @Test(arguments: makers)
    func `without a title of its own it has the app's, and a badge has two digits`(provider: PushProvider) throws {
        #expect(try posting(to: provider).send(.test(token: "ok-1", title: "", badge: 1_000)).outcome == .accepted)
        let request = try #require(try pushes(to: provider).first)
        #expect(request.problem == nil && request.title == "Birds")
        #expect(request.badge == nil || request.badge == 99)
    }

    @Test(arguments: makers)
    func `a maker needs nothing but its key`(provider: PushProvider) throws {
        let bare = try server.maker(provider) {
            $0.classes = [:]
            $0.badgeClass = ""
        }
        let posting = try Posting(to: server, bare)
        for (id, pushClass) in zip(Int64(1)..., PushClass.allCases) {
            #expect(try posting.send(.test(id: id, token: "ok-1", pushClass: pushClass)).outcome == .accepted)
        }
        #expect(try server.requests().allSatisfy { $0.problem == nil })
        let badges = Set(try pushes(to: provider).map(\.badge))
        #expect(badges == (provider == .harmony ? [3] : [nil]))
    }

    @Test(arguments: makers, ["intent:nest", "birds.nest"])
    func `a tap opens what the operator names`(provider: PushProvider, intent: String) throws {
        let maker = try server.maker(provider) { $0.clickIntent = intent }
        #expect(try Posting(to: server, maker).send(.test(token: "ok-1")).outcome == .accepted)
        let request = try #require(try pushes(to: provider).first)
        #expect(request.problem == nil && request.payload?.contains("nest") == true)
    }

    @Test(arguments: [PushProvider.harmony, .vivo])
    func `a test says so`(provider: PushProvider) throws {
        let maker = try server.maker(provider) { $0.isTest = true }
        #expect(try Posting(to: server, maker).send(.test(token: "ok-1")).outcome == .accepted)
        let payload = try #require(try pushes(to: provider).first?.payload)
        #expect(payload.contains(provider == .vivo ? #""pushMode":1"# : #""testMessage":true"#))
    }

    @Test(arguments: makers)
    func `a long title and text are cut as the maker counts`(provider: PushProvider) throws {
        // A letter of four bytes, which makers count as one or as two.
        let pushRequest = PushRequest.test(
            token: "ok-1", title: String(repeating: "𠮷", count: 64), text: String(repeating: "𠮷", count: 2_000))
        #expect(try posting(to: provider).send(pushRequest).outcome == .accepted)
        let request = try #require(try pushes(to: provider).first)
        #expect(request.problem == nil && request.text?.hasSuffix("𠮷…") == true)
    }

    @Test(arguments: makers)
    func `the app's own data goes with it, as far as the maker takes it`(provider: PushProvider) throws {
        var payload = PushPayload()
        payload.custom = #"{"nest":{"eggs":3},"long":"\#(String(repeating: "x", count: 990))"}"#
        #expect(try posting(to: provider).send(.test(token: "ok-1", payload: payload)).outcome == .accepted)
        let request = try #require(try pushes(to: provider).first)
        #expect(request.problem == nil && request.message == "m1")
        #expect(request.payload?.contains("eggs") == (provider != .vivo))
    }

    @Test(arguments: makers)
    func `a push's life is as long as the maker allows at most`(provider: PushProvider) throws {
        let posting = try posting(to: provider)
        for (id, life) in [(Int64(1), Milliseconds.days(28)), (2, 30_000)] {
            #expect(try posting.send(.test(id: id, token: "ok-1", expiresIn: life)).outcome == .accepted)
        }
        let requests = try pushes(to: provider)
        #expect(requests.count == 2 && requests.allSatisfy { $0.problem == nil })
        let days: Int =
            switch provider {
            case .xiaomi, .oppo: 10
            case .vivo: 1
            case .meizu: 3
            default: 15
            }
        #expect(requests[0].ttl == days * 86_400)
        let shortest: ClosedRange<Int> =
            switch provider {
            case .vivo: 60...60
            case .meizu: 3_600...3_600
            default: 25...30
            }
        #expect(shortest.contains(requests[1].ttl ?? 0))
    }

    @Test(arguments: [PushReplacement.recalled, .expired], [PushProvider.harmony, .xiaomi])
    func `P-49: what is gone is revoked, and a refused revocation is not tried again`(
        replacement: PushReplacement, provider: PushProvider
    ) throws {
        let posting = try posting(to: provider) { $0.failures = 1 }
        #expect(try posting.send(.test(id: 1, token: "ok-1")).outcome == .accepted)
        for (id, token, isTaken) in [
            (Int64(2), "ok-1", true), (3, "refused-1", false), (4, "dead-1", false), (5, "unknown-1", false),
        ] {
            let outcome = try posting.send(.test(id: id, token: token, replacement: replacement)).outcome
            #expect(outcome == (isTaken ? .accepted : .refused), "\(token)")
        }
        #expect(try posting.send(.test(id: 6, token: "busy-1", replacement: replacement)).outcome.wait != nil)
        let requests = try server.requests()
        #expect(requests.allSatisfy { $0.problem == nil })
        let revoked = requests.filter { $0.kind == "\(provider.rawValue)-revoke" }
        #expect(revoked.map(\.token) == ["ok-1", "refused-1", "dead-1", "unknown-1", "busy-1"])
        let shown = try pushes(to: provider)
        #expect(shown.count == 1 && revoked.allSatisfy { $0.notifyId == shown[0].notifyId })
    }

    @Test func `P-49: without the app's id at HarmonyOS the shown push is replaced`() throws {
        let key = try server.file("harmony.json").replacing("\"client_id\"", with: "\"other\"")
        let posting = try Posting(to: server, server.maker(.harmony, key: key))
        let outcome = try posting.send(.test(token: "ok-1", replacement: .recalled)).outcome
        let requests = try pushes(to: .harmony)
        #expect(outcome == .accepted && requests.count == 1 && requests[0].problem == nil)
        #expect(requests[0].payload?.contains("recalled") == true)
    }

    @Test(arguments: makers, ["dead-1", "dead-2"])
    func `a dead token is forgotten only by a maker that takes others`(provider: PushProvider, token: String) throws {
        let posting = try posting(to: provider)
        #expect(try posting.send(.test(id: 1, token: token)).outcome.wait != nil)
        #expect(try posting.send(.test(id: 2, token: "ok-1")).outcome == .accepted)
        #expect(try posting.send(.test(id: 3, token: token)).outcome == .unregistered(since: nil))
        #expect(try server.requests().allSatisfy { $0.problem == nil })
    }

    @Test(arguments: makersWithTokens)
    func `an access token that has run out is replaced at once`(provider: PushProvider) throws {
        let posting = try posting(to: provider)
        #expect(try posting.send(.test(id: 1, token: "ok-1")).outcome == .accepted)
        #expect(try posting.send(.test(id: 2, token: "expired-1")).outcome == .later(afterMilliseconds: 0))
        #expect(try posting.send(.test(id: 2, token: "expired-1", attempt: 1)).outcome == .accepted)
        #expect(try server.requests().allSatisfy { $0.problem == nil })
        let renewals = try server.requests().filter { $0.kind == "\(provider.rawValue)-auth" }
        #expect(renewals.count == (provider == .harmony ? 0 : 2))
    }

    @Test(arguments: makersWithTokens)
    func `a new access token that is refused, too, is a failure`(provider: PushProvider) throws {
        let posting = try posting(to: provider) { $0.failures = 1 }
        #expect(try posting.send(.test(id: 1, token: "ok-1")).outcome == .accepted)
        let path = try #require(try pushes(to: provider).first?.path)
        try server.script(#"[{"match": "\#(path)", "forever": true, "answers": [{"status": 401, "body": "no"}]}]"#)
        #expect(try posting.send(.test(id: 2, token: "ok-1")).outcome == .later(afterMilliseconds: 0))
        #expect(posting.client.room > 0)
        let wait = try #require(try posting.send(.test(id: 3, token: "ok-1")).outcome.wait)
        #expect(wait > 0 && posting.client.room == 0)
    }

    @Test(arguments: [PushProvider.huawei, .honor, .oppo, .vivo])
    func `without an access token everything waits for later`(provider: PushProvider) throws {
        let path = [.huawei: "/oauth2/", .honor: "/auth/", .oppo: "/server/v1/auth", .vivo: "/message/auth"][provider]!
        for answer in [#"{"status": 200, "body": {"code": 1, "result": 1}}"#, #"{"status": 401, "body": "no"}"#] {
            try server.script(#"[{"match": "\#(path)", "answers": [\#(answer)]}]"#)
            let result = try posting(to: provider).send(.test(token: "ok-1"))
            #expect(result.outcome.wait != nil && result.text.hasPrefix("no access token"))
        }
        #expect(try pushes(to: provider).isEmpty)
    }

    @Test(arguments: [
        (PushProvider.xiaomi, "quota-1"), (.xiaomi, "quota-2"), (.oppo, "quota-1"), (.vivo, "quota-1"),
    ])
    func `once the day's quota is spent, nothing is asked`(provider: PushProvider, token: String) throws {
        let posting = try posting(to: provider)
        for (id, token) in [(Int64(1), token), (2, "ok-1")] {
            let result = try posting.send(.test(id: id, token: token))
            #expect(result.outcome == .refused && result.text.contains("quota"))
        }
        #expect(try pushes(to: provider).count == 1 && posting.client.isExhausted)
    }

    @Test(arguments: makers)
    func `a wrong app id kills all tokens alike, and none of a thousand devices is forgotten`(
        provider: PushProvider
    ) throws {
        let posting = try posting(to: provider)
        var asked: [PushResult] = []
        for start in stride(from: Int64(1), through: 901, by: 100) {
            asked += try posting.send((start..<start + 100).map { .test(id: $0, token: "dead-1\($0)") })
        }
        #expect(asked.count == 1_000 && asked.allSatisfy { $0.outcome.wait != nil })
        // After ten failures the service is left alone.
        #expect(try pushes(to: provider).count < 200)
    }

    @Test func `a maker that names the token it does not take has it left out of what is told`() throws {
        let posting = try posting(to: .huawei)
        let refusal = #"{"code": "80300007", "msg": "{\"illegal_tokens\":[\"secret-token-1\"]}"}"#
        try server.script(#"[{"match": "messages:send", "answers": [{"status": 200, "body": \#(refusal)}]}]"#)
        let result = try posting.send(.test(token: "secret-token-1"))
        #expect(result.text.contains("80300007") && !result.text.contains("secret-token-1"))
    }

    @Test func `a quota that may be one device's holds up no other`() throws {
        let posting = try posting(to: .vivo)
        #expect(try posting.send(.test(id: 1, token: "quota-2")).outcome == .refused)
        #expect(try posting.send(.test(id: 2, token: "ok-1")).outcome == .accepted)
    }

    @Test func `a maker's day ends at midnight in China`() {
        let midnight: Milliseconds = 1_699_977_600_000  // 14 November 2023, 16:00 UTC
        #expect(nextMidnight(after: midnight - 1) == midnight)
        #expect(nextMidnight(after: midnight) == midnight + .days(1))
    }

    @Test(arguments: [PushProvider.huawei, .harmony, .vivo])
    func `a text that the maker does not take is sent once more as none`(provider: PushProvider) throws {
        #expect(try posting(to: provider).send(.test(token: "unfit-1")).outcome == .accepted)
        let requests = try pushes(to: provider)
        #expect(requests.map(\.text) == ["hello", "New message"] && requests.map(\.title) == ["Alice", "Birds"])
        #expect(requests.allSatisfy { $0.problem == nil })
    }

    @Test(arguments: makers)
    func `another key holds from the next request on`(provider: PushProvider) throws {
        let key = try server.file("\(provider.rawValue).json")
        let member =
            switch provider {
            case .huawei, .honor: "clientId"
            case .harmony: "key_id"
            case .xiaomi: "appSecret"
            case .oppo: "appKey"
            default: "appId"
            }
        let other = try server.maker(
            provider, key: key.replacing("\"\(member)\": \"", with: "\"\(member)\": \"0"))
        let posting = try Posting(to: server, other)
        #expect(try posting.send(.test(id: 1, token: "ok-1")).outcome.wait != nil)
        posting.client.use(try server.maker(provider))
        #expect(try posting.send(.test(id: 2, token: "ok-1")).outcome == .accepted)
    }

    @Test(arguments: [PushProvider.xiaomi, .meizu])
    func `a token that would be several is none`(provider: PushProvider) throws {
        #expect(try posting(to: provider).send(.test(token: "ok-1,ok-2")).outcome == .unregistered(since: nil))
        #expect(try server.requests().isEmpty)
    }

    @Test(arguments: [
        (PushProvider.huawei, ["clientId", "clientSecret"]),
        (.harmony, ["project_id", "key_id", "sub_account", "private_key"]),
        (.honor, ["appId", "clientId", "clientSecret"]), (.xiaomi, ["appSecret", "packageName"]),
        (.oppo, ["appKey", "masterSecret"]), (.vivo, ["appId", "appKey", "appSecret"]),
        (.meizu, ["appId", "appSecret"]),
    ])
    func `a key file must be whole`(provider: PushProvider, members: [String]) throws {
        let file = try server.file("\(provider.rawValue).json")
        for member in members {
            let text = file.replacing("\"\(member)\"", with: "\"other_\(member)\"")
            #expect(throws: ProviderProblem.self) { try make(provider, key: text) }
        }
        #expect(throws: ProviderProblem.self) { try make(provider, key: "[") }
        #expect(throws: ProviderProblem.self) { try make(provider, key: file, endpoint: "http://push.test") }
    }

    private func make(_ provider: PushProvider, key: String, endpoint: String = "https://push.test") throws {
        let options = MakerOptions(endpoint: endpoint)
        switch provider {
        case .huawei: _ = try Huawei(key: key, options: options, tokens: "https://tokens.test")
        case .harmony: _ = try Harmony(key: key, options: options)
        case .honor: _ = try Honor(key: key, options: options, tokens: "https://tokens.test")
        case .xiaomi: _ = try Xiaomi(key: key, options: options)
        case .oppo: _ = try Oppo(key: key, options: options)
        case .vivo: _ = try Vivo(key: key, options: options)
        default: _ = try Meizu(key: key, options: options)
        }
    }
}

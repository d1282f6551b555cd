import Domain
import TestSupport
import Testing

@testable import Push

/// What holds of every provider, whatever its way of saying it.
struct ContractTests {
    private let server: ProviderServer

    init() throws {
        server = try ProviderServer()
    }

    private func posting(
        to provider: PushProvider, _ change: (inout ProviderClientOptions) -> Void = { _ in }
    ) throws -> Posting {
        try Posting(to: server, server.provider(provider), change)
    }

    /// The requests of pushes, without those for access tokens.
    private func pushes(to provider: PushProvider) throws -> [ProviderServer.Request] {
        let kind = provider == .apnsVoip ? "apns" : provider.rawValue.lowercased()
        return try server.requests().filter { $0.kind == kind }
    }

    /// A token that the provider answers so. Makers' tokens name the case; the other providers have it in a script.
    private func token(_ given: String, at provider: PushProvider) throws -> String {
        guard let door = provider.door else { return given }
        let name = given.prefix { $0 != "-" }
        if name != "ok" {
            let answer = try #require(door.answers[given], "\(provider) has no answer for \(given)")
            let isOnce = name == "expired"
            try server.script(#"[{"match": "\#(door.path)", "forever": \#(!isOnce), "answers": [\#(answer)]}]"#)
        } else {
            try server.script("[]")
        }
        return provider == .webPush ? try server.subscription("bob") : "c0ffee"
    }

    @Test(arguments: PushProvider.allCases)
    func `a push that the provider takes is done`(provider: PushProvider) throws {
        let result = try posting(to: provider).send(.test(token: token("ok-1", at: provider)))
        #expect(result.outcome == .accepted && result.isAttempt)
        let request = try #require(try pushes(to: provider).first)
        #expect(request.problem == nil && request.conversation == "c2c_alice" && request.message == "m1")
    }

    @Test(arguments: PushProvider.allCases, ["dead-1", "dead-2"])
    func `a dead token is told once the provider has taken another`(provider: PushProvider, given: String) throws {
        let posting = try posting(to: provider)
        #expect(try posting.send(.test(id: 1, token: token("ok-1", at: provider))).outcome == .accepted)
        let outcome = try posting.send(.test(id: 2, token: token(given, at: provider))).outcome
        guard case .unregistered = outcome else { throw Impatience(what: "\(provider) says \(outcome)") }
    }

    @Test(arguments: PushProvider.allCases.filter { $0 != .webhook && $0 != .webPush && !$0.hasFixedKey })
    func `a credential that has run out is renewed at once`(provider: PushProvider) throws {
        let posting = try posting(to: provider)
        #expect(try posting.send(.test(id: 1, token: token("ok-1", at: provider))).outcome == .accepted)
        let expired = try token("expired-1", at: provider)
        #expect(try posting.send(.test(id: 2, token: expired)).outcome == .later(afterMilliseconds: 0))
        #expect(try posting.send(.test(id: 2, token: expired, attempt: 1)).outcome == .accepted)
    }

    @Test(arguments: PushProvider.allCases, ["busy-1", "busy-2"])
    func `a provider that is busy is tried later, and is no failure`(provider: PushProvider, given: String) throws {
        let posting = try posting(to: provider) { $0.failures = 1 }
        let result = try posting.send(.test(token: token(given, at: provider)))
        #expect(result.outcome.wait != nil && result.isAttempt && posting.client.room > 0, "\(result)")
    }

    @Test(arguments: PushProvider.allCases, ["credential-1", "unknown-1", "garbage-1", "half-1"])
    func `what is not a push's own fault is a failure, and loses none`(provider: PushProvider, given: String) throws {
        // A browser's service speaks of one subscription, and not of ours alone.
        if provider == .webPush && given == "credential-1" { return }
        let posting = try posting(to: provider) { $0.failures = 1 }
        let result = try posting.send(.test(token: token(given, at: provider)))
        #expect(result.outcome.wait != nil && result.isAttempt, "\(result)")
        // A code has words. Apple's and Google's may say nothing beside the status.
        #expect(!result.text.isEmpty || provider.door != nil, "\(result)")
        try expectRest(of: provider, posting)
        #expect(try pushes(to: provider).allSatisfy { $0.problem == nil })
    }

    @Test(arguments: PushProvider.allCases)
    func `a provider that says nothing is a failure`(provider: PushProvider) throws {
        let posting = try posting(to: provider) {
            $0.answerMilliseconds = 1_000
            $0.failures = 1
        }
        let result = try posting.send(.test(token: token("silence-1", at: provider)))
        #expect(result.outcome.wait != nil && result.isAttempt && result.status == 0, "\(result)")
        try expectRest(of: provider, posting)
    }

    /// After its failure nothing is asked there.
    private func expectRest(of provider: PushProvider, _ posting: Posting) throws {
        guard provider == .webPush else { return #expect(posting.client.room == 0) }
        // Other browsers' services go on.
        let next = try posting.send(.test(id: 2, token: token("ok-1", at: provider)))
        #expect(next.outcome.wait != nil && !next.isAttempt, "\(next)")
    }

    @Test(arguments: PushProvider.allCases)
    func `a push that is at fault itself is refused`(provider: PushProvider) throws {
        let result = try posting(to: provider).send(.test(token: token("refused-1", at: provider)))
        #expect(result.outcome == .refused && result.isAttempt && !result.text.isEmpty, "\(result)")
    }

    @Test(arguments: PushProvider.allCases.filter { $0 != .webhook })
    func `a text that is too long is cut, and taken`(provider: PushProvider) throws {
        let pushRequest = PushRequest.test(
            token: try token("ok-1", at: provider), text: String(repeating: "𠮷", count: 4_000))
        #expect(try posting(to: provider).send(pushRequest).outcome == .accepted)
        let request = try #require(try pushes(to: provider).first)
        #expect(request.problem == nil && request.text?.hasSuffix("𠮷…") == true)
    }

    /// But those that revoke (P-49), and the one for calls, of which none is taken back.
    @Test(arguments: PushProvider.allCases.filter { ![.apnsVoip, .harmony, .xiaomi, .webhook].contains($0) })
    func `a replacement takes the place of the first`(provider: PushProvider) throws {
        let (posting, token) = (try posting(to: provider), try token("ok-1", at: provider))
        for pushRequest in [
            PushRequest.test(id: 1, token: token), .test(id: 2, token: token, replacement: .recalled),
            .test(id: 3, token: token, message: "m2"),
        ] {
            #expect(try posting.send(pushRequest).outcome == .accepted)
        }
        let requests = try pushes(to: provider)
        #expect(requests.count == 3 && requests.allSatisfy { $0.problem == nil })
        let places = requests.map(\.place)
        #expect(places[0] != nil && places[0] == places[1] && places[0] != places[2])
        #expect(requests.map { $0.payload?.contains("recalled") } == [false, true, false])
    }
}

/// A provider that no token tells what to answer: its requests' path, and how it says what makers' tokens stand for.
private struct Door {
    let path: String
    let answers: [String: String]

    init(_ path: String, _ own: [String: String]) {
        self.path = path
        let common = [
            "busy-1": #"{"status": 429}"#,
            "busy-2": #"{"status": 429, "headers": {"retry-after": "7"}}"#,
            "unknown-1": #"{"status": 599, "body": {"code": "unheard of"}}"#,
            "garbage-1": #"{"status": 500, "body": "<html>"}"#,
            "half-1": #"{"action": "half", "status": 200, "body": "{\"name\": \"projects/birds/messages/1\"}"}"#,
            "silence-1": #"{"action": "stall"}"#,
            "refused-1": #"{"status": 400, "body": "no"}"#,
        ]
        answers = common.merging(own) { _, own in own }
    }
}

private let doors: [PushProvider: Door] = [
    .apns: Door(
        "/3/device",
        [
            "dead-1": #"{"status": 410, "body": {"reason": "Unregistered", "timestamp": 1700000000123}}"#,
            "dead-2": #"{"status": 400, "body": {"reason": "BadDeviceToken"}}"#,
            "expired-1": #"{"status": 403, "body": {"reason": "ExpiredProviderToken"}}"#,
            "busy-1": #"{"status": 429, "body": {"reason": "TooManyRequests"}}"#,
            "busy-2": #"{"status": 429, "headers": {"retry-after": "7"}, "body": {"reason": "TooManyRequests"}}"#,
            "credential-1": #"{"status": 403, "body": {"reason": "InvalidProviderToken"}}"#,
            "refused-1": #"{"status": 400, "body": {"reason": "BadMessageId"}}"#,
        ]),
    .fcm: Door(
        "messages:send",
        [
            "dead-1": firebase(404, "NOT_FOUND", "UNREGISTERED"),
            "dead-2": firebase(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"),
            "expired-1": firebase(401, "UNAUTHENTICATED", ""),
            "busy-1": firebase(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
            "credential-1": firebase(403, "PERMISSION_DENIED", ""),
            "refused-1": firebase(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"),
        ]),
    .webPush: Door("/push/", ["dead-1": #"{"status": 410}"#, "dead-2": #"{"status": 404}"#]),
    .webhook: Door(
        "/hook",
        [
            "dead-1": #"{"status": 410}"#, "dead-2": #"{"status": 410, "body": "gone"}"#,
            "credential-1": #"{"status": 401, "body": "no"}"#,
        ]),
]

private func firebase(_ status: Int, _ name: String, _ code: String) -> String {
    #"{"status": \#(status), "body": {"error": {"status": "\#(name)", "details": [{"errorCode": "\#(code)"}]}}}"#
}

extension PushProvider {
    fileprivate var door: Door? { doors[self == .apnsVoip ? .apns : self] }

    /// What stands in its key file goes with each request as it is.
    fileprivate var hasFixedKey: Bool { self == .xiaomi || self == .meizu }
}

extension ProviderServer.Request {
    /// By what the device, or the service, knows that one push takes another's place.
    fileprivate var place: String? {
        notifyKey ?? notifyId.map { "\($0)" } ?? headers["apns-collapse-id"] ?? headers["topic"]
            ?? payload?.firstMatch(of: /"tag": ?"([^"]*)"/).map { String($0.1) }
    }
}

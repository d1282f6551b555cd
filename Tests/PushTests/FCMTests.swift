import Push
import TestSupport
import Testing

struct FCMTests {
    private let server: ProviderServer
    private let posting: Posting

    init() throws {
        server = try ProviderServer()
        posting = try Posting(to: server, server.fcm)
    }

    @Test func `a message goes with the token that the account's assertion was worth`() throws {
        #expect(try posting.send(.test(token: "fcm:1", text: "hi", badge: 5, forced: true)).outcome == .accepted)
        let requests = try server.requests()
        #expect(requests.map(\.kind) == ["oauth", "fcm"] && requests.allSatisfy { $0.problem == nil })
        let message = requests[1]
        #expect(message.headers["authorization"] == "Bearer access-1")
        #expect(message.token == "fcm:1" && message.text == "hi" && message.badge == 5 && message.forced == true)
        #expect(message.conversation == "c2c_alice" && message.message == "m1")
    }

    @Test func `one token serves all, and is asked for once`() throws {
        try server.script(
            #"[{"match": "/token", "answers": [{"status": 200, "delay": 0.2, "body": {"access_token": "access-1", "expires_in": 3599}}]}]"#
        )
        let answers = try posting.send((1...150).map { .test(id: $0, message: "m\($0)") })
        #expect(answers.allSatisfy { $0.outcome == .accepted })
        _ = try posting.send(.test(id: 151))
        let kinds = try server.requests().map(\.kind)
        #expect(kinds.filter { $0 == "oauth" }.count == 1 && kinds.count == 152)
    }

    @Test func `a token that is about to end is replaced`() throws {
        try server.script(
            #"[{"match": "/token", "answers": [{"status": 200, "body": {"access_token": "access-1", "expires_in": 1}}]}]"#
        )
        _ = try posting.send(.test(id: 1))
        Thread.sleep(milliseconds: 1_000)
        #expect(try posting.send(.test(id: 2)).outcome == .accepted)
        #expect(try server.requests().map(\.kind) == ["oauth", "fcm", "oauth", "fcm"])
    }

    @Test func `a token that Google no longer takes is replaced at once`() throws {
        _ = try posting.send(.test(id: 1))
        let refusal =
            #"{"status": 401, "body": {"error": {"code": 401, "status": "UNAUTHENTICATED", "message": "no"}}}"#
        try server.script(#"[{"match": "/v1", "answers": [\#(refusal), \#(refusal)]}]"#)
        let answers = try posting.send([.test(id: 2), .test(id: 3)])
        #expect(answers.allSatisfy { $0.outcome == .later(afterMilliseconds: 0) && $0.text == "UNAUTHENTICATED: no" })
        #expect(try posting.send(.test(id: 4)).outcome == .accepted)
        #expect(try server.requests().filter { $0.kind == "oauth" }.count == 2)
    }

    @Test func `without a token everything waits for later`() throws {
        try server.script(#"[{"match": "/token", "answers": [{"status": 400, "body": {"error": "invalid_grant"}}]}]"#)
        let answers = try posting.send((1...3).map { .test(id: $0) })
        #expect(answers.allSatisfy { $0.outcome.wait != nil && $0.status == 400 && $0.text.contains("invalid_grant") })
        #expect(try server.requests().count == 1)
        #expect(try posting.send(.test(id: 4)).outcome == .accepted)
    }

    @Test(arguments: [
        (404, "NOT_FOUND", #"{"errorCode": "UNREGISTERED"}"#, PushOutcome.unregistered(since: nil)),
        (403, "PERMISSION_DENIED", #"{"errorCode": "SENDER_ID_MISMATCH"}"#, .unregistered(since: nil)),
        (400, "INVALID_ARGUMENT", #"{"fieldViolations": [{"field": "message.token"}]}"#, .unregistered(since: nil)),
        (400, "INVALID_ARGUMENT", #"{"errorCode": "INVALID_ARGUMENT"}"#, .refused),
    ])
    func `what FCM says is final`(status: Int, name: String, detail: String, outcome: PushOutcome) throws {
        #expect(try posting.send(.test()).outcome == .accepted)
        try fail(status, name, detail)
        #expect(try posting.send(.test()).outcome == outcome)
    }

    @Test func `a token is forgotten only by a provider that takes others`() throws {
        try fail(403, "PERMISSION_DENIED", #"{"errorCode": "SENDER_ID_MISMATCH"}"#)
        #expect(try posting.send(.test()).outcome.wait != nil)
    }

    @Test(arguments: [
        (404, "NOT_FOUND", "{}"), (403, "PERMISSION_DENIED", "{}"), (429, "RESOURCE_EXHAUSTED", "{}"),
        (429, "x", #"{"errorCode": "QUOTA_EXCEEDED"}"#), (401, "x", #"{"errorCode": "THIRD_PARTY_AUTH_ERROR"}"#),
        (500, "INTERNAL", "{}"), (503, "UNAVAILABLE", "{}"),
    ])
    func `what may change is tried later, and costs no device its token`(
        status: Int, name: String, detail: String
    ) throws {
        try fail(status, name, detail)
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.status == status, "\(answer)")
    }

    @Test func `a service account's file must be whole`() throws {
        let file = try server.file("service-account.json")
        for field in ["project_id", "client_email", "private_key", "private_key_id", "token_uri"] {
            let text = file.replacing("\"\(field)\"", with: "\"other_\(field)\"")
            #expect(throws: ProviderProblem.self) { try FCM(serviceAccount: text) }
        }
        #expect(throws: ProviderProblem.self) { try FCM(serviceAccount: "[") }
        #expect(throws: ProviderProblem.self) { try FCM(serviceAccount: file, endpoint: "http://fcm.test") }
    }

    private func fail(_ status: Int, _ name: String, _ detail: String) throws {
        let error = #"{"code": \#(status), "status": "\#(name)", "message": "why", "details": [\#(detail)]}"#
        try server.script(#"[{"match": "/v1", "answers": [{"status": \#(status), "body": {"error": \#(error)}}]}]"#)
    }
}

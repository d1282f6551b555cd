import Bytes
import TestSupport
import Testing

@testable import Security

struct WebhookSecretsTests {
    private let first = "whsec_9kUDxDG2gXZ4pFqSZLhBo4n3WfN2UQy0mYdT1kC7rEs="
    private let second = "whsec_Yp3u6zRr0bJXq8hVnK5tGd2mLwA1cE7sFiO9xTzQ4Uk="

    @Test func `the published example of Standard Webhooks has its signature`() throws {
        let key = try #require(Base64.standard.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".utf8))
        let headers = WebhookSecrets(keys: [key]).headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(
            headers == [
                "webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp: 1614265330",
                "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ])
    }

    @Test func `each secret of a file signs, so that the receiver may know one of them`() throws {
        func signature(_ text: String) throws -> String {
            try WebhookSecrets(text).headers(id: "evt_1", timestamp: 1, body: [1, 2])[2]
        }
        let alone = try (signature(first), signature(second + "\n"))
        let prefix = "webhook-signature: "
        #expect(try signature("\(first)\n\(second)\n") == alone.0 + " " + alone.1.dropFirst(prefix.count))
        #expect(alone.0 != alone.1)
    }

    @Test(arguments: [
        ("", WebhookSecrets.Problem.none), ("\n\n", .none),
        ("whsec_?", .malformed(line: 1)), ("9kUDxDG2gXZ4pFqSZLhBo4n3WfN2UQy0mYdT1kC7rEs=", .malformed(line: 1)),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", .weak(line: 1, .short(bytes: 24))),
    ])
    func `a file without a usable secret is refused`(text: String, problem: WebhookSecrets.Problem) {
        #expect(throws: problem) { _ = try WebhookSecrets(text) }
        #expect(throws: WebhookSecrets.Problem.tooMany(5)) {
            _ = try WebhookSecrets(Array(repeating: first, count: 5).joined(separator: "\n"))
        }
    }
}

import Domain
import Push
import TestSupport
import Testing

struct APNsTests {
    private let server: ProviderServer
    private let posting: Posting

    init() throws {
        server = try ProviderServer()
        posting = try Posting(to: server, server.apns)
    }

    @Test func `a notification has what the device shows, and what the app needs`() throws {
        let pushRequest = PushRequest.test(text: "Alice: „hi“ 👋", badge: 12)
        #expect(try posting.send(pushRequest).outcome == .accepted)
        let request = try #require(try server.requests().first)
        #expect(request.problem == nil)
        #expect(request.token == "c0ffee" && request.text == "Alice: „hi“ 👋" && request.badge == 12)
        #expect(request.forced == false && request.conversation == "c2c_alice" && request.message == "m1")
        #expect(request.headers["apns-topic"] == "test.birds" && request.headers["apns-priority"] == "10")
        #expect(request.headers["apns-expiration"] == "\(pushRequest.expiresAt.seconds)")
        #expect(request.headers["apns-collapse-id"] == "m1")
    }

    @Test func `a forced one is time-sensitive`() throws {
        _ = try posting.send(.test(forced: true))
        #expect(try server.requests().first?.forced == true)
    }

    @Test func `a retry is the same notification, another message or device is another`() throws {
        let pushRequests = [
            PushRequest.test(id: 1), .test(id: 2, attempt: 1), .test(id: 3, message: "m2"), .test(id: 4, token: "abcd"),
        ]
        for pushRequest in pushRequests { _ = try posting.send(pushRequest) }
        let ids = try server.requests().compactMap { $0.headers["apns-id"] }
        #expect(ids.count == 4 && ids[0] == ids[1] && Set(ids).count == 3)
        #expect(
            ids.allSatisfy {
                $0.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
            })
    }

    @Test(arguments: [PushReplacement.recalled, .expired])
    func `a replacement is another notification in the same place, and makes no sound`(
        replacement: PushReplacement
    ) throws {
        for pushRequest in [PushRequest.test(id: 1), .test(id: 2, replacement: replacement)] {
            #expect(try posting.send(pushRequest).outcome == .accepted)
        }
        let requests = try server.requests()
        #expect(Set(requests.compactMap { $0.headers["apns-id"] }).count == 2)
        #expect(Set(requests.compactMap { $0.headers["apns-collapse-id"] }) == ["m1"])
        let payloads = requests.map { $0.payload ?? "" }
        #expect(payloads[0].contains(#""sound":"default""#) && !payloads[1].contains("sound"))
        #expect(payloads[1].contains("\"\(replacement.member)\":true"))
        #expect(payloads[1].contains(#""interruption-level":"passive""#))
    }

    @Test func `a message's id that no header can have, or that is too long, is replaced`() throws {
        for message in ["über", String(repeating: "m", count: 65), "a b", "a\r\nx: y"] {
            #expect(try posting.send(.test(message: message)).outcome == .accepted)
        }
        let ids = try server.requests().compactMap { $0.headers["apns-collapse-id"] }
        #expect(Set(ids).count == 4 && ids.allSatisfy { $0.count == 32 })
    }

    @Test func `many go over few connections with one token`() throws {
        let answers = try posting.send((1...300).map { .test(id: $0, message: "m\($0)") })
        #expect(answers.allSatisfy { $0.outcome == .accepted })
        let requests = try server.requests()
        #expect(requests.count == 300 && requests.allSatisfy { $0.problem == nil })
        #expect(Set(requests.map(\.connection)).count <= 4)
        #expect(Set(requests.compactMap { $0.headers["authorization"] }).count == 1)
    }

    @Test func `a token is forgotten only by a provider that takes others`() throws {
        let unknown = #"{"status": 400, "body": {"reason": "BadDeviceToken"}}"#
        try server.script(#"[{"match": "/bb", "forever": true, "answers": [\#(unknown)]}]"#)
        let early = try posting.send(.test(id: 1, token: "bb"))
        #expect(early.outcome.wait != nil && early.text.hasPrefix("BadDeviceToken; no push"))
        #expect(try posting.send(.test(id: 2, token: "aa")).outcome == .accepted)
        #expect(try posting.send(.test(id: 3, token: "bb")).outcome == .unregistered(since: nil))
    }

    @Test func `a device that has gone tells since when`() throws {
        #expect(try posting.send(.test(id: 9)).outcome == .accepted)
        try server.script(
            #"""
            [{"match": "/aa", "answers": [{"status": 410, "body": {"reason": "Unregistered", "timestamp": 1700000000123}}]},
             {"match": "/bb", "answers": [{"status": 400, "body": {"reason": "BadDeviceToken"}}]},
             {"match": "/cc", "answers": [{"status": 400, "body": {"reason": "DeviceTokenNotForTopic"}}]},
             {"match": "/dd", "answers": [{"status": 413, "body": {"reason": "PayloadTooLarge"}}]}]
            """#)
        let answers = try posting.send(["aa", "bb", "cc", "dd"].enumerated().map { .test(id: Int64($0), token: $1) })
        #expect(
            answers.map(\.outcome) == [
                .unregistered(since: 1_700_000_000_123), .unregistered(since: nil), .refused, .refused,
            ])
        #expect(answers.map(\.text) == ["Unregistered", "BadDeviceToken", "DeviceTokenNotForTopic", "PayloadTooLarge"])
    }

    @Test func `what cannot be a device token is not tried`() throws {
        for token in ["", "xyz", "../../etc", "aa?b", String(repeating: "a", count: 201)] {
            #expect(try posting.send(.test(token: token)).outcome == .unregistered(since: nil))
        }
        #expect(try server.requests().isEmpty)
    }

    @Test func `a token of ours that has run out is made anew, once for all that had it`() throws {
        _ = try posting.send(.test())
        let expired = #"{"status": 403, "body": {"reason": "ExpiredProviderToken"}, "delay": 0.2}"#
        try server.script(#"[{"match": "", "answers": [\#(expired), \#(expired), \#(expired)]}]"#)
        Thread.sleep(milliseconds: 1_100)  // Tokens of one second are alike, but for their signatures.
        let answers = try posting.send((1...3).map { .test(id: $0) })
        #expect(answers.allSatisfy { $0.outcome == .later(afterMilliseconds: 0) })
        let again = try posting.send((1...3).map { .test(id: $0, attempt: 1) })
        #expect(again.allSatisfy { $0.outcome == .accepted })
        let tokens = try server.requests().compactMap { $0.headers["authorization"] }
        #expect(Set(tokens[..<4]).count == 1 && Set(tokens[4...]).count == 1 && tokens[0] != tokens[4])
    }

    @Test func `a clock that APNs does not share makes no storm`() throws {
        let expired = #"{"status": 403, "body": {"reason": "ExpiredProviderToken"}}"#
        try server.script(#"[{"match": "", "forever": true, "answers": [\#(expired)]}]"#)
        #expect(try posting.send(.test()).outcome == .later(afterMilliseconds: 0))
        let wait = try #require(try posting.send(.test(attempt: 1)).outcome.wait)
        #expect(wait > 0)
    }

    @Test(arguments: [
        (429, "TooManyRequests"), (403, "InvalidProviderToken"), (400, "BadTopic"),
        (429, "TooManyProviderTokenUpdates"),
        (500, "InternalServerError"), (503, "Shutdown"),
    ])
    func `a push that is not at fault is tried later`(status: Int, reason: String) throws {
        try server.script(#"[{"match": "", "answers": [{"status": \#(status), "body": {"reason": "\#(reason)"}}]}]"#)
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.text == reason && answer.status == status)
    }
}

import Curl
import Domain
import Security
import TestSupport
import Testing

@testable import Push

struct ProviderTokenTests {
    @Test func `a token serves for three quarters of an hour, and one that was made later not at all`() throws {
        var token = try providerToken()
        let minute: Milliseconds = 60_000
        let numbers = [0, 20, 44, 45, 80, 91, 30].map { token.current(at: minute * $0).number }
        #expect(numbers == [1, 1, 1, 2, 2, 3, 4])
    }

    @Test func `only the present one is discarded`() throws {
        var token = try providerToken()
        let first = token.current(at: 0)
        token.discard(first.number)
        let second = token.current(at: 1_000)
        token.discard(first.number)
        let third = token.current(at: 2_000)
        #expect(first.token != second.token && second == third)
    }

    @Test func `a late refusal of the token before leaves Google's present one`() throws {
        let server = try ProviderServer()
        var adapter = FCMAdapter(try FCM(serviceAccount: server.file("service-account.json"), endpoint: server.url))
        func renew() {
            var reply = ProviderReply()
            reply.status = 200
            reply.body = Array(#"{"access_token": "a", "expires_in": 3599}"#.utf8)
            #expect(adapter.assessment(onRefresh: reply, at: 0).judgement == .accepted)
        }
        var refusal = ProviderReply()
        refusal.status = 401
        renew()
        let early = try adapter.request(for: .test(id: 1), at: 0)
        let late = try adapter.request(for: .test(id: 2), at: 0)
        _ = adapter.assessment(on: refusal, to: early)
        #expect(adapter.tokenRefresh(at: 0) != nil)
        renew()
        _ = adapter.assessment(on: refusal, to: late)
        #expect(adapter.tokenRefresh(at: 0) == nil)
    }

    @Test func `an access token is renewed at nine tenths of its life, and one that is none is not taken`() {
        var token = AccessToken()
        #expect(token.isDue(at: 0))
        _ = token.renew("a", for: 1_000, at: 5_000)
        #expect(!token.isDue(at: 904_999) && token.isDue(at: 905_000) && token.text == "a")
        for text in [nil, "", "a b", "a\r\nx: y"] {
            let isTaken = token.renew(text, for: 1_000, at: 0)
            #expect(!isTaken)
        }
        for life: Seconds? in [nil, 0, -1, 864_001] {
            let isTaken = token.renew("b", for: life, at: 0)
            #expect(!isTaken)
        }
        #expect(token.text == "a" && token.number == 1)
    }

    @Test func `a new access token that is refused at once is a failure`() {
        var token = AccessToken()
        _ = token.renew("a", for: 1_000, at: 0)
        token.accepted(1)
        let first = token.refused(1)
        #expect(first == .renewed && token.isDue(at: 0))
        _ = token.renew("b", for: 1_000, at: 0)
        let late = token.refused(1)
        #expect(late == .renewed && !token.isDue(at: 0))
        let second = token.refused(2)
        #expect(second == .ailing && token.isDue(at: 0))
    }

    private func providerToken() throws -> ProviderToken {
        let server = try ProviderServer()
        return ProviderToken(
            try TokenSigner(privateKey: server.file("apns.p8"), .es256, id: "KEY1234567"), issuer: "TEAM123456")
    }
}

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

    private func providerToken() throws -> ProviderToken {
        let server = try ProviderServer()
        return ProviderToken(
            try TokenSigner(privateKey: server.file("apns.p8"), .es256, id: "KEY1234567"), issuer: "TEAM123456")
    }
}

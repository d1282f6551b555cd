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

    private func providerToken() throws -> ProviderToken {
        let server = try ProviderServer()
        return ProviderToken(
            try TokenSigner(privateKey: server.file("apns.p8"), .es256, id: "KEY1234567"), issuer: "TEAM123456")
    }
}

/// which tokens of an account are good no longer.
package struct TokenRevocation: Equatable, Sendable {
    /// A second since 1970: tokens that were issued then or before. 0: none was ever revoked.
    package let second: Seconds

    package static let none = TokenRevocation(upTo: 0)

    package init(upTo second: Seconds) {
        self.second = second
    }

    /// `issuedAt`: the token's `iat`. Where tokens have been revoked, one that does not say when it was issued is of them.
    package func covers(issuedAt: Seconds?) -> Bool {
        guard second > 0 else { return false }
        return issuedAt.map { $0 <= second } ?? true
    }

    /// Revoked tokens stay revoked.
    package func extended(upTo second: Seconds) -> TokenRevocation {
        TokenRevocation(upTo: max(self.second, second))
    }
}

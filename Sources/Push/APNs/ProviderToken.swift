import Domain
import JSON
import Security

/// The token that APNs knows us by. It wants a new one at most every 20 minutes, and at least every 60.
struct ProviderToken {
    private let signer: TokenSigner
    private let issuer: String
    private var token = ""
    private var madeAt: Milliseconds?
    private var number = 0

    init(_ signer: TokenSigner, issuer: String) {
        self.signer = signer
        self.issuer = issuer
    }

    /// The number tells it from those before it.
    mutating func current(at now: Milliseconds) -> (token: String, number: Int) {
        if let madeAt, now >= madeAt, now - madeAt < lifetime { return (token, number) }
        token = signer.sign {
            $0.field("iss", issuer)
            $0.field("iat", now.seconds.rawValue)
        }
        madeAt = now
        number += 1
        return (token, number)
    }

    /// Many answers may say the same of one token.
    mutating func discard(_ number: Int) {
        if number == self.number { madeAt = nil }
    }
}

private let lifetime: Milliseconds = 45 * 60 * 1_000

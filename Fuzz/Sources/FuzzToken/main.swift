import FuzzDriver
import Glibc
import JSON
import Security

private let keys: KeySet = {
    do {
        return try KeySet(Array(KeyFile.make(id: "fuzz").utf8))
    } catch {
        preconditionFailure("a key file of our own cannot be read: \(error)")
    }
}()
private let verifier = TokenVerifier(keys: keys)
private let signer = keys.signer()!

/// The first byte: a token as it came, a payload to sign and verify, or a file of keys.
exit(
    Driver.run { start, count in
        guard let start, count > 0 else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
        switch start[0] % 3 {
        case 0:
            // Nobody but us can sign: whatever comes, it is refused.
            precondition((try? verifier.verify(bytes, now: 1_000)) == nil, "a token that nobody signed was accepted")
        case 1:
            if let claims = try? verifier.verify(signer.sign(payload: bytes), now: 1_000) {
                precondition(!claims.subject.isEmpty && claims.expiresAt > 900, "a token that says nothing")
            }
        default:
            _ = try? KeySet(bytes)
        }
        return 0
    })

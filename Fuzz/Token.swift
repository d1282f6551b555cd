import Bytes
import Security

/// By the control byte's upper bits: a token as it came, a well-signed one whose claims came, or a file of keys.
func feedToken(_ input: Input) -> CInt {
    input.feed(inPiecesOf: max(input.bytes.count, 1)) { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        switch input.control >> 6 {
        case 0:
            // Nobody else has the secret, and what the public keys' owners signed has no claims of ours.
            precondition(verify(bytes) != nil, "a made-up token is accepted")
        case 1:
            readKeys(bytes)
        default:
            let token = Array(signer.sign(payload: bytes).utf8)
            let refusal = token.withUnsafeBytes { verify($0) }
            precondition(refusal != .badSignature && refusal != .unknownKey, "our own token: \(refusal!)")
        }
        return true
    }
    return 0
}

private func readKeys(_ file: UnsafeRawBufferPointer) {
    do throws(KeyFileError) {
        _ = try KeySet(file)
    } catch {
        precondition(!error.description.isEmpty, "a refusal without a reason")
    }
}

private func verify(_ token: UnsafeRawBufferPointer) -> TokenRefusal? {
    do throws(TokenRefusal) {
        let claims = try verifier.verify(token, now: 1_800_000_000)
        precondition(!claims.subject.isEmpty, "a token of nobody")
        precondition(claims.expiresAt > 1_800_000_000 - 30, "an expired token")
        return nil
    } catch {
        precondition(!error.description.isEmpty, "a refusal without a reason")
        return error
    }
}

// libFuzzer calls a target from one thread.
nonisolated(unsafe) private let verifier = TokenVerifier(keys: keys)
private let signer = keys.signer(id: "ours")!

/// A secret of this file alone, and the public keys of RFC 7515 A.2, A.3 and RFC 8037 A.4.
private let keys: KeySet = {
    // Swift marks an enum's case with spare bits of the reference in it, which LeakSanitizer then does not know for one.
    ignoreLeaks()
    defer { watchLeaks() }
    let file = """
        {"keys":[
        {"kid":"ours","alg":"HS256","secret":"pYcQ2m9Hn4vXw1RkZ8sTfL0aGdU6iEoB3jNxC7qKMtA"},
        {"kid":"rsa","alg":"RS256","kty":"RSA","e":"AQAB","n":"\
        ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SF\
        d2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo\
        7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkM\
        Ls91kzk2PAcDTW9gb54h4FRWyuXpoQ"},
        {"kid":"ec","alg":"ES256","kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
        "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"},
        {"kid":"ed","alg":"EdDSA","kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
        ]}
        """
    do {
        return try KeySet(Array(file.utf8))
    } catch {
        preconditionFailure("the fuzzer's own keys: \(error)")
    }
}()

@_silgen_name("__lsan_disable")
private func ignoreLeaks()

@_silgen_name("__lsan_enable")
private func watchLeaks()

import Bytes
import JSON
import Testing

@testable import Security

/// The examples of the RFCs. Their claims are no tokens of ours, so only the signatures are looked at.
struct TokenVectorTests {
    @Test func `RFC 7515 A_1, HS256`() throws {
        let secret = try #require(
            Base64.url.decode(
                "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow".utf8))
        let message = """
            eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9\
            leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
            """
        let signature = try #require(Base64.url.decode("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".utf8))
        let key = TokenKey(id: nil, algorithm: .hs256, material: .secret(secret))
        Array(message.utf8).withUnsafeBytes { message in
            #expect(key.accepts(signature, of: message))
            #expect(!key.accepts(Array(signature.dropLast()), of: message))
            #expect(!key.accepts(signature, of: UnsafeRawBufferPointer(rebasing: message.dropLast())))
        }
    }

    @Test(arguments: [
        (
            // RFC 7515 A.2
            #"{"alg":"RS256","kty":"RSA","e":"AQAB","n":"\#(rfc7515Modulus)"}"#,
            """
            eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb29\
            0Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5\
            jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0Gar\
            ZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rq\
            Vt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
            """
        ),
        (
            // RFC 7515 A.3
            """
            {"alg":"ES256","kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
            """,
            """
            eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb29\
            0Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
            """
        ),
        (
            // RFC 8037 A.4
            #"{"alg":"EdDSA","kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            """
            eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbh\
            ijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
            """
        ),
    ])
    func `the RFCs' public keys accept their tokens, and no other`(jwk: String, token: String) throws {
        let keys = try keySet(jwk)
        let document = JSONDocument()
        let bytes = Array(token.utf8)
        try bytes.withUnsafeBytes { token in
            _ = try SignedToken(token, keys: keys, document: document)
        }
        for place in bytes.indices where bytes[place] != UInt8(ascii: ".") {
            var tampered = bytes
            tampered[place] = tampered[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: TokenRefusal.self, "byte \(place)") {
                _ = try tampered.withUnsafeBytes { try SignedToken($0, keys: keys, document: document) }
            }
        }
    }
}

/// RFC 7515 A.2.1.
let rfc7515Modulus = """
    ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SF\
    d2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo\
    7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkM\
    Ls91kzk2PAcDTW9gb54h4FRWyuXpoQ
    """

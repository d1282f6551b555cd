import Bytes
import COpenSSL
import Testing

@testable import Security

/// A fresh pair of keys in PEM.
struct TestKeyPair {
    let privatePEM: String
    let publicPEM: String

    static let rs256 = TestKeyPair(rsaBits: 2048)
    static let es256 = TestKeyPair(curve: "P-256")
    static let edDSA = TestKeyPair(type: "ED25519")

    static func `for`(_ algorithm: TokenAlgorithm) -> TestKeyPair {
        switch algorithm {
        case .hs256: preconditionFailure("HS256 has no pair of keys")
        case .rs256: rs256
        case .es256: es256
        case .edDSA: edDSA
        }
    }

    init(rsaBits bits: Int32) {
        self.init(type: "RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, bits) }
    }

    init(curve: String) {
        self.init(type: "EC") { EVP_PKEY_CTX_set_group_name($0, curve) }
    }

    init(type: String, _ configure: (OpaquePointer?) -> Int32 = { _ in 1 }) {
        let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
        var key: OpaquePointer?
        precondition(EVP_PKEY_keygen_init(context) == 1 && configure(context) == 1)
        precondition(EVP_PKEY_generate(context, &key) == 1)
        privatePEM = pem { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
        publicPEM = pem { PEM_write_bio_PUBKEY($0, key) }
        EVP_PKEY_free(key)
        EVP_PKEY_CTX_free(context)
    }
}

/// A fresh key of any algorithm, as the signer has it and as the server's file does.
struct TestKey {
    let signer: TokenSigner
    let entry: String

    init(_ algorithm: TokenAlgorithm, id: String? = nil) throws {
        let name = id.map { #""kid":"\#($0)","# } ?? ""
        if algorithm == .hs256 {
            let secret = Random.bytes(32)
            signer = TokenSigner(secret: secret, id: id)
            entry = #"{\#(name)"alg":"HS256","secret":"\#(Base64.url.encode(secret))"}"#
        } else {
            let pair = TestKeyPair.for(algorithm)
            signer = try TokenSigner(privateKey: pair.privatePEM, algorithm, id: id)
            entry = #"{\#(name)"alg":"\#(algorithm.rawValue)","pem":"\#(escaped(pair.publicPEM))"}"#
        }
    }
}

func escaped(_ pem: String) -> String { pem.replacing("\n", with: "\\n") }

func keySet(_ entries: String...) throws -> KeySet {
    try KeySet(Array(#"{"keys":[\#(entries.joined(separator: ","))]}"#.utf8))
}

private func pem(_ write: (OpaquePointer?) -> Int32) -> String {
    let sink = BIO_new(BIO_s_mem())
    defer { BIO_free(sink) }
    precondition(write(sink) == 1)
    let text = [UInt8](unsafeUninitializedCapacity: 8192) { bytes, count in
        count = Int(BIO_read(sink, bytes.baseAddress, 8192))
    }
    return String(decoding: text, as: UTF8.self)
}

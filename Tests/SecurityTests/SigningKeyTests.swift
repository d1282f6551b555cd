import COpenSSL
import Testing

@testable import Security

struct SigningKeyTests {
    @Test func `a key is the same after it was kept as PEM`() throws {
        let key = SigningKey()
        let again = try SigningKey(privateKey: key.pem)
        #expect(again.x == key.x && again.y == key.y && again.pem == key.pem)
        #expect(key.x.count == 32 && key.y.count == 32 && key.sign("text").count == 64)
        #expect(SigningKey().x != key.x)
    }

    @Test func `keys of other kinds are refused`() throws {
        let nothing = "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"
        #expect(throws: KeyProblem.unreadablePrivateKey) { try SigningKey(privateKey: nothing) }
        #expect(throws: KeyProblem.otherType(needed: "a key on the curve P-256")) {
            try SigningKey(privateKey: TestKeyPair.edDSA.privatePEM)
        }
    }

    @Test func `a request for a certificate is signed by its key and has all names`() throws {
        let der = SigningKey().certificateRequest(for: ["a.example", "b.example"])
        let request = der.withUnsafeBufferPointer { der in
            var start = der.baseAddress
            return d2i_X509_REQ(nil, &start, der.count)
        }
        defer { X509_REQ_free(request) }
        #expect(request != nil && X509_REQ_verify(request, X509_REQ_get0_pubkey(request)) == 1)
        let text = Self.text { X509_REQ_print($0, request) }
        #expect(text.contains("DNS:a.example, DNS:b.example") && text.contains("ecdsa-with-SHA256"), "\(text)")
    }

    @Test func `a proving certificate has the name, and the digest as a critical extension`() throws {
        let key = SigningKey()
        let pem = key.provingCertificate(for: "a.example", digest: Array(0..<32), now: 1_700_000_000)
        let certificate = Array(pem.utf8).withUnsafeBufferPointer { pem in
            let source = BIO_new_mem_buf(pem.baseAddress, Int32(pem.count))
            defer { BIO_free(source) }
            return PEM_read_bio_X509(source, nil, nil, nil)
        }
        defer { X509_free(certificate) }
        #expect(certificate != nil && X509_verify(certificate, X509_get0_pubkey(certificate)) == 1)
        let text = Self.text { X509_print($0, certificate) }
        #expect(text.contains("DNS:a.example") && text.contains("1.3.6.1.5.5.7.1.31: critical"), "\(text)")
        // RFC 8737 §3: an OCTET STRING of 32 bytes.
        let value = try #require(extensionBytes(of: certificate, after: "1.3.6.1.5.5.7.1.31"))
        #expect(value == [4, 32] + Array(0..<32))
    }

    private func extensionBytes(of certificate: OpaquePointer?, after identifier: String) -> [UInt8]? {
        let object = OBJ_txt2obj(identifier, 1)
        defer { ASN1_OBJECT_free(object) }
        let index = X509_get_ext_by_OBJ(certificate, object, -1)
        guard index >= 0, let value = X509_EXTENSION_get_data(X509_get_ext(certificate, index)) else { return nil }
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value))))
    }

    private static func text(_ write: (OpaquePointer?) -> Int32) -> String {
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        #expect(write(sink) == 1)
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(sink))
        BIO_read(sink, &bytes, Int32(bytes.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}

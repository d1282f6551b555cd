import COpenSSL

/// Keys on the curve P-256.
extension AsymmetricKey {
    /// A private key that nobody has yet.
    static func newP256() -> AsymmetricKey {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &made) == 1, let key = AsymmetricKey(made: made)
        else { preconditionFailure("OpenSSL makes no key on P-256") }
        return key
    }

    /// Of a key on P-256, as SEC 1 §2.3.3 has it, uncompressed, whatever form the key's file has: 4 and both coordinates.
    var point: [UInt8] {
        var (x, y): (OpaquePointer?, OpaquePointer?)
        let found =
            EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_EC_PUB_X, &x)
            & EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_EC_PUB_Y, &y)
        defer {
            BN_free(x)
            BN_free(y)
        }
        var point = [UInt8](repeating: 4, count: 65)
        let written = point.withUnsafeMutableBufferPointer {
            // It has 65 bytes.
            BN_bn2binpad(x, $0.baseAddress! + 1, 32) + BN_bn2binpad(y, $0.baseAddress! + 33, 32)
        }
        precondition(found == 1 && written == 64, "a key on P-256 without a point")
        return point
    }
}

import COpenSSL

/// Public keys from their numbers, as a JWK has them (RFC 7518 §6, RFC 8037 §2). nil if the numbers make no key.
extension AsymmetricKey {
    convenience init?(modulus: [UInt8], exponent: [UInt8]) {
        self.init(made: martlet_rsa_public_key(modulus, modulus.count, exponent, exponent.count))
    }

    convenience init?(curve: String, x: [UInt8], y: [UInt8]) {
        guard curve == "P-256", x.count == 32, y.count == 32 else { return nil }
        self.init(made: martlet_p256_public_key([4] + x + y))
    }

    convenience init?(curve: String, x: [UInt8]) {
        guard curve == "Ed25519" else { return nil }
        self.init(made: EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, x, x.count))
    }
}

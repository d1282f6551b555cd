import Security

/// RFC 8291: a message that nobody reads but the browser. One record of RFC 8188.
struct MessageEncryption {
    /// RFC 8291 §4: a push service need not take more than 4,096 bytes, header and tag included.
    static let longestPlaintext = 3_993

    /// New for each message.
    let key: AgreementKey
    let salt: [UInt8]

    init(key: AgreementKey = AgreementKey(), salt: [UInt8] = Random.bytes(16)) {
        self.key = key
        self.salt = salt
    }

    /// Nil if the browser's key is none.
    func encrypt(_ plaintext: [UInt8], for subscription: PushSubscription) -> [UInt8]? {
        precondition(plaintext.count <= Self.longestPlaintext, "\(plaintext.count) bytes for one record")
        guard let agreed = key.secret(with: subscription.point) else { return nil }
        let secret = HKDF.derive(
            32, from: agreed, salt: subscription.secret,
            info: Array("WebPush: info\0".utf8) + subscription.point + key.point)
        let contentKey = HKDF.derive(16, from: secret, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8))
        let nonce = HKDF.derive(12, from: secret, salt: salt, info: Array("Content-Encoding: nonce\0".utf8))
        let recordSize: [UInt8] = [0, 0, 0x10, 0]
        let header = salt + recordSize + [UInt8(key.point.count)] + key.point
        // 2 ends the last record (RFC 8188 §2).
        return header + AES128GCM.seal(plaintext + [2], key: contentKey, nonce: nonce)
    }
}

import Bytes

/// Finds secrets that are too weak to protect anything: the server does not start with one.
package enum SecretStrength {
    /// RFC 7518 §3.2: an HMAC's key is at least as long as its hash.
    package static let minimumBytes = 32

    package enum Weakness: Error, Equatable, CustomStringConvertible {
        case short(bytes: Int)
        case wellKnown
        case repetitive
        case sequential

        package var description: String {
            switch self {
            case .short(let bytes): "has \(bytes) bytes, and fewer than \(minimumBytes) can be guessed"
            case .wellKnown: "is publicly known, from documentation or examples"
            case .repetitive: "repeats itself, so it is as weak as its shortest part"
            case .sequential: "is mostly a sequence, like abcdef or 123456"
            }
        }
    }

    /// The first reason to refuse the secret; nil if there is none. That says nothing of how well it was chosen.
    package static func weakness(of secret: [UInt8]) -> Weakness? {
        if isWellKnown(secret) { return .wellKnown }
        if secret.count < minimumBytes { return .short(bytes: secret.count) }
        if isRepetitive(secret) { return .repetitive }
        if isSequential(secret) { return .sequential }
        return nil
    }

    private static func isWellKnown(_ secret: [UInt8]) -> Bool {
        let text = String(decoding: secret, as: UTF8.self).lowercased()
        let letters = text.utf8.filter { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        return wellKnownSecrets.contains(text)
            || placeholders.contains { letters.starts(with: $0.utf8) }
            || publishedKeys.contains { Base64.url.decode($0.utf8) == secret || $0.utf8.elementsEqual(secret) }
    }

    /// A random secret of 32 bytes has some 30 different ones, its text in hexadecimal some 16.
    private static func isRepetitive(_ secret: [UInt8]) -> Bool {
        if Set(secret).count < 8 { return true }
        return (1...secret.count / 2).contains { period in
            zip(secret, secret.dropFirst(period)).allSatisfy { $0 == $1 }
        }
    }

    /// Counts the commonest step from one byte to the next: of random ones, it makes a few hundredths.
    private static func isSequential(_ secret: [UInt8]) -> Bool {
        var steps = [Int](repeating: 0, count: 256)
        for (byte, next) in zip(secret, secret.dropFirst()) { steps[Int(next &- byte)] += 1 }
        // There are 256 steps.
        return steps.max()! > (secret.count - 1) / 2
    }
}

/// Beginnings of secrets that were copied from an example and not replaced.
private let placeholders = [
    "changeme", "changethis", "pleasechange", "replaceme", "replacethis", "replacewith", "yoursecret", "yourbitsecret",
    "yourjwtsecret", "yoursupersecret", "yourkey", "mysecret", "mysupersecret", "myjwtsecret", "supersecret",
    "topsecret",
    "thisisasecret", "thisismysecret", "jwtsecret", "secretkey", "examplekey", "placeholder", "insertyour",
    "entersecret",
    "defaultsecret", "testsecret", "devsecret", "notasecret", "dontuse", "donotuse", "keyboardcat", "astringsecret",
]

private let wellKnownSecrets: Set = [
    "secret", "password", "passw0rd", "admin", "administrator", "test", "default", "letmein", "qwerty", "token", "key",
    "private", "martlet", "jwt", "s3cr3t", "root", "guest", "123456", "12345678", "1234567890",
    "qwertyuiopasdfghjklzxcvbnm123456", "correcthorsebatterystaple", "correct horse battery staple",
]

/// Keys in RFC 7515 A.1, RFC 7520 §3.5 and the older example of jwt.io, in base64url.
private let publishedKeys = [
    "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
    "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg",
]

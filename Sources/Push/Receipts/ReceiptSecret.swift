import Bytes
import Domain
import Security

/// With what Huawei signs its receipts: user and key of the callback, as AppGallery Connect has them.
///
/// The signature is not over the body, so it says who sent it, and no more: each ticket has to be checked, too.
package struct ReceiptSecret: Sendable, Equatable {
    private let user: String
    /// A new key is the Base64 of the bytes that sign, an old one signs as the text it is. Nothing tells which it is.
    private let keys: [[UInt8]]

    /// `key`: a maker's key file. Nil: it names neither `receiptUser` nor `receiptSecret`.
    package init?(in key: String) throws(ProviderProblem) {
        let file = try MakerKey(key)
        let (user, secret) = (try file.optional("receiptUser"), try file.optional("receiptSecret"))
        if user == nil && secret == nil { return nil }
        guard let user, let secret else { throw .badKeyFile("has one of `receiptUser` and `receiptSecret` alone") }
        self.user = user
        keys = [Array(secret.utf8)] + [Base64.standard.decode(secret.utf8)].compactMap { $0 }
    }

    /// One of them is to have made the signature.
    static func check(_ header: String?, by secrets: [ReceiptSecret], at now: Milliseconds) throws(ReceiptProblem) {
        guard let last = secrets.last else { throw .noSecret }
        for secret in secrets.dropLast() where (try? secret.check(header, at: now)) != nil { return }
        try last.check(header, at: now)
    }

    /// `header`: `timestamp=…; nonce=…; value=…`. The value is the Base64 of the HMAC-SHA256 over timestamp, nonce and
    /// user, joined.
    func check(_ header: String?, at now: Milliseconds) throws(ReceiptProblem) {
        guard let header else { throw .unsigned }
        var members: [Substring: Substring] = [:]
        for part in header.split(separator: ";") {
            let halves = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { members[halves[0]] = halves[1] }
        }
        guard let timestamp = members["timestamp"], let nonce = members["nonce"], let value = members["value"],
            let signature = Base64.standard.decode(value.utf8), let time = milliseconds(timestamp)
        else { throw .badSignature }
        let signed = Array("\(timestamp)\(nonce)\(user)".utf8)
        let isOurs = keys.contains { key in
            equalInConstantTime(signature, signed.withUnsafeBytes { Signature.hmac($0, secret: key) })
        }
        guard isOurs else { throw .badSignature }
        guard abs((now - time).rawValue) <= longestSkew.rawValue else { throw .stale }
    }

    /// Since 1970. Some documents say milliseconds, others "standard Unix timestamp".
    private func milliseconds(_ text: Substring) -> Milliseconds? {
        guard (10...13).contains(text.utf8.count), let number = Int64(text), number > 0 else { return nil }
        return text.utf8.count == 10 ? Seconds(number).milliseconds : Milliseconds(number)
    }
}

private let longestSkew: Milliseconds = 600_000

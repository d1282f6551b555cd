import Bytes
import Domain
import JSON
import Security

/// The identity of a push, the same at each attempt, which keeps a device from showing it twice.
extension PushRequest {
    /// In the shape of RFC 9562, version 8. A message has one replacement, whatever has become of it.
    var uuid: String {
        var bytes = Digest.sha256("\(message)\0\(user)\0\(token)\(replacement == nil ? "" : "\0recalled")")
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = hexadecimal(bytes[..<16])
        var (text, position) = ("", digits.startIndex)
        for length in [8, 4, 4, 4, 12] {
            let end = digits.index(position, offsetBy: length)
            text += (text.isEmpty ? "" : "-") + digits[position..<end]
            position = end
        }
        return text
    }

    /// A later push with the same id takes this one's place: the sender's id, or else the message's. One that is longer
    /// than so many characters, or has some that a header may not have, is replaced by its digest.
    func collapseID(upTo limit: Int) -> String {
        let id = payload.collapseID ?? message
        let fits = !id.isEmpty && id.utf8.count <= limit && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return fits ? id : topic
    }

    /// 32 characters of base64url, which is what RFC 8030 §5.4 allows.
    var topic: String { Base64.url.encode(Digest.sha256(payload.collapseID ?? message)[..<24]) }

    /// Writes the sender's own members for the app.
    func writeCustomMembers(_ write: (_ name: String, _ value: JSONValue) -> Void) {
        guard let custom = payload.custom else { return }
        let document = JSONDocument()
        guard let members = try? document.parse(custom).members else {
            preconditionFailure("what a message has for the app is not as it was written")
        }
        for (name, value) in members { write(name.keyText, value) }
    }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
        for half in [byte >> 4, byte & 15] { text.append(hexadecimalDigits[Int(half)]) }
    }
    return String(decoding: text, as: UTF8.self)
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

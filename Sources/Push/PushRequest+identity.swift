import Bytes
import Domain
import JSON
import Security

/// The identity of a push, the same at each attempt, which keeps a device from showing it twice.
extension PushRequest {
    /// In the shape of RFC 9562, version 8. A message that is gone has one replacement, whatever has become of it; one that was
    /// edited may have several.
    var uuid: String {
        let kind =
            switch replacement {
            case nil: ""
            case .edited: "\0edited\0\(id)"
            case .recalled, .expired: "\0recalled"
            }
        var bytes = Digest.sha256("\(message)\0\(user)\0\(token)\(kind)")
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

    /// P-36: pushes of one thread are shown together.
    var thread: String? { payload.thread ?? conversation }

    /// P-36: how much the push presses.
    var level: PushLevel {
        // The text of a shown push changes, and nobody is to be roused for it.
        if replacement != nil { return .passive }
        return payload.level ?? (forced ? .timeSensitive : .active)
    }

    /// P-48: for those that know a shown push by a number.
    var notifyID: Int {
        let digest = Digest.sha256("notify\0\(payload.collapseID ?? message)")
        let number = digest[..<4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        return max(number, 1)
    }

    /// P-49: its message is gone, so a maker that can takes the shown push away.
    var takesAway: Bool { replacement == .recalled || replacement == .expired }

    /// One JSON object for the app: what the push is about, and the sender's own members.
    var appData: String {
        var json = JSONWriter()
        json.object {
            if let conversation { $0.field("conversation", conversation) }
            $0.field("message", message)
            if let ticket { $0.field("ticket", ticket) }
            if let replacement { $0.field(replacement.member, true) }
            $0.customMembers(of: self, besideTicket: true)
        }
        return json.text
    }

    /// Writes the sender's own members for the app. `besideTicket`: they stand in one object with the ticket, so that none
    /// may have its name.
    func writeCustomMembers(
        besideTicket: Bool = false, _ write: (_ name: String, _ value: JSONValue) -> Void
    ) {
        guard let custom = payload.custom else { return }
        let document = JSONDocument()
        guard let members = try? document.parse(custom).members else {
            preconditionFailure("what a message has for the app is not as it was written")
        }
        let hasTicket = besideTicket && ticket != nil
        for (name, value) in members where !(hasTicket && name.isString("ticket")) { write(name.keyText, value) }
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

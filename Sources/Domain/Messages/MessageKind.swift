/// The kind of a message (T-Q01, T-Q32). The gateway looks into the bodies of texts and elements alone.
package enum MessageKind: Int64, CaseIterable, Sendable {
    case text = 0
    case image = 1
    case audio = 2
    case video = 3
    case location = 4
    /// A change of a group, told by the gateway (T-08).
    case notification = 5
    case file = 6
    case tip = 10
    /// J-09: the end of a call, told by the gateway.
    case call = 12
    /// M-53: several of the others, one behind the other.
    case elements = 20
    /// M-56: others, forwarded as one; made by the gateway.
    case merged = 21
    case custom = 100

    /// T-Q09, J-09, M-56: the gateway alone makes a notification, the end of a call, and copies of messages.
    package static let sendable = allCases.filter(\.isSendable)
    /// Without elements: what is one of them, or is said in a channel, a room or a broadcast.
    package static let single = sendable.filter { $0 != .elements }

    private var isSendable: Bool {
        switch self {
        case .text, .image, .audio, .video, .location, .file, .tip, .elements, .custom: true
        case .notification, .call, .merged: false
        }
    }
}

/// Where a conversation takes place (T-04 to T-06), in NIM's numbers.
package enum SessionType: Int64, Sendable {
    case p2p = 0
    case group = 1
    case superGroup = 5
}

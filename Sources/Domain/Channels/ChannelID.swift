/// The id of a channel, as the backend that made it has chosen it (F-01).
package struct ChannelID: Hashable, Sendable, CustomStringConvertible {
    package static let pattern = "^[A-Za-z0-9_.:/-]{1,64}$"
    package static let longest = 64

    package let text: String

    /// Nil: no channel has this id.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    package var description: String { text }

    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
            UInt8(ascii: "/"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

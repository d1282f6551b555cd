/// Names a user in every part of the product (R-Q08, X-01): 1 to 32 bytes of printable ASCII, case-sensitive.
package struct UserID: Hashable, Sendable, CustomStringConvertible {
    package static let longest = 32
    package let text: String

    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    package var description: String { text }
}

/// A text as a key. Swift's strings are one key if they look the same, whatever bytes they are of (Unicode's canonical
/// equivalence); what clients name is told apart by its bytes.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (one: ExactText, other: ExactText) -> Bool { one.text.isSpelled(like: other.text) }

    package static func < (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// One value or key on a document's tape: where its source text lies, and what the reader learnt of it.
///
/// An object is followed by its keys and values in turn, an array by its elements; `next` is the index after them all.
struct Token {
    enum Content {
        case null
        case bool(Bool)
        case number(isInteger: Bool)
        /// Where the characters lie: in the source text, or among the decoded ones if there was an escape.
        case string(start: UInt32, end: UInt32)
        case array(count: UInt32, next: UInt32)
        case object(count: UInt32, next: UInt32)
    }

    let start: UInt32
    var end: UInt32
    var content: Content

    func next(after index: Int) -> Int {
        switch content {
        case .array(_, let next), .object(_, let next): Int(next)
        case .null, .bool, .number, .string: index + 1
        }
    }
}

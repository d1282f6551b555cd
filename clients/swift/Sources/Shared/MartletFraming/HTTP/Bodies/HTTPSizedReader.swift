/// Gathers a body of known length. It grows with what arrives, never with what was announced.
struct HTTPSizedReader: ~Copyable {
    private(set) var body: [UInt8] = []
    private let length: Int

    init(_ length: Int) { self.length = length }

    /// True at the end of the body, false if more bytes are needed.
    mutating func read(_ input: inout UnsafeRawBufferPointer) -> Bool {
        let taken = min(length - body.count, input.count)
        if taken > 0 {
            // Twice the room each time, but never more than the whole body takes.
            let wanted = body.count + taken
            if wanted > body.capacity { body.reserveCapacity(min(length, max(wanted, 2 * body.capacity))) }
            body.append(contentsOf: input.take(taken))
        }
        return body.count == length
    }
}

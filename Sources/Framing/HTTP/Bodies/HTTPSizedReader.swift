/// Gathers a body of known length. It grows with what arrives, never with what was announced.
struct HTTPSizedReader: ~Copyable {
    private(set) var body: [UInt8] = []
    private var remaining: Int

    init(_ length: Int) { remaining = length }

    /// True at the end of the body, false if more bytes are needed.
    mutating func read(_ input: inout UnsafeRawBufferPointer) -> Bool {
        let taken = min(remaining, input.count)
        if taken > 0 { body.append(contentsOf: input.take(taken)) }
        remaining -= taken
        return remaining == 0
    }
}

/// What the fuzzer made up: the first byte says how to feed the others.
struct Input {
    let control: UInt8
    let bytes: UnsafeRawBufferPointer

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        let all = UnsafeRawBufferPointer(start: start, count: count)
        control = all.first ?? 0
        bytes = UnsafeRawBufferPointer(rebasing: all.dropFirst())
    }

    /// From 1 to 16, by the control byte's lower half.
    var pieceSize: Int { Int(control & 0x0F) + 1 }

    /// Copies the bytes in pieces, each into memory of exactly its size, so that a step beyond it is seen. Ends when
    /// `take` returns false.
    func feed(inPiecesOf size: Int, _ take: (UnsafeMutableRawBufferPointer) -> Bool) {
        var rest = bytes
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(size))
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
            defer { memory.deallocate() }
            memory.copyMemory(from: piece)
            guard take(memory) else { return }
        }
    }
}

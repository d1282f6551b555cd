import Framing

/// A header is the same whole and in pieces, and no later byte changes what was said of it.
func feedProxy(_ input: Input) -> CInt {
    let bytes = Array(input.bytes)
    let whole = read(bytes)
    var count = 0
    while count < bytes.count {
        count = min(count + input.pieceSize, bytes.count)
        let part = read(Array(bytes[..<count]))
        if part == .unfinished { continue }
        precondition(part == whole, "after \(count) bytes \(part), after all \(whole)")
        return 0
    }
    precondition(whole == .unfinished, "only whole: \(whole)")
    return 0
}

private enum Outcome: Equatable {
    case unfinished, malformed
    case header(ProxyHeader)
}

private func read(_ bytes: [UInt8]) -> Outcome {
    do throws(ProxyHeader.Malformed) {
        guard let header = try ProxyHeader.read(bytes) else {
            precondition(bytes.count < ProxyHeader.longest, "\(bytes.count) bytes are no header yet")
            return .unfinished
        }
        precondition(header.count <= bytes.count, "a header of \(header.count) in \(bytes.count) bytes")
        return .header(header)
    } catch {
        return .malformed
    }
}

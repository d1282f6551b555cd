extension UnsafeRawBufferPointer {
    /// Copies a JSON text without the white space between its tokens; returns how many bytes are left.
    func copyCompact(to room: UnsafeMutableRawBufferPointer) -> Int {
        var (length, isInString, isEscaped) = (0, false, false)
        for byte in self {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            // Outside of its strings a JSON text has no other bytes as low as these.
            case ...UInt8(ascii: " ") where !isInString: continue
            default: break
            }
            room[length] = byte
            length += 1
        }
        return length
    }

    /// Any total order will do: shorter first, then by bytes.
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return count < other.count }
        for index in 0..<count where self[index] != other[index] { return self[index] < other[index] }
        return false
    }
}

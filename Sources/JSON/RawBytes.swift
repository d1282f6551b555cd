extension UnsafeRawBufferPointer {
    /// Any total order will do: shorter first, then by bytes.
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return count < other.count }
        for index in 0..<count where self[index] != other[index] { return self[index] < other[index] }
        return false
    }
}

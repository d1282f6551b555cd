extension String {
    /// Byte by byte: what users write is what its bytes are, where `==` takes two spellings of one character for the same.
    package func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// what every name in the product has to be: the name of a group, a file, a friend group, a user or a device.
package enum ReadableName {
    /// Why people could not read a text as a name.
    package enum Fault: Equatable, Sendable {
        /// It has nothing that can be seen: it is empty, or all blanks.
        case blank
        /// It has a control character, such as a tab, a line feed or a zero byte.
        case control
    }

    package static func fault(of text: String) -> Fault? {
        var isSeen = false
        for character in text.unicodeScalars {
            if character.isControl { return .control }
            isSeen = isSeen || !isBlank(character)
        }
        return isSeen ? nil : .blank
    }

    /// Spaces of every kind, and what is drawn as nothing: characters of width zero, fillers, the empty Braille cell. Such a
    /// character may be part of a name: some scripts and emoji need one between others.
    private static func isBlank(_ character: Unicode.Scalar) -> Bool {
        if character.isASCII { return character == " " }
        return character.properties.isWhitespace || character.properties.isDefaultIgnorableCodePoint
            || character.value == 0x2800
    }
}

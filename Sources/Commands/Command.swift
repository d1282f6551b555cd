/// One command of the program, with all that its help says.
package struct Command: Sendable {
    /// `["config", "check"]`
    package let words: [String]
    package let summary: String
    /// What stands after the flags, for the help; empty if nothing may.
    package let operands: String
    package let flags: [Flag]
    /// What the help says beside, line by line as it stands.
    package let notes: String
    /// Returns the exit code.
    package let run: @Sendable (Invocation) throws -> Int32

    package init(
        _ name: String, _ summary: String, operands: String = "", flags: [Flag] = [], notes: String = "",
        run: @escaping @Sendable (Invocation) throws -> Int32
    ) {
        words = name.split(separator: " ").map(String.init)
        self.summary = summary
        self.operands = operands
        self.flags = flags + [.help]
        self.notes = notes
        self.run = run
    }

    package var name: String { words.joined(separator: " ") }
}

/// `--name`, or `--name VALUE`.
package struct Flag: Sendable {
    package let name: String
    /// What the help calls its value; nil for a flag without one.
    package let value: String?
    package let doc: String

    package init(_ name: String, _ value: String?, _ doc: String) {
        self.name = name
        self.value = value
        self.doc = doc
    }

    package static let help = Flag("help", nil, "Shows this text.")
}

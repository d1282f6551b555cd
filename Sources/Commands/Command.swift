/// One command of the program, with all that its help says.
package struct Command: Sendable {
    /// `["config", "check"]`
    package let words: [String]
    package let summary: String
    /// The operands after the flags, for the help; empty if the command takes none.
    package let operands: String
    package let flags: [Flag]
    /// Further lines of the help, printed as they are.
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
    /// The name of the flag's value in the help; nil for a flag without one.
    package let value: String?
    package let doc: String
    /// It may be given several times.
    package let repeats: Bool

    package init(_ name: String, _ value: String?, _ doc: String, repeats: Bool = false) {
        self.name = name
        self.value = value
        self.doc = doc
        self.repeats = repeats
    }

    package static let help = Flag("help", nil, "Shows this text.")
}

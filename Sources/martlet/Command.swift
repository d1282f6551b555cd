/// One command of the program, with all that its help says.
struct Command: Sendable {
    /// `["config", "check"]`
    let words: [String]
    let summary: String
    /// What stands after the flags, for the help; empty if nothing may.
    let operands: String
    let flags: [Flag]
    /// What the help says beside, line by line as it stands.
    let notes: String
    /// Returns the exit code.
    let run: @Sendable (Invocation) throws -> Int32

    init(
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

    var name: String { words.joined(separator: " ") }
}

/// `--name`, or `--name VALUE`.
struct Flag: Sendable {
    let name: String
    /// What the help calls its value; nil for a flag without one.
    let value: String?
    let doc: String

    init(_ name: String, _ value: String?, _ doc: String) {
        self.name = name
        self.value = value
        self.doc = doc
    }

    static let help = Flag("help", nil, "Shows this text.")
}

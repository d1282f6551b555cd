/// The help, made from the commands' declarations.
package struct Usage: Sendable {
    let program: String

    package func overview(_ commands: [Command]) -> String {
        """
        Usage: \(program) COMMAND [FLAGS]

        Commands:
        \(table(commands.map { ($0.name, $0.summary) }))
        `\(program) COMMAND --help` shows a command's flags.

        """
    }

    package func page(of command: Command) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        let flags = command.flags.map { ("--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.doc) }
        return """
            Usage: \(program) \(command.name) [FLAGS]\(operands)

            \(command.summary)

            Flags:
            \(table(flags))\(command.notes.isEmpty ? "" : "\n\(command.notes)")
            """
    }

    private func table(_ rows: [(name: String, meaning: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.meaning)\n"
        }.joined()
    }
}

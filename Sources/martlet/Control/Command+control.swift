import Commands
import JSON

extension Command {
    /// `martlet ctl`: asks a running gateway.
    static let control: [Command] =
        [controlPing, controlStats, controlCall] + controlOfUsers + controlOfGroups + controlOfEvents
        + controlOfProcess + controlOfCluster + [controlAudit]

    /// A command that asks a gateway; `operands` are the names of those that it takes, all but those in brackets.
    static func control(
        _ name: String, _ summary: String, operands: [String] = [], flags: [Flag] = [], notes: String = "",
        patience: Duration = .seconds(10),
        run: @escaping @Sendable (Invocation, ControlConnection, Printer) throws -> Void
    ) -> Command {
        Command(
            "ctl " + name, summary, operands: operands.joined(separator: " "),
            flags: flags + ControlConnection.flags, notes: notes
        ) { invocation in
            let needed = operands.count { !$0.hasPrefix("[") }
            guard (needed...operands.count).contains(invocation.operands.count) else {
                throw UsageError(reason: "give " + operands.joined(separator: " "))
            }
            try run(
                invocation, try ControlConnection(invocation, patience: patience),
                Printer(isJSON: invocation.has(.json)))
            return ExitCode.success
        }
    }

    private static let controlPing = control(
        "ping", "Shows that a gateway answers, its version, and the name of the key."
    ) { _, gateway, printer in
        printer.show(try gateway.request("admin.ping")) { result in
            TextTable(pairs: [
                ("version", result.cell("version")), ("key", result.cell("key")), ("time", result.time("serverTime")),
            ]).text
        }
    }

    private static let actingFor = Flag("as", "USER", "Asks in this user's name, for operations of users.")

    private static let controlCall = Command(
        "ctl call", "Asks for any operation, and prints its result as JSON.", operands: "OPERATION [DATA]",
        flags: [actingFor] + ControlConnection.flags,
        notes: """
            docs/operations.md has all operations. DATA is a JSON object:
              martlet ctl call admin.account.disable '{"userIDs":["mallory"]}'

            """
    ) { invocation in
        guard (1...2).contains(invocation.operands.count) else {
            throw UsageError(reason: "give an operation, and its data if it has any")
        }
        let data = invocation.operands.dropFirst().first
        let gateway = try ControlConnection(invocation)
        let result = try gateway.request(invocation.operands[0], data, as: invocation[actingFor])
        say(result.compactText + "\n")
        return ExitCode.success
    }
}

extension Flag {
    static let limit = Flag("limit", "N", "At most so many; default 20.")
    static let after = Flag("after", "CURSOR", "Goes on behind a former page; the end of that page names it.")
}

/// The line below a page that is not the last one.
func furtherPage(_ cursor: String) -> String {
    ["", "0", "-"].contains(cursor) ? "" : "\nThere are more: --after \(cursor)\n"
}

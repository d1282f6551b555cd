import Commands
import EventLoop
import JSON

extension Command {
    static let controlOfProcess = [controlTail, controlDrain, controlReload, controlBackup, controlLogLevel]

    private static let wait = Flag(
        "wait", nil, "Shows how many sessions are left, and returns when the gateway has ended.")

    private static let controlDrain = control(
        "drain", "Has the gateway send its clients away and end, as SIGTERM does.", flags: [wait]
    ) { invocation, gateway, printer in
        let result = try gateway.request("admin.gateway.drain")
        if invocation.has(wait) { try waitForEnd(of: gateway) { if !printer.isJSON { say($0) } } }
        printer.show(result) { result in
            invocation.has(wait) ? "It has ended.\n" : "It drains, for at most \(result.cell("timeoutSeconds")) s.\n"
        }
    }

    /// Its listener stays until the last client has gone.
    private static func waitForEnd(of gateway: ControlConnection, _ show: (String) -> Void) throws {
        var left: Int?
        while let page = gateway.metricsAnew() {
            let sessions = Int(MetricsSample(page).sum("martlet_sessions_open"))
            if sessions != left { show("\(sessions) sessions are left.\n") }
            left = sessions
            Clock.sleep(milliseconds: 500)
        }
    }

    private static let controlReload = control(
        "reload", "Has the gateway read keys, secrets and certificates again, as SIGHUP does."
    ) { _, gateway, printer in
        let result = try gateway.request("admin.gateway.reload")
        printer.show(result) { result in
            var table = TextTable("PART", "RESULT")
            for part in result.list("parts") { table.add(part.cell("part"), part["problem"]?.string ?? "fine") }
            return table.text
        }
        if result.list("parts").contains(where: { $0["problem"] != nil }) {
            throw CommandFailure(reason: "not everything could be read; what was there before is still in force")
        }
    }

    private static let controlBackup = control(
        "backup", "Has the gateway copy its store to a new file in its `admin.backupDirectory`.", operands: ["[NAME]"],
        patience: .seconds(86_400)
    ) { invocation, gateway, printer in
        let result = try gateway.request("admin.gateway.backup") { json in
            if let name = invocation.operands.first { json.field("name", name) }
        }
        printer.show(result) {
            "The store is copied to \(TextTable.harmless($0.cell("file"))), \($0.cell("bytes")) bytes.\n"
        }
    }

    private static let seconds = Flag("seconds", "N", "For how long; then the level of the configuration holds again.")

    private static let controlLogLevel = control(
        "log-level", "Shows the level of the log, or changes it: debug, info, warning, error.", operands: ["[LEVEL]"],
        flags: [seconds]
    ) { invocation, gateway, printer in
        let time = try invocation.integer(seconds, in: 1...86_400)
        let result: JSONValue
        if let level = invocation.operands.first {
            result = try gateway.request("admin.gateway.setLogLevel") { json in
                json.field("level", level)
                if let time { json.field("seconds", time) }
            }
        } else {
            guard time == nil else { throw UsageError(reason: "give a level with --seconds") }
            result = try gateway.request("admin.gateway.logLevel")
        }
        printer.show(result) { result in
            TextTable(pairs: [
                ("level", result.cell("level")), ("configured", result.cell("configured")),
                ("until", result.time("until")),
            ]).text
        }
    }
}

import Commands
import JSON

extension Command {
    /// The longer names first: a command is the first whose words the line begins with.
    static let controlOfEvents = [controlParkedEvents, controlReplay, controlEvents]

    private static let types = Flag("types", "LIST", "Only these, with commas between: message.created, group.*")

    private static let controlEvents = control(
        "events", "Lists what backends are told, oldest first.", flags: [types, .limit, .after]
    ) { invocation, gateway, printer in
        let limit = try invocation.integer(.limit, in: 1...1_000) ?? 20
        let result = try gateway.request("admin.events.read") { json in
            json.field("limit", limit)
            if let after = invocation[.after] { json.field("after", after) }
            if let types = invocation[types] {
                json.array("types") { json in
                    for type in types.split(separator: ",") { json.value(String(type)) }
                }
            }
        }
        printer.show(result) { result in
            var table = TextTable("EVENT", "TIME", "TYPE", "SUBJECT")
            for event in result.list("events") {
                table.add(event.cell("id"), event.time("time"), event.cell("type"), event.cell("subject"))
            }
            let isLast = result["isFinished"]?.bool ?? true
            return table.text + (isLast ? "" : furtherPage(result.cell("next")))
        }
    }

    private static let controlParkedEvents = control(
        "events parked", "Lists the events that an endpoint does not take.", operands: ["ENDPOINT"],
        flags: [.limit, .after]
    ) { invocation, gateway, printer in
        let limit = try invocation.integer(.limit, in: 1...1_000) ?? 20
        let result = try gateway.request("admin.events.parked") { json in
            json.field("endpoint", invocation.operands[0])
            json.field("limit", limit)
            if let after = invocation[.after] { json.field("after", after) }
        }
        printer.show(result) { result in
            var table = TextTable("EVENT", "STATE", "SINCE", "ATTEMPTS", "STATUS", "ANSWER")
            for event in result.list("events") {
                table.add(
                    event.cell("id"), event.cell("state"), event.time("since"), event.cell("attempts"),
                    event.cell("status"), event.cell("answer"))
            }
            return table.text
        }
    }

    private static let from = Flag("from", "EVENT", "The first event to deliver again.")

    private static let controlReplay = control(
        "events replay", "Delivers everything to an endpoint once more, from an event on.", operands: ["ENDPOINT"],
        flags: [from]
    ) { invocation, gateway, printer in
        guard let first = invocation[from] else { throw UsageError(reason: "give --from with an event's id") }
        let endpoint = invocation.operands[0]
        let result = try gateway.request("admin.events.replay") { json in
            json.field("endpoint", endpoint)
            json.field("from", first)
        }
        printer.show(result) { _ in "Events are delivered to \(TextTable.harmless(endpoint)) again from \(first) on.\n"
        }
    }
}

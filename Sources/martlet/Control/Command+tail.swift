import Client
import Commands
import EventLoop
import JSON

extension Command {
    private static let types = Flag("types", "LIST", "Only these, with commas between: message.created, group.*")
    private static let about = Flag("about", "ID", "Only what is about this user, group or channel.")
    private static let count = Flag("count", "N", "Ends after so many events; without it, at Ctrl-C.")
    private static let since = Flag("after", "EVENT", "Begins behind this event, not with what happens from now on.")

    static let controlTail = control(
        "tail", "Shows what backends are told, as it happens.", flags: [types, about, count, since],
        notes: """
            Beside messages there are the types that `events.types` and the endpoints of `events.endpoints` name. The key needs
            the scope `events`.

            """
    ) { invocation, gateway, printer in
        let most = try invocation.integer(count, in: 1...1_000_000_000)
        var (last, shown) = (invocation[since], 0)
        while true {
            let stream = try gateway.events(invocation[types], about: invocation[about], after: last)
            while let event = try next(stream) {
                guard let told = try? JSONDocument().parse(event.data) else {
                    throw CommandFailure(reason: "an event of the gateway is not JSON: \(event.type)")
                }
                say(printer.isJSON ? told.compactText + "\n" : line(told))
                shown += 1
                if shown == most { return }
            }
            // The gateway has read its keys again, or drains: it asks for the key once more.
            last = stream.lastID ?? last
            Clock.sleep(milliseconds: 200)
        }
    }

    private static func next(_ stream: EventStreamReader) throws -> EventStreamReader.Event? {
        do throws(ClientError) {
            // The gateway says every 15 seconds that it is there.
            return try stream.next(within: .seconds(60))
        } catch {
            throw CommandFailure(reason: "no events of the gateway: \(error)", exitCode: ExitCode.unavailable)
        }
    }

    private static func line(_ event: JSONValue) -> String {
        let cells = [event.time("time"), event.cell("type"), event.cell("subject"), event.cell("id")]
        return cells.map(TextTable.harmless).joined(separator: "  ") + "\n"
    }
}

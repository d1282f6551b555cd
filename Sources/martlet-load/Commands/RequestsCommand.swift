import Commands
import Settings

extension Command {
    private static let connections = Flag("connections", "N", "Clients that send requests; default 1000.")
    private static let queries = Flag(
        "queries", "FILE",
        "A line for each search: a user, a tab, and the words. Each user is a client, and searches by its lines in turn."
    )

    static let requests = Command(
        "requests", "Clients send one small request (`session.list`) after the other. Nothing is stored.",
        flags: [connections] + Flag.ofEveryRun
    ) { invocation in
        let count = try invocation.integer(connections, in: 1...1_000_000) ?? 1000
        return try invocation.measure("requests", .sessionLists(of: count), connections, unit: "requests")
    }

    static let search = Command(
        "search", "Clients search their histories, by words from a file. The messages are there before.",
        flags: [queries] + Flag.ofEveryRun
    ) { invocation in
        guard let path = invocation[queries] else { throw UsageError(reason: "give --queries") }
        let wanted = try Queries(File.readText(path))
        return try invocation.measure("search", .searches(for: wanted), queries, unit: "searches")
    }
}

extension Invocation {
    /// `origin`: the flag that says how many clients there are.
    fileprivate func measure(
        _ name: String, _ requests: Requests.Options, _ origin: Flag, unit: String
    ) throws -> Int32 {
        let run = try runOptions()
        var options = requests
        options.window = try integer(.window, in: 1...10_000) ?? 1
        options.perSecond = try rate()
        let clients = options.users.count
        guard clients >= run.threads else {
            throw UsageError(reason: "--threads is more than the clients of --\(origin.name)")
        }
        let measurement = try Run(run).measure { [options] in Requests(options, $0) }
        let manner = manner(window: options.window, options.perSecond, run.timing)
        return try publish(
            Report(
                name: name, title: "\(grouped(clients)) clients, \(manner)",
                parameters: [
                    ("connections", clients), ("window", options.window),
                    ("rate", options.perSecond.map { Int($0) }), ("threads", run.threads),
                ],
                unit: unit, measurement: measurement))
    }
}

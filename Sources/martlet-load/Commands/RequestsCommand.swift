import Commands

extension Command {
    private static let connections = Flag("connections", "N", "Clients that send requests; default 1000.")

    static let requests = Command(
        "requests", "Clients send one small request (`session.list`) after the other. Nothing is stored.",
        flags: [connections] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let options = Requests.Options(
            connections: try invocation.integer(connections, in: 1...1_000_000) ?? 1000,
            window: try invocation.integer(.window, in: 1...10_000) ?? 1, perSecond: try invocation.rate())
        guard options.connections >= run.threads else {
            throw UsageError(reason: "--threads is more than --connections")
        }
        let measurement = try Run(run).measure { Requests(options, $0) }
        let manner = invocation.manner(window: options.window, options.perSecond, run.timing)
        return try invocation.publish(
            Report(
                name: "requests", title: "\(grouped(options.connections)) clients, \(manner)",
                parameters: [
                    ("connections", options.connections), ("window", options.window),
                    ("rate", options.perSecond.map { Int($0) }), ("threads", run.threads),
                ],
                unit: "requests", measurement: measurement))
    }
}

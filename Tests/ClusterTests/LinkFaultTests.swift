import Cluster
import EventLoop
import TestSupport
import Testing

/// Links by the database, when the database ends under them.
struct LinkFaultTests {
    @Test func `after a crash of the database, which empties the table of links, every request is answered`() throws {
        let server = try PostgresServer()
        // Requests are refused that two leaders had when they lost their leases; here none is to lose its own.
        let options = PostgresLogOptions.ofTest { ($0.address, $0.leaseMilliseconds) = (server.address, 10_000) }
        let nodes = try (0..<3).map { number in
            // The crash is not to end a node.
            try Machine("n\(number)", options, nil, change: { $0.memberMilliseconds = 20_000 })
        }
        defer { for node in nodes { node.kill() } }
        var sent = 0
        for round in 0..<3 {
            for _ in 0..<50 {
                for node in nodes {
                    sent += 1
                    node.request(sent)
                }
            }
            if round > 0 {
                server.stop("immediate")
                try server.start()
            }
            let areAnswered = soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil }
            #expect(areAnswered == true, "round \(round): \(nodes.map(\.heard.refused)) were refused")
        }
        let numbers = nodes.flatMap { node in node.heard.replies.values.flatMap { $0 } }
        #expect(numbers.sorted() == (1...Int64(sent)).map { $0 })
        #expect(equalDigests(of: nodes) != nil, "the stores differ")
    }
}

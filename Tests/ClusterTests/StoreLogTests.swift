import Cluster
import Glibc
import TestSupport
import Testing

/// The write-ahead logs of nodes' stores.
struct StoreLogTests {
    @Test func `nodes whose files cannot grow apply each record once, say so, and mend themselves`() async throws {
        await #expect(processExitsWith: .success) { [address = PostgresServer.shared.address as String] in
            signal(SIGXFSZ, SIG_IGN)
            var options = PostgresLogOptions(address: address, cluster: "test")
            options.schema = "logs_\(UInt64.random(in: 0 ... .max))"
            let network = Network()
            let nodes = try ["a", "b"].map { try Machine($0, options, network) }
            var sent = 0
            /// Each text stands in a table and in its index.
            func write(megabytes: Int) {
                for _ in 0..<megabytes / 5 {
                    for _ in 0..<25 {
                        sent += 1
                        nodes[sent % 2].request("\(sent)-" + String(repeating: "x", count: 100_000))
                    }
                    require(soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil } == true, "request \(sent)")
                }
            }
            write(megabytes: 100)
            for node in nodes { require(node.logBytes < 40 << 20, "\(node.name)'s log has \(node.logBytes) bytes") }

            limitFiles(to: 60 << 20)
            write(megabytes: 25)
            for node in nodes {
                let problems = soon { node.heard.storeProblems.isEmpty ? nil : node.heard.storeProblems }
                require(problems?.count == 1 && problems?[0] != nil, "\(node.name): \(String(describing: problems))")
            }
            require(equalDigests(of: nodes) != nil, "the stores differ")
            require(nodes.allSatisfy { $0.heard.notes == [] }, "\(nodes.map(\.heard.notes))")

            limitFiles(to: nil)
            for node in nodes {
                let isMended = soon { node.heard.storeProblems.last == .some(nil) ? true : nil }
                require(isMended == true, "\(node.name): \(node.heard.storeProblems)")
            }
            write(megabytes: 5)
            require(equalDigests(of: nodes) != nil, "the stores differ")
            for node in nodes { node.kill() }
        }
    }
}

extension Machine {
    fileprivate var logBytes: Int {
        var status = stat()
        guard stat(storePath + "/martlet.sqlite-wal", &status) == 0 else { return 0 }
        return Int(status.st_size)
    }
}

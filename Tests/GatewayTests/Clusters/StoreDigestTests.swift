import TestSupport
import Testing

/// `martlet store digest` beside the gateways of a cluster.
struct StoreDigestTests {
    @Test func `nodes at the same record have the same digests, and a changed row changes its table's`() throws {
        try withNodes(2) { nodes in
            let (one, other) = (nodes.all[0], nodes.all[1])
            let (alice, bob) = (try one.sessionWhenTaken("alice"), try other.sessionWhenTaken("bob"))
            for number in 1...20 { try alice.write("\(number)", to: "bob") }
            try bob.markRead("alice", upTo: 7)
            let digest = try until("both have the same") { () throws -> PrintedDigest? in
                let digest = try one.digest()
                // The logins are written down a moment later.
                let isWhole = digest?.has("message  20 rows") == true && digest?.has("audit  2 rows") == true
                guard let digest, try other.digest() == digest, isWhole else { return nil }
                return digest
            }
            #expect(try other.digest("--at", "\(digest.record)") == digest)
            let early = try other.storeDigest("--at", "0")
            #expect(early.end == .exited(1) && early.errors.contains("the store has record \(digest.record) already"))

            nodes.kill(one)
            try ClosedStore(one.workspace).run("UPDATE message SET kind = kind + 1 WHERE seq = 5")
            let changed = try #require(try one.digest())
            #expect(changed.record == digest.record)
            let names = zip(digest.lines, changed.lines).filter { $0 != $1 }.map { $0.1.split(separator: " ")[1] }
            #expect(names == ["message", "all"])
            withExtendedLifetime((alice, bob)) {}
        }
    }

    @Test(.alone("It is about a gateway that runs alone."))
    func `the store of a gateway that runs alone is at no record`() throws {
        try withGateway { gateway in
            let digest = try gateway.storeDigest()
            #expect(digest.end == .exited(0) && digest.output.hasSuffix("  all\n"))
            #expect(!digest.output.contains(" record "))
            let refused = try gateway.storeDigest("--at", "1")
            #expect(refused.end == .exited(1) && refused.errors.contains("none of a cluster's"))
        }
    }
}

/// What `martlet store digest` says of a node's store.
private struct PrintedDigest: Equatable {
    let lines: [Substring]
    let record: Int

    init?(_ text: String) {
        lines = text.split(separator: "\n")
        guard let match = lines.first?.wholeMatch(of: /[0-9a-f]{32}  record ([0-9]+)/), let record = Int(match.1) else {
            return nil
        }
        self.record = record
    }

    func has(_ end: String) -> Bool { lines.contains { $0.hasSuffix("  " + end) } }
}

extension GatewayProcess {
    fileprivate func storeDigest(
        _ flags: String...
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try Martlet.run(
            ["store", "digest", "--config", workspace("martlet.json5")] + flags,
            environment: ["MARTLET_DATA_DIRECTORY": workspace("data")], in: Workspace())
    }

    fileprivate func digest() throws -> PrintedDigest? { PrintedDigest(try storeDigest().output) }

    fileprivate func digest(_ flag: String, _ value: String) throws -> PrintedDigest? {
        PrintedDigest(try storeDigest(flag, value).output)
    }
}

import Cluster
import EventLoop
import Storage
import TestSupport
import Testing

/// Three nodes in one process, on a real PostgreSQL.
struct NodeHostTests {
    @Test(arguments: [Network(), nil])
    func `requests of three nodes are carried out once, also when the leader is killed or hands over`(
        network: Network?
    ) throws {
        let options = PostgresLogOptions.ofTest()
        var nodes = try (0..<3).map { try Machine("n\($0)", options, network) }
        defer { for node in nodes { node.kill() } }
        var sent = 0
        for round in 0..<4 {
            for _ in 0..<50 {
                for node in nodes {
                    sent += 1
                    node.request(sent)
                }
            }
            let leader = try #require(soon { nodes.firstIndex { $0.host.look(\.isLeading) } }, "nobody leads")
            switch round {
            case 0: nodes[leader].host.take(.handOver)
            case 1: nodes.remove(at: leader).kill()
            case 2:
                // By a follower, as an operator asks.
                let heir = nodes[(leader + 1) % nodes.count].host
                var askedAt: Int64 = 0
                let leads: Bool? = soon {
                    if heir.status.role == .leader { return true }
                    // It is lost with a leader that loses its lease meanwhile, and then the operator asks again.
                    if Clock.monotonic > askedAt + 5000 {
                        askedAt = Clock.monotonic
                        heir.take(.passLead(to: heir.status.incarnation))
                    }
                    return nil
                }
                #expect(leads == true, "the heir does not lead")
            default: break
            }
            #expect(soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil } == true, "round \(round)")
        }
        // Everything that the living nodes were asked is answered once, with a number that no other answer has.
        let numbers = nodes.flatMap { node in node.heard.replies.values.flatMap { $0 } }
        #expect(Set(numbers).count == numbers.count)
        for node in nodes { #expect(node.heard.replies.values.allSatisfy { $0.count == 1 }) }
        #expect(equalDigests(of: nodes) != nil, "the stores differ")
        for node in nodes { #expect(node.heard.notes == []) }
    }

    @Test func `O-29: nodes get new tables one after the other, and requests are carried out once`() throws {
        let (options, network) = (PostgresLogOptions.ofTest(), Network())
        var nodes = try (0..<3).map { try Machine("n\($0)", options, network) }
        defer { for node in nodes { node.kill() } }
        var sent = 0
        func ask(_ count: Int) {
            for _ in 0..<count {
                for node in nodes {
                    sent += 1
                    node.request(sent)
                }
            }
        }
        func leader() -> Int? { soon { nodes.firstIndex { $0.host.look(\.isLeading) } } }
        ask(20)
        // The one that leads comes last.
        for round in 0..<3 {
            let leading = try #require(leader(), "nobody leads")
            let next = round < 2 ? try #require(nodes.indices.first { $0 != leading && !nodes[$0].isNext }) : leading
            #expect(soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil } == true, "round \(round)")
            let node = nodes[next]
            node.host.take(.handOver)
            #expect(soon { node.host.look(\.isLeading) ? nil : true } == true)
            nodes[next] = try Machine(next: node.name, options, network, in: node.kill())
            ask(20)
        }
        #expect(soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil } == true)
        for node in nodes { #expect(node.heard.replies.values.allSatisfy { $0.count == 1 }) }
        #expect(equalDigests(of: nodes) != nil, "the stores differ")
        // Each request has a number, and no other has it.
        let newest = nodes.flatMap { $0.heard.replies.values.joined() }.max()
        #expect(newest == Int64(sent))
        for node in nodes { #expect(node.heard.notes == []) }
    }

    @Test func `O-29: a node of an older version stops where one with newer tables leads`() throws {
        let (options, network) = (PostgresLogOptions.ofTest(), Network())
        let old = try Machine("n0", options, network)
        defer { old.kill() }
        old.request(1)
        #expect(soon { old.heard.open == 0 ? true : nil } == true)
        let next = try Machine(next: "n1", options, network)
        defer { next.kill() }
        next.request(2)
        #expect(soon { next.heard.open == 0 ? true : nil } == true)
        #expect(old.host.look(\.isLeading))
        old.heard.mayHalt()
        // By its operator, while it is to stay: nobody else can.
        old.host.take(.handOver)
        let halt = soon { old.heard.halt }
        #expect(halt == "the node that leads knows 2 migrations of the store, and this one 1: upgrade it")
        next.request(3)
        #expect(soon { next.heard.open == 0 ? true : nil } == true)
    }

    @Test func `a node whose store has become another one finds out while others write, and stops`() throws {
        let (options, network) = (PostgresLogOptions.ofTest(), Network())
        var nodes = try (0..<3).map { try Machine("n\($0)", options, network) }
        defer { for node in nodes { node.kill() } }
        for number in 0..<300 { nodes[number % 3].request(number) }
        #expect(soon { nodes.allSatisfy { $0.heard.open == 0 } ? true : nil } == true)
        let leader = try #require(soon { nodes.firstIndex { $0.host.look(\.isLeading) } }, "nobody leads")
        let hurt = (leader + 1) % 3
        let folder = nodes[hurt].kill()
        try Machine.damage(folder, "UPDATE number SET request = 'another' WHERE id = 7")
        nodes[hurt] = try Machine("n\(hurt)", options, network, in: folder)
        nodes[hurt].heard.mayHalt()
        var sent = 300
        let halt = soon { () -> String? in
            nodes[leader].request(sent)
            sent += 1
            return nodes[hurt].heard.halt
        }
        #expect(halt?.contains("this store is not what the leader's is") == true, "\(halt ?? "it goes on")")
        nodes.remove(at: hurt).kill()
        #expect(equalDigests(of: nodes) != nil)
    }

    @Test func `an event costs as much after many others as it did at first`() throws {
        let node = try Machine("n0", .ofTest(), Network())
        defer { node.kill() }
        func post() -> Moment {
            let began = Clock.monotonic
            for _ in 0..<20_000 { node.host.take(.timer) }
            return Clock.monotonic - began
        }
        let first = post()
        for _ in 0..<4 { #expect(post() < 10 * first + 2_000) }
    }

    /// A server that cannot get rid of its notifications refuses appends in the end.
    @Test func `a leader takes what the log notifies it of`() throws {
        let server = PostgresServer.shared
        let node = try Machine("n0", .ofTest(), nil, change: { $0.batchRequests = 4 })
        defer { node.kill() }
        for number in 0..<4_000 { node.request(number) }
        #expect(
            soon { node.heard.open == 0 ? true : nil } == true, "\(node.heard.open) open, \(node.heard.refused) refused"
        )
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'ClientWrite'"
        #expect(try soon { try server.psql(waiting) == "0" ? true : nil } == true)
    }
}

import Testing

@testable import Cluster

/// How much of requests a node holds, and puts into one record.
struct RequestBoundTests {
    private let incarnation = Incarnation(1)

    private func request(_ bytes: Int, _ kind: SessionRequest.Kind = .change) -> SessionRequest {
        SessionRequest(session: 1, ticket: 1, kind: kind, bytes: [UInt8](repeating: 0, count: bytes))
    }

    @Test(arguments: [
        ([10, 10, 10], 100, [3]), ([10, 10, 10], 20, [2, 1]), ([10, 10, 10], 19, [1, 1, 1]),
        ([500, 1, 1], 20, [1, 2]), ([1, 500, 1], 20, [1, 1, 1]), ([0, 0, 0], 0, [3]), ([1, 1, 1], 0, [1, 1, 1]),
    ])
    func `a batch closes at its bytes, and has one request at least`(sizes: [Int], bytes: Int, batches: [Int]) {
        var intake = Intake()
        let requests = sizes.enumerated().map { index, size in
            ForwardedRequest(
                number: UInt64(index) + 1, after: UInt64(index), request: request(size), isSuspect: false)
        }
        intake.take(requests, from: incarnation, Registry(), faults: [])
        var found: [Int] = []
        while intake.count > 0 { found.append(intake.takeBatch(upTo: 512, bytes: bytes).count) }
        #expect(found == batches)
    }

    @Test func `a node refuses requests while those that wait have many bytes, but never the end of a session`() {
        var options = NodeOptions()
        options.pendingBytes = 100
        var node = ClusterNode(
            name: "a", stored: StoredState(beginningOf: "test"), options: options, seed: 1, at: 0)
        func isRefused(_ request: SessionRequest) -> Bool {
            node.handle(.request(request), at: 0).contains { if case .refuse = $0 { true } else { false } }
        }
        #expect(!isRefused(request(99)))
        #expect(!isRefused(request(50)))
        #expect(isRefused(request(0)))
        #expect(!isRefused(request(0, .leave)))
    }

    @Test func `what is answered makes room, in any order`() {
        var forwarder = Forwarder()
        for bytes in 1...5 { forwarder.add(request(bytes)) }
        #expect(forwarder.bytes == 15)
        forwarder.answered(1)
        forwarder.answered(3)
        #expect(forwarder.remove(5)?.bytes.count == 5)
        #expect(forwarder.remove(5) == nil)
        #expect(forwarder.bytes == 6 && forwarder.count == 2)
        forwarder.add(request(6))
        let unsent = forwarder.takeUnsent(window: 10, answeredUpTo: 0)
        #expect(unsent.map(\.number) == [2, 4, 6])
        forwarder.answered(2)
        forwarder.answered(4)
        forwarder.answered(6)
        #expect(forwarder.bytes == 0 && forwarder.count == 0)
    }
}

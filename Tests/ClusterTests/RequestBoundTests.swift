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
        while intake.count > 0 { found.append(intake.takeBatch(upTo: 512, suspects: 1, bytes: bytes).count) }
        #expect(found == batches)
    }

    @Test func `suspect requests have records of their own, with few of them in each`() {
        var intake = Intake()
        let requests = (1...9).map { number in
            ForwardedRequest(
                number: UInt64(number), after: UInt64(number) - 1, request: request(1),
                isSuspect: (3...7).contains(number))
        }
        intake.take(requests, from: incarnation, Registry(), faults: [])
        var found: [Int] = []
        while intake.count > 0 { found.append(intake.takeBatch(upTo: 512, suspects: 3, bytes: 1_000).count) }
        #expect(found == [2, 3, 2, 2])
    }

    @Test func `a session that ends takes its login back, unless that has been sent`() {
        var forwarder = Forwarder()
        forwarder.add(request(7, .login))
        #expect(forwarder.cancelLogin(of: 2) == nil)
        #expect(forwarder.cancelLogin(of: 1) == request(7, .login))
        #expect(forwarder.count == 0 && forwarder.bytes == 0)
        forwarder.add(request(7, .login))
        #expect(forwarder.takeUnsent(window: 10, answeredUpTo: 0).count == 1)
        #expect(forwarder.cancelLogin(of: 1) == nil)
    }

    @Test func `a node that has been without a leader for long refuses logins, and takes what sessions ask`() {
        var node = ClusterNode(
            name: "a", stored: StoredState(beginningOf: "test"), options: NodeOptions(), seed: 1, at: 0)
        let standing = Standing(
            time: 0, holder: Incarnation(7), leaseUntil: nil, giver: nil, end: .beginning(of: "test"),
            oldest: Position(0), agreement: .same, newestSnapshot: nil, oldestSnapshot: nil, members: [])
        func isRefused(_ request: SessionRequest, at moment: Moment) -> Bool {
            node.handle(.request(request), at: moment).contains { if case .refuse = $0 { true } else { false } }
        }
        for moment in stride(from: 0 as Moment, through: 4_000, by: 100) {
            if moment == 1_000 { #expect(!isRefused(request(1, .login), at: moment)) }
            let renews = node.handle(.timer, at: moment).contains { if case .renew = $0 { true } else { false } }
            if renews { _ = node.handle(.renewed(.success(standing)), at: moment) }
        }
        #expect(isRefused(request(1, .login), at: 4_000))
        #expect(!isRefused(request(1), at: 4_000))
    }

    @Test func `a node refuses requests while those that wait have many bytes, but never a session's end, or a fact`() {
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
        #expect(!isRefused(request(0, .fact)))
    }

    @Test func `what is answered makes room, in any order`() {
        var forwarder = Forwarder()
        for bytes in 1...5 { forwarder.add(request(bytes)) }
        #expect(forwarder.bytes == 15)
        forwarder.answered(1)
        forwarder.answered(3)
        #expect(forwarder.remove(5)?.content.bytes.count == 5)
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

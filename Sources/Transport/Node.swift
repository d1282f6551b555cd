import Dispatch
import EventLoop
import Meters

/// All shards of the process: their queues, their mailboxes, and what they share.
package final class Node<Resident: Service & SendableMetatype>: Sendable {
    package struct Endpoint: Sendable {
        package let address: SocketAddress
        package let tls: TLSContext?

        package init(address: SocketAddress, tls: TLSContext?) {
            self.address = address
            self.tls = tls
        }
    }

    package let admission: Admission
    package let budget: NodeBudget
    package let mailboxes: [Mailbox<Resident>]
    private let metrics: [ShardMetrics]

    private let options: TransportOptions
    /// The shards that run.
    private let running = DispatchGroup()

    /// As many shards as there are metrics for.
    package init(options: TransportOptions, outboxBytes: Int, metrics: [ShardMetrics]) throws(SystemError) {
        precondition(!metrics.isEmpty, "a node has at least one shard")
        self.options = options
        admission = Admission(options)
        budget = NodeBudget(limit: outboxBytes)
        var mailboxes: [Mailbox<Resident>] = []
        for _ in 0..<metrics.count { mailboxes.append(try Mailbox()) }
        self.mailboxes = mailboxes
        self.metrics = metrics
    }

    /// Binds the endpoint for every shard, then starts them. Returns the address, whose port is the kernel's choice if
    /// `endpoint` has port 0. `sharesPort` lets another process listen there too. Each `service` is made on its shard's queue.
    package func start(
        _ endpoint: Endpoint, backlog: Int32, sharesPort: Bool, service: (Int) -> Resident
    ) throws(SystemError) -> SocketAddress {
        var sockets = [try socket(endpoint.address, backlog: backlog, mustBeFree: !sharesPort)]
        let address = sockets[0].address
        while sockets.count < mailboxes.count {
            sockets.append(try socket(address, backlog: backlog, mustBeFree: false))
        }
        for (index, socket) in sockets.enumerated() {
            let queue = DispatchQueue(label: "shard-\(index)")
            let outcome = queue.sync {
                Result { () throws(SystemError) in
                    try begin(index, on: queue, Listener(socket, tls: endpoint.tls), service(index))
                }
            }
            try outcome.get()
        }
        return address
    }

    private func socket(
        _ address: SocketAddress, backlog: Int32, mustBeFree: Bool
    ) throws(SystemError) -> ListeningSocket {
        try ListeningSocket(
            address, backlog: backlog, sendBuffer: options.sendBufferBytes, mustBeFree: mustBeFree)
    }

    /// Leaves the same envelope with every shard.
    package func broadcast(_ envelope: @escaping @Sendable (Resident) -> Void) {
        for mailbox in mailboxes { mailbox.post(envelope) }
    }

    /// Waits until every shard has stopped.
    package func join() {
        running.wait()
    }

    private func begin(
        _ index: Int, on queue: DispatchQueue, _ listener: Listener, _ service: Resident
    ) throws(SystemError) {
        let loop = try Loop(on: queue, eventsPerTurn: options.eventsPerTurn, turns: metrics[index].turns)
        let shard = Shard(
            index: UInt16(index), loop: loop, options: options, metrics: metrics[index], admission: admission,
            node: budget, service: service)
        try shard.listen(on: listener)
        running.enter()
        try loop.start(mailboxes[index], resident: service, delegate: shard) { [running] in
            shard.endAll()
            running.leave()
        }
    }
}

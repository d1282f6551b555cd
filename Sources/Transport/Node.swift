import Dispatch
import EventLoop
import Glibc
import Locking
import Meters

/// All shards of the process: their queues, their mailboxes, and what they share.
public final class Node<Resident: Service & SendableMetatype>: Sendable {
    package struct Endpoint: Sendable {
        package let address: ListeningAddress
        package let tls: TLSContext?
        package let role: ListenerRole

        package init(address: ListeningAddress, tls: TLSContext?, role: ListenerRole) {
            self.address = address
            self.tls = tls
            self.role = role
        }
    }

    /// An endpoint that is bound: clients wait in the kernel's queue until the shards begin.
    package struct Binding: Sendable {
        /// Its port is the kernel's choice if the endpoint had port 0.
        package let address: ListeningAddress
        /// One for each shard.
        fileprivate let descriptors: [Int32]
        fileprivate let file: SocketFile?
        fileprivate let endpoint: Endpoint
    }

    private let admissions: Admissions
    package let budget: NodeBudget
    package let inputBudget: InputBudget
    package let mailboxes: [Mailbox<Resident>]
    private let metrics: [ShardMetrics]

    private let options: TransportOptions
    /// The shards that run.
    private let running = DispatchGroup()
    /// Of the Unix sockets that it listens at.
    private let files = Lock<[SocketFile]>([])

    /// As many shards as there are metrics for.
    package init(options: TransportOptions, outboxBytes: Int, metrics: [ShardMetrics]) throws(SystemError) {
        precondition(!metrics.isEmpty, "a node has at least one shard")
        self.options = options
        admissions = Admissions(options)
        budget = NodeBudget(limit: outboxBytes, shards: metrics.count)
        inputBudget = InputBudget(limit: options.inputBytes, perAddress: options.inputBytesPerAddress)
        var mailboxes: [Mailbox<Resident>] = []
        for _ in 0..<metrics.count { mailboxes.append(try Mailbox()) }
        self.mailboxes = mailboxes
        self.metrics = metrics
    }

    /// A node whose program reads no meters. `outboxBytes` bounds what waits for all of its clients together.
    public convenience init(
        _ options: TransportOptions = TransportOptions(), shards: Int = 1, outboxBytes: Int = 1 << 30
    ) throws(SystemError) {
        let metrics = (0..<shards).map { _ in ShardMetrics(operations: [], closeCodes: []) }
        try self.init(options: options, outboxBytes: outboxBytes, metrics: metrics)
    }

    /// The limits of the clients' connections.
    package var admission: Admission { admissions.clients }

    /// Listens for clients at one address alone, and makes the service of each shard on the shard's queue. Returns the
    /// address; its port is the kernel's choice if it was 0.
    public func start(
        at address: SocketAddress, tls: TLSContext? = nil, backlog: Int32 = 4096, service: (Int) -> Resident
    ) throws(SystemError) -> SocketAddress {
        let endpoint = Endpoint(address: .network(address), tls: tls, role: .clients)
        let binding = try bind(endpoint, backlog: backlog, sharesPort: false)
        try start([binding], service: service)
        guard case .network(let bound) = binding.address else {
            preconditionFailure("\(address) was bound as \(binding.address)")
        }
        return bound
    }

    /// Takes an address for every shard. `sharesPort` lets another process listen there too.
    package func bind(_ endpoint: Endpoint, backlog: Int32, sharesPort: Bool) throws(SystemError) -> Binding {
        switch endpoint.address {
        case .network(let wanted):
            var sockets = [try socket(wanted, backlog: backlog, mustBeFree: !sharesPort)]
            let address = sockets[0].address
            while sockets.count < mailboxes.count {
                sockets.append(try socket(address, backlog: backlog, mustBeFree: false))
            }
            return Binding(
                address: .network(address), descriptors: sockets.map(\.descriptor), file: nil, endpoint: endpoint)
        case .unix(let path):
            let socket = try ListeningUnixSocket(path, backlog: backlog, shared: sharesPort)
            var descriptors = [socket.descriptor]
            while descriptors.count < mailboxes.count { descriptors.append(try duplicate(socket.descriptor)) }
            return Binding(
                address: endpoint.address, descriptors: descriptors, file: socket.file, endpoint: endpoint)
        }
    }

    /// Starts the shards, each with a listener of every binding. Each `service` is made on its shard's queue.
    package func start(_ bindings: [Binding], service: (Int) -> Resident) throws(SystemError) {
        files.withLock { $0 = bindings.compactMap(\.file) }
        for index in mailboxes.indices {
            let queue = DispatchQueue(label: "shard-\(index)")
            let outcome = queue.sync {
                Result { () throws(SystemError) in
                    let listeners = bindings.map { binding in
                        Listener(
                            binding.descriptors[index], role: binding.endpoint.role, tls: binding.endpoint.tls)
                    }
                    try begin(index, on: queue, listeners, service(index))
                }
            }
            try outcome.get()
        }
    }

    private func duplicate(_ descriptor: Int32) throws(SystemError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if copy < 0 { throw SystemError("fcntl") }
        return copy
    }

    private func socket(
        _ address: SocketAddress, backlog: Int32, mustBeFree: Bool
    ) throws(SystemError) -> ListeningSocket {
        try ListeningSocket(
            address, backlog: backlog, sendBuffer: options.sendBufferBytes, mustBeFree: mustBeFree)
    }

    /// Leaves the same envelope with every shard.
    public func broadcast(_ envelope: @escaping @Sendable (Resident) -> Void) {
        for mailbox in mailboxes { mailbox.post(envelope) }
    }

    /// Waits until every shard has stopped.
    public func join() {
        running.wait()
        files.withLock { files in
            for file in files { file.remove() }
            files = []
        }
    }

    private func begin(
        _ index: Int, on queue: DispatchQueue, _ listeners: [Listener], _ service: Resident
    ) throws(SystemError) {
        let loop = try Loop(on: queue, eventsPerTurn: options.eventsPerTurn, turns: metrics[index].turns)
        let shard = Shard(
            index: UInt16(index), loop: loop, options: options, metrics: metrics[index], admissions: admissions,
            node: budget, inputBudget: inputBudget, service: service)
        for listener in listeners { try shard.listen(on: listener) }
        running.enter()
        try loop.start(mailboxes[index], resident: service, delegate: shard) { [running] in
            // No close frames, no patience: the peers see 1006.
            shard.forEach { shard.end($0) }
            running.leave()
        }
    }
}

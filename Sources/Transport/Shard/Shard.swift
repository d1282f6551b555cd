import Bytes
import EventLoop
import Framing
import Glibc
import Meters

/// The connections of one serial queue: who they are, what they are to be sent, when they must have done something.
///
/// Everything here runs on the shard's own queue, called by its `Loop` or by an envelope from its mailbox. The files
/// beside this one hold one subject each: accepting, reading, sending, flushing, closing, deadlines.
public final class Shard: LoopDelegate {
    public let index: UInt16
    package let loop: Loop
    package let options: TransportOptions
    package let metrics: ShardMetrics
    /// The gateway, or a bare echo.
    let service: any Service

    let admissions: Admissions
    let node: NodeBudget
    let inputBudget: InputBudget

    var listeners: [Listener] = []
    /// By slot. Slot 0 is the shard's own, so that its timer can rest the listeners; slot 1 is the service's timer.
    var connections: [Connection?] = [nil, nil]
    private var freeSlots: [UInt32] = []
    private var generation: UInt32 = 0

    package private(set) lazy var streams = ResponseStreams(self)
    package private(set) lazy var bodies = RequestBodies(self)
    private(set) lazy var pages = UnreadPages(self)
    private(set) lazy var clients = ClientAddresses(self)
    package private(set) lazy var throttle = RequestThrottle(self)
    package private(set) lazy var inputs = ShardInputs(self)
    var arrivals = OperatorArrivals()

    var turn = Turn()
    let readBuffer: UnsafeMutableRawBufferPointer
    let plaintext = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 64)
    let writeBatch: WriteBatch
    /// The storage of the list of those who are sent to, between two flushes.
    var spareSlots: [Int32] = []
    let window = TLSWindow()
    /// For all connections without context takeover.
    let compression: Compression

    /// The loop's clock, in milliseconds: deadlines are moments of it.
    public var now: Int64 { loop.now }

    /// Ends the shard after this turn: its peers see no close frame. `Node.join` waits for it.
    public func stop() { loop.stop() }

    init(
        index: UInt16, loop: Loop, options: TransportOptions, metrics: ShardMetrics, admissions: Admissions,
        node: NodeBudget, inputBudget: InputBudget, service: any Service
    ) {
        self.index = index
        self.loop = loop
        self.options = options
        self.metrics = metrics
        self.admissions = admissions
        self.node = node
        self.inputBudget = inputBudget
        self.service = service
        readBuffer = .allocate(byteCount: options.readBufferBytes, alignment: 64)
        compression = Compression(options.deflate)
        writeBatch = WriteBatch(usesRing: options.usesRing)
        service.attach(to: self)
    }

    deinit {
        readBuffer.deallocate()
        plaintext.deallocate()
    }

    // MARK: - The loop's calls

    package func ready(token: UInt64, _ readiness: Poller.Readiness) {
        if token & Self.listenerBit != 0 { return accept(listeners[Int(token & ~Self.listenerBit)]) }
        // Ended earlier in this turn: its slot may have a new owner already.
        guard let connection = connection(token: token) else { return }
        if readiness.mayWrite { flushBacklog(connection) }
        if connection.stage != .ended, readiness.mayRead, connection.pause != .turn { read(connection) }
        relieveTurn()
    }

    package func delivered() {
        relieveTurn()
    }

    package func expired(timer: Int) {
        if timer == 0 { return wakeListeners() }
        if timer == Self.serviceTimer { return service.timerFired() }
        guard let connection = connections[timer] else { return }
        passDeadlines(connection)
    }

    package func turnEnds() {
        service.turnEnds()
        flushTurn()
        throttle.turnEnds()
    }

    package func turnGoesOn() { throttle.resumeLeftOver() }

    // MARK: - The table

    public func connection(_ id: ConnectionID) -> Connection? {
        loop.requireQueue()
        precondition(id.shard == index, "shard \(index) was asked for \(id)")
        return connection(token: id.token)
    }

    /// Whether it is still there, without a look at the connection itself.
    package func has(_ id: ConnectionID) -> Bool {
        loop.requireQueue()
        precondition(id.shard == index, "shard \(index) was asked for \(id)")
        return turn.sendSlots[id.slot].generation == id.generation
    }

    package var count: Int { connections.count - 2 - freeSlots.count }

    /// Every connection there is now; those that end meanwhile are left out.
    package func forEach(_ body: (Connection) -> Void) {
        loop.requireQueue()
        for slot in connections.indices {
            if let connection = connections[slot] { body(connection) }
        }
    }

    private func connection(token: UInt64) -> Connection? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < connections.count, let found = connections[slot] else { return nil }
        return found.id.token == token ? found : nil
    }

    func nextID() -> ConnectionID {
        // The top bit tells listeners from connections.
        generation = (generation &+ 1) & 0x7FFF_FFFF
        let slot = freeSlots.popLast() ?? UInt32(connections.count)
        if slot == connections.count { connections.append(nil) }
        return ConnectionID(shard: index, slot: slot, generation: generation)
    }

    func free(_ id: ConnectionID) {
        loop.timers.cancel(id.slot)
        connections[id.slot] = nil
        turn.sendSlots[id.slot] = .empty
        freeSlots.append(UInt32(id.slot))
    }

    static let listenerBit: UInt64 = 1 << 63
    static let serviceTimer = 1
}

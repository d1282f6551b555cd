import Cluster
import TestSupport

/// A run: nodes, a database, links and clients in virtual time, all from one seed. The same seed gives the same run.
package final class World {
    package struct Options {
        var nodes = 3
        var users = 3
        var devices = 2
        /// Faults happen for so long; then everything heals.
        var faultyMilliseconds: Int64 = 2_500
        var quietMilliseconds: Int64 = 3_500
        /// A node leaves the cluster while faults happen.
        package var leaves = false
        package var nodeFaults: Set<PlantedFault> = []
        package var modelFaults: Set<ModelFault> = []

        package init() {}
    }

    private struct Happening {
        let time: Int64
        let serial: Int
        let happen: () -> Void
    }

    let options: Options
    package private(set) var now: Int64 = 0
    private var randomNumbers: SeededRandom
    private var heap: [Happening] = []
    private var serial = 0
    package private(set) var steps = 0
    /// Differs as soon as two runs do.
    package private(set) var trace = 0

    package let ledger: Ledger
    /// Is told what every node does.
    package var note: ((String) -> Void)?
    private(set) var database: SimulatedDatabase!
    private(set) var hosts: [Host] = []
    private(set) var links: SimulatedLinks!
    /// The first node's store was in use before the log.
    private(set) var founding: Founding?
    private(set) var clients: [ModelClient] = []
    /// No faults, and no new requests.
    private(set) var isQuiet = false
    private var lastTicket: UInt64 = 0

    package init(seed: UInt64, _ options: Options = Options()) {
        self.options = options
        randomNumbers = SeededRandom(seed: seed)
        ledger = Ledger()
        database = SimulatedDatabase(self, leaseMilliseconds: 400)
        links = SimulatedLinks(self)
        founding = chance(4) ? Founding(self) : nil
        for index in 0..<options.nodes { hosts.append(Host(self, index)) }
        for user in 0..<options.users {
            for device in 0..<options.devices { clients.append(ModelClient(self, "u\(user)", "d\(device)")) }
        }
    }

    /// Returns what is wrong, or nil.
    package func run() -> String? {
        for host in hosts { host.start() }
        for client in clients { after(random(0...100)) { client.act() } }
        FaultScript(self).begin()
        after(options.faultyMilliseconds) { self.heal() }
        let end = options.faultyMilliseconds + options.quietMilliseconds
        while let next = take(), next.time <= end, ledger.violation == nil {
            now = next.time
            steps += 1
            next.happen()
        }
        if ledger.violation == nil { ledger.checkEnd(of: self) }
        return ledger.violation
    }

    /// Clients and sweeps begin nothing any more, so that all can have the same at the end.
    var isEnding: Bool { now > options.faultyMilliseconds + options.quietMilliseconds - 300 }

    private func heal() {
        isQuiet = true
        database.slowStandby(false)
        links.heal()
        for host in hosts { host.heal() }
    }

    /// Some node has.
    package var hasLeft: Bool { hosts.contains(where: \.hasLeft) }

    func newTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    // MARK: - Time and chance

    func after(_ milliseconds: Int64, _ happen: @escaping () -> Void) {
        serial += 1
        heap.append(Happening(time: now + milliseconds, serial: serial, happen: happen))
        var child = heap.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private func take() -> Happening? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) {
                    least = child
                }
                if least == parent { break }
                heap.swapAt(parent, least)
                parent = least
            }
        }
        return first
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        (heap[one].time, heap[one].serial) < (heap[other].time, heap[other].serial)
    }

    func random(_ range: ClosedRange<Int64>) -> Int64 {
        let number = range.lowerBound + Int64(randomNumbers.next() % UInt64(range.upperBound - range.lowerBound + 1))
        trace = trace &* 31 &+ Int(number) &+ Int(now)
        return number
    }

    /// Once in so many times.
    func chance(_ many: Int64) -> Bool { random(1...many) == 1 }

    func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[Int(random(0...Int64(elements.count - 1)))]
    }

    func seed() -> UInt64 { UInt64(bitPattern: random(0...Int64.max - 1)) }
}

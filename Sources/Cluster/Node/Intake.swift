/// The leader's queue of requests, each incarnation's in the order of its numbers.
struct Intake {
    private var accepted: [Incarnation: UInt64] = [:]
    private(set) var queue: [Work] = []
    /// Their ends are on their way into the log, and nothing of theirs comes behind.
    private var ending: Set<Incarnation> = []

    mutating func begin(after registry: Registry) {
        accepted = registry.cursors
        ending = []
        queue = []
    }

    var count: Int { queue.count }

    /// Takes what comes next in the stream of that incarnation. What is doubled is left out; what has a gap before it will
    /// come again, since a link that loses messages is cut.
    mutating func take(
        _ requests: [ForwardedRequest], from incarnation: Incarnation, _ registry: Registry, faults: Set<PlantedFault>
    ) {
        guard !registry.ended.contains(incarnation), !ending.contains(incarnation) else { return }
        for request in requests {
            if !faults.contains(.acceptsWithoutCursor) {
                let last = accepted[incarnation] ?? 0
                guard request.number > last, request.after <= last else { continue }
            }
            accepted[incarnation] = request.number
            queue.append(.request(incarnation, request))
        }
    }

    mutating func add(own bytes: [UInt8]) {
        if !queue.contains(.own(bytes)) { queue.append(.own(bytes)) }
    }

    mutating func end(_ incarnation: Incarnation) {
        guard ending.insert(incarnation).inserted else { return }
        queue.removeAll { if case .request(incarnation, _) = $0 { true } else { false } }
        queue.append(.end(incarnation))
    }

    /// The work of one record. A suspect request is alone in it.
    mutating func takeBatch(upTo limit: Int, bytes: Int) -> [Work] {
        var (count, room) = (0, bytes)
        while count < min(limit, queue.count) {
            room -= queue[count].bytes
            if count > 0, room < 0 { break }
            if case .request(_, let request) = queue[count], request.isSuspect {
                count = max(count, 1)
                break
            }
            count += 1
        }
        defer { queue.removeFirst(count) }
        return Array(queue[..<count])
    }
}

extension Work {
    fileprivate var bytes: Int {
        switch self {
        case .request(_, let forwarded): forwarded.request.bytes.count
        case .own(let bytes): bytes.count
        case .end: 0
        }
    }
}

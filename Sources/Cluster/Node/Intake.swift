/// The leader's queue of requests, each incarnation's in the order of its numbers.
struct Intake {
    private var accepted: [Incarnation: UInt64] = [:]
    private(set) var queue: [Work] = []
    /// The leader's own work that waits here, by its name.
    private var own: Set<[UInt8]> = []
    /// Their ends are on their way into the log, and nothing of theirs comes behind.
    private var ending: Set<Incarnation> = []

    mutating func begin(after registry: Registry) {
        accepted = registry.cursors
        ending = []
        own = []
        queue = []
    }

    var count: Int { queue.count }

    /// Takes what comes next in the stream of that incarnation. Doubles are left out; a request with a gap before it
    /// will come again, since a link that loses messages is cut.
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
        if own.insert(bytes).inserted { queue.append(.own(bytes)) }
    }

    mutating func end(_ incarnation: Incarnation, lastSeen: Int64?) {
        guard ending.insert(incarnation).inserted else { return }
        queue.removeAll { if case .request(incarnation, _) = $0 { true } else { false } }
        queue.append(.end(incarnation, lastSeen: lastSeen))
    }

    /// They come first with the next record.
    mutating func putBack(_ work: ArraySlice<Work>) {
        let left = work.filter { work in
            switch work {
            case .request(let incarnation, _): !ending.contains(incarnation)
            case .own(let bytes): own.insert(bytes).inserted
            case .end: true
            }
        }
        queue.insert(contentsOf: left, at: 0)
    }

    /// Its end takes more than one record.
    mutating func goOnEnding(_ work: Work) { queue.append(work) }

    /// The work of one record. Suspect requests have records of their own, with few of them in each; one each would keep all
    /// others waiting for as many appends.
    mutating func takeBatch(upTo limit: Int, suspects: Int, bytes: Int) -> [Work] {
        guard let isSuspect = queue.first?.isSuspect else { return [] }
        let limit = min(isSuspect ? suspects : limit, queue.count)
        var (count, room) = (0, bytes)
        while count < limit, queue[count].isSuspect == isSuspect {
            room -= queue[count].bytes
            if count > 0, room < 0 { break }
            count += 1
        }
        let batch = Array(queue[..<count])
        queue.removeFirst(count)
        for case .own(let bytes) in batch { own.remove(bytes) }
        return batch
    }
}

extension Work {
    /// Nobody has asked for it.
    var isOwn: Bool { if case .own = self { true } else { false } }

    fileprivate var isSuspect: Bool {
        if case .request(_, let forwarded) = self { forwarded.isSuspect } else { false }
    }

    fileprivate var bytes: Int {
        switch self {
        case .request(_, let forwarded): forwarded.request.content.size
        case .own(let bytes): bytes.count
        case .end: 0
        }
    }
}

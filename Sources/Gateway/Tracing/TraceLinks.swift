import Domain
import Locking
import Synchronization

/// The traces of what was committed lately: webhooks and pushes find theirs by the stamp of the event or message. They are in
/// memory alone, and the oldest go first (docs/decisions/054).
final class TraceLinks: Sendable {
    struct Link: Sendable {
        let after: Stamp
        let through: Stamp
        let trace: RequestTrace
    }

    /// In the order of their stamps.
    private let links = Lock<[Link]>([])
    private let isUsed = Atomic(false)

    /// On the writer's queue, before anybody can read what was written.
    func add(_ link: Link) {
        isUsed.store(true, ordering: .releasing)
        links.withLock { links in
            links.drop(after: link.after)
            if links.count == mostLinks * 2 { links.removeFirst(mostLinks) }
            links.append(link)
        }
    }

    /// On the writer's queue.
    func remove(after stamp: Stamp) {
        links.withLock { $0.drop(after: stamp) }
    }

    subscript(stamp: Stamp) -> RequestTrace? {
        guard isUsed.load(ordering: .acquiring) else { return nil }
        return links.withLock { $0.find(stamp) }
    }

    /// Those of several, each once.
    func traces(of stamps: some Sequence<Stamp>) -> [RequestTrace] {
        guard isUsed.load(ordering: .acquiring) else { return [] }
        return links.withLock { links in
            var traces: [RequestTrace] = []
            for stamp in stamps {
                // The events of a request stand together.
                if let trace = links.find(stamp), trace !== traces.last { traces.append(trace) }
            }
            return traces
        }
    }
}

extension [TraceLinks.Link] {
    /// Later stamps were taken by work that has not happened: a batch of a node that led has not come into the log.
    fileprivate mutating func drop(after stamp: Stamp) {
        while let last, last.through > stamp { removeLast() }
    }

    fileprivate func find(_ stamp: Stamp) -> RequestTrace? {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].through < stamp { low = middle + 1 } else { high = middle }
        }
        guard low < endIndex, self[low].after < stamp else { return nil }
        return self[low].trace
    }
}

/// Twice as many at most; about 200 bytes each.
private let mostLinks = 8_192

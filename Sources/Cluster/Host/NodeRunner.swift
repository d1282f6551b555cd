import EventLoop
import Storage

/// Carries out what a node wants done, on the node's queue: one event after the other, and all of its actions in order.
final class NodeRunner {
    private(set) var node: ClusterNode
    let store: NodeStore
    private let service: any NodeService
    private let links: any NodeLinks
    private let appends: LogQueue
    private let reads: LogQueue
    private let renewals: LogQueue
    /// Has an event handled later.
    private let post: @Sendable (NodeEvent) -> Void

    init(
        _ node: ClusterNode, _ store: NodeStore, _ service: any NodeService, _ links: any NodeLinks,
        appends: LogQueue, reads: LogQueue, renewals: LogQueue, post: @escaping @Sendable (NodeEvent) -> Void
    ) {
        self.node = node
        self.store = store
        self.service = service
        self.links = links
        self.appends = appends
        self.reads = reads
        self.renewals = renewals
        self.post = post
    }

    func begin() { began(node.incarnation) }

    func end() { store.close() }

    func handle(_ events: [NodeEvent]) {
        var waiting = events + [.timer]
        var next = 0
        while next < waiting.count {
            for action in node.handle(waiting[next], at: Clock.monotonic) {
                // An answer that is there at once comes before what came meanwhile.
                if let answer = carryOut(action) { waiting.insert(answer, at: next + 1) }
            }
            next += 1
        }
    }

    private func carryOut(_ action: NodeAction) -> NodeEvent? {
        switch action {
        case .append, .read, .renew, .trim, .keepSnapshot: call(action)
        case .execute(let batch): return .executed(execute(batch))
        case .commit(let record, let content): return .committed(commit(record, content))
        case .rollBack: rollBack()
        case .apply(let record, let content): return .applied(apply(record, content))
        case .send(let message, let other): links.send(message, to: other)
        case .began(let incarnation): began(incarnation)
        case .tell, .refuse, .close, .promoted, .demoted, .rebuild, .halt: service.perform(action)
        }
        return nil
    }

    private func began(_ incarnation: Incarnation) {
        links.began(incarnation)
        service.perform(.began(incarnation))
    }

    // MARK: - The log

    private func call(_ action: NodeAction) {
        let post = post
        switch action {
        case .append(let record, let id):
            appends.call { (log) throws(LogError) in
                try log.append(record, id: id)
            } then: {
                post(.appended(id, $0))
            }
        case .read(let position, let bytes):
            let patience = node.options.pollMilliseconds
            reads.call { (log) throws(LogError) in
                try log.read(after: position, bytes: bytes, waiting: patience)
            } then: {
                post(.read($0))
            }
        case .renew(let renewal):
            renewals.call { (log) throws(LogError) in
                try log.renew(renewal)
            } then: {
                post(.renewed($0))
            }
        case .trim(let position):
            renewals.call { (log) throws(LogError) in
                try log.trim(through: position)
            } then: { _ in
                post(.trimmed)
            }
        case .keepSnapshot:
            // Left for issue #19: snapshots of a real store. Without one the log is not trimmed, and nobody needs one.
            post(.snapshotKept)
        default: preconditionFailure("\(action) is not the log's")
        }
    }

    // MARK: - The store

    /// Nil: rolled back.
    private func execute(_ batch: Batch) -> [RecordEntry]? {
        do throws(StoreError) {
            try store.begin()
            var entries: [RecordEntry] = []
            for work in batch.work {
                let before = store.statementCount
                var entry = try service.carryOut(work, in: batch, store.transaction)
                entry.statements = store.statements(from: before)
                entries.append(entry)
            }
            return entries
        } catch {
            rollBack()
            return nil
        }
    }

    private func commit(_ record: Record, _ content: RecordContent) -> Bool {
        do throws(StoreError) {
            try store.commit(record, content)
            return true
        } catch {
            rollBack()
            return false
        }
    }

    private func apply(_ record: Record, _ content: RecordContent) -> String? {
        do throws(StoreError) {
            try store.apply(record, content)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func rollBack() {
        do throws(StoreError) {
            try store.rollBack()
        } catch {
            service.perform(.halt("the store cannot roll back: \(error)"))
        }
        service.rolledBack()
    }
}

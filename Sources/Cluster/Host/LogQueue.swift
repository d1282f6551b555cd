import EventLoop

/// A queue that waits for the log. The log is opened when the node begins, and at the next call if that fails.
final class LogQueue: Sendable {
    private final class Opener {
        private let open: @Sendable () throws(LogError) -> any ClusterLog
        private var log: (any ClusterLog)?

        init(_ open: @escaping @Sendable () throws(LogError) -> any ClusterLog) { self.open = open }

        func opened() throws(LogError) -> any ClusterLog {
            if let log { return log }
            let opened = try open()
            log = opened
            return opened
        }
    }

    private let opener: QueueConfined<Opener>

    init(_ label: String, _ open: @escaping @Sendable () throws(LogError) -> any ClusterLog) {
        opener = QueueConfined(label, Opener(open))
    }

    /// So that no call has to wait for it. If it fails, the next call does as well, and says why.
    func open() {
        opener.async { opener in _ = Result { () throws(LogError) in try opener.opened() } }
    }

    func call<Answer>(
        _ body: @escaping @Sendable (any ClusterLog) throws(LogError) -> Answer,
        then give: @escaping @Sendable (Result<Answer, LogError>) -> Void
    ) {
        opener.async { opener in
            do throws(LogError) {
                give(.success(try body(try opener.opened())))
            } catch {
                give(.failure(error))
            }
        }
    }

    /// As `call`, for what needs more than the log.
    func attempt<Answer>(
        _ body: @escaping @Sendable (any ClusterLog) throws(SnapshotError) -> Answer,
        then give: @escaping @Sendable (Result<Answer, SnapshotError>) -> Void
    ) {
        opener.async { opener in
            do throws(SnapshotError) {
                let log = try SnapshotError.logged { () throws(LogError) in try opener.opened() }
                give(.success(try body(log)))
            } catch {
                give(.failure(error))
            }
        }
    }

    /// Returns when the calls that were asked for have ended.
    func finish() { opener.sync { _ in } }
}
